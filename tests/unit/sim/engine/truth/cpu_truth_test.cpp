// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/cpu_truth.h"

#include <catch2/catch.hpp>

#include "models/cpu/one_instruction.h"
#include "models/pmu/pmu_registers.h"
#include "sim/engine/truth/ground_truth.h"
#include "tests/support/instant_cpu.h"

using namespace pmusim;
using namespace pmusim::engine;
using kernel::CounterUse;
using kernel::EventIndex;
using kernel::kNoTask;
using kernel::TaskIndex;

namespace {

using Events = std::vector<EventIndex>;

constexpr EventIndex kOfCpu0 = 0;
constexpr EventIndex kOfFirst = 1;
constexpr EventIndex kOfSecond = 2;
constexpr EventIndex kOfBoth = 3;  // the second task inherited it

abi::PerfEventAttr cycles() {
  abi::PerfEventAttr attr;
  attr.config = kCpuCycles.value();
  return attr;
}

/// Two CPUs in user space that count nothing until a test says so, and two tasks.
struct Machine {
  explicit Machine(bool is_long = false) {
    abi::PerfEventAttr of_first = cycles();
    of_first.config1 = is_long ? 1 : 0;
    truth.set_events({{.attr = cycles(), .cpu = CpuId{0}, .tasks = {}},
                      {.attr = of_first, .cpu = {}, .tasks = {0}},
                      {.attr = cycles(), .cpu = {}, .tasks = {1}},
                      {.attr = cycles(), .cpu = {}, .tasks = {0, 1}}});
    first.watch(cpu0, truth.events());
    second.watch(cpu1, truth.events());
    for (const CpuId id : {CpuId{0}, CpuId{1}}) {
      truth.place_changed(id, kernel::Place::host_user);
      truth.cpus()[id.value()]->begin({}, work, 0);
    }
  }

  void run(CpuId id, TaskIndex task, std::uint64_t cycles) {
    truth.task_switched(id, task);
    CpuTruth& here = *truth.cpus()[id.value()];
    const Cycles all{cycles};
    REQUIRE(here.plan(all) == all);  // nothing of interest happens in them
    here.commit(all);
    (id == CpuId{0} ? cpu0 : cpu1).sleep(all);
  }

  test::InstantCpu cpu0{{.id = CpuId{0}}};
  test::InstantCpu cpu1{{.id = CpuId{1}}};
  ActivityCopies copies;
  CpuTruth first{CpuId{0}, cpu0.pmu, copies};
  CpuTruth second{CpuId{1}, cpu1.pmu, copies};
  GroundTruth truth{{&first, &second}};
  OneInstruction work;
};

}  // namespace

TEST_CASE("a CPU looks at its own events and those of the tasks that ran on it", "[truth]") {
  Machine m;
  CHECK(m.first.seen() == Events{kOfCpu0});
  CHECK(m.second.seen().empty());
  m.run(CpuId{0}, 0, 100);
  m.run(CpuId{1}, 1, 100);
  CHECK(m.first.seen() == Events{kOfCpu0, kOfFirst, kOfBoth});
  CHECK(m.second.seen() == Events{kOfSecond, kOfBoth});
}

TEST_CASE("an event of a task is intended in the cycles of its tasks, one of a CPU in all",
          "[truth]") {
  Machine m;
  m.truth.event_enabled(CpuId{0}, kOfCpu0, kNoTask, true);
  m.run(CpuId{0}, 0, 100);
  m.run(CpuId{0}, kNoTask, 30);
  m.run(CpuId{0}, 1, 50);
  m.run(CpuId{0}, 0, 7);
  m.first.finish();
  CHECK(m.first.sums(kOfFirst).intended == 107);
  CHECK(m.first.sums(kOfSecond).intended == 50);
  CHECK(m.first.sums(kOfBoth).intended == 157);
  CHECK(m.first.sums(kOfCpu0).intended == 187);
  CHECK(m.first.sums(kOfCpu0).lost == 187);  // no counter counts
}

TEST_CASE("a task's copy of an event is off wherever the task goes, another task's is not",
          "[truth]") {
  Machine m;
  m.truth.event_enabled(CpuId{0}, kOfFirst, 0, false);
  m.truth.event_enabled(CpuId{0}, kOfBoth, 0, false);
  m.run(CpuId{0}, 0, 100);
  m.run(CpuId{0}, 1, 20);
  m.run(CpuId{0}, 0, 100);
  m.run(CpuId{0}, kNoTask, 1);
  m.run(CpuId{1}, 0, 100);
  m.run(CpuId{1}, 1, 3);
  m.first.finish();
  m.second.finish();
  CHECK(m.first.sums(kOfFirst).intended == 0);
  CHECK(m.second.sums(kOfFirst).intended == 0);
  CHECK(m.first.sums(kOfBoth).intended == 20);
  CHECK(m.second.sums(kOfBoth).intended == 3);
}

TEST_CASE("a task's event is on or off from the cycle in which that is told, the present task's",
          "[truth]") {
  Machine m;
  m.run(CpuId{0}, 0, 10);
  m.truth.event_enabled(CpuId{0}, kOfBoth, 1, false);  // of the other task
  m.run(CpuId{0}, 0, 10);
  m.truth.event_enabled(CpuId{0}, kOfBoth, 0, false);
  m.run(CpuId{0}, 0, 10);
  m.truth.event_enabled(CpuId{0}, kOfBoth, 0, true);
  m.run(CpuId{0}, 0, 5);
  m.first.finish();
  CHECK(m.first.sums(kOfBoth).intended == 25);
}

TEST_CASE("a counter that goes on after its task has gone leaks until it is taken away",
          "[truth]") {
  Machine m;
  m.cpu0.set("PMCR_EL0", 0x41);  // E and LC
  m.cpu0.set("PMCNTENSET_EL0", std::uint64_t{1} << kCycleCounter);
  m.run(CpuId{0}, 0, 10);
  m.truth.counter_used(CpuId{0}, kOfFirst, CounterUse::started, kCycleCounter, false);
  m.run(CpuId{0}, 0, 100);
  m.run(CpuId{0}, 1, 50);
  m.run(CpuId{0}, kNoTask, 5);
  m.truth.counter_used(CpuId{0}, kOfFirst, CounterUse::none, 0, false);
  m.run(CpuId{0}, 1, 3);
  m.first.finish();
  const EventSums& sums = m.first.sums(kOfFirst);
  CHECK(sums.intended == 110);
  CHECK(sums.lost == 10);
  CHECK(sums.leaked == 55);
  CHECK(m.first.last_counter(kOfFirst) == kCycleCounter);
}

TEST_CASE("a group had a counter when it was last taken off, not the time before", "[truth]") {
  Machine m;
  m.run(CpuId{0}, 0, 10);
  m.truth.counter_used(CpuId{0}, kOfFirst, CounterUse::started, kCycleCounter, false);
  m.truth.place_changed(CpuId{0}, kernel::Place::rotation);
  m.truth.counter_used(CpuId{0}, kOfFirst, CounterUse::none, 0, false);
  m.run(CpuId{0}, 0, 20);
  m.truth.place_changed(CpuId{0}, kernel::Place::host_user);
  m.truth.place_changed(CpuId{0}, kernel::Place::rotation);
  m.run(CpuId{0}, 0, 40);
  m.first.finish();
  const auto& statistics = m.first.windows().statistics();
  CHECK(statistics.at({kOfFirst, WindowKind::blackout, Cause::rotation}).cycles == 20);
  CHECK(statistics.at({kOfFirst, WindowKind::blackout, Cause::not_scheduled}).cycles == 10 + 40);
}

TEST_CASE("what a 32-bit count went round between two reads is lost, and tells why", "[truth]") {
  constexpr std::uint64_t kRound = std::uint64_t{1} << 32U;
  // The rest is counted.
  const std::uint64_t rounds = GENERATE(as<std::uint64_t>{}, 0, 1, 3);
  const std::uint64_t rest = GENERATE(as<std::uint64_t>{}, 0, 5, 0xffff'ffff);
  const std::uint64_t lost = rounds * kRound;
  const bool is_long = GENERATE(false, true);
  Machine m{is_long};
  m.cpu0.set("PMCR_EL0", 0x41);
  m.cpu0.set("PMCNTENSET_EL0", std::uint64_t{1} << kCycleCounter);
  const auto read = [&] {
    CHECK(m.first.read(encoding_of({PmuReg::pmccntr_el0, 0}), {.level = ExceptionLevel::el1})
              .outcome == AccessOutcome::done);
  };
  m.run(CpuId{0}, 0, 1);
  m.truth.counter_used(CpuId{0}, kOfFirst, CounterUse::started, kCycleCounter, false);
  for (std::uint64_t half = 0; half < 2 * rounds; ++half) {
    m.run(CpuId{0}, 0, kRound / 2);
  }
  for (const std::uint64_t part : {rest / 2, rest - rest / 2}) {
    if (part > 0) {
      m.run(CpuId{0}, 0, part);
    }
  }
  read();
  m.run(CpuId{0}, 0, 7);
  read();
  m.first.finish();
  CHECK(m.first.sums(kOfFirst).intended == 1 + lost + rest + 7);
  CHECK(m.first.sums(kOfFirst).lost == 1 + (is_long ? 0 : lost));
  const auto& statistics = m.first.windows().statistics();
  const auto wrapped = statistics.find({kOfFirst, WindowKind::blackout, Cause::counter_wrap});
  if (is_long || lost == 0) {
    CHECK(wrapped == statistics.end());
  } else {
    REQUIRE(wrapped != statistics.end());
    CHECK(wrapped->second.windows == 1);
    CHECK(wrapped->second.count == lost);
  }
}
