// SPDX-License-Identifier: Apache-2.0
//
// Tasks that yield and are switched, guests that end at an interrupt, and runs that end in a
// handler.
#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/unit/models/cpu/cpu_fixture.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

Software boot() {
  co_await step::Yield{};
}

Software task_of(Work& own, std::uint64_t cycles) {
  co_await step::Run{kUser, &own, Cycles{cycles}};
  co_await step::Yield{};
  co_await step::Run{kUser, &own, Cycles{cycles}};
  co_await step::Yield{};
}

void prepare(TaskThread& task, Work& own, ActivitySource& activity, std::uint64_t cycles) {
  own.activity = &activity;
  task.context = kUser;
  task.thread.start(task_of(own, cycles));
}

/// Two tasks with activities of their own, and a scheduler that lets them take turns.
struct TwoTasks : CpuFixture {
  explicit TwoTasks(const CpuSetUp& set_up = {}) : CpuFixture{set_up} {
    cpu.set_scheduler([this] { return schedule(); });
  }

  Software schedule() {
    co_await step::Run{kKernel, &kernel_work, Cycles{5}};
    if (turn < order.size()) {
      cpu.switch_to(order[turn]);
      ++turn;
    }
  }

  NoActivity activity_a;
  NoActivity activity_b;
  Work work_a;
  Work work_b;
  TaskThread a;
  TaskThread b;
  std::vector<TaskThread*> order{&a, &b, &a, &b, nullptr};
  std::size_t turn{};
};

std::uint64_t cycles_of(const FakePmu& pmu, const ActivitySource& activity) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      pmu.cycles, [&](const FakePmu::Cycle& cycle) { return cycle.activity == &activity; }));
}

}  // namespace

TEST_CASE("tasks that yield take turns, and each goes on where it was", "[cpu][switch]") {
  const auto stepping = GENERATE(CpuStepping::spans, CpuStepping::single_cycles);
  TwoTasks f{{.stepping = stepping}};
  prepare(f.a, f.work_a, f.activity_a, 100);
  prepare(f.b, f.work_b, f.activity_b, 30);
  f.cpu.start(boot(), kKernel);
  f.run();
  CHECK(cycles_of(f.pmu, f.activity_a) == 200);
  CHECK(cycles_of(f.pmu, f.activity_b) == 60);
  CHECK(f.cpu.state() == Cpu::State::idle);
  CHECK(f.cpu.is_over());
  // boot's yield and the scheduler, then a.
  CHECK(f.pmu.cycles[6].activity == &f.activity_a);
  CHECK(f.pmu.cycles[6].position == 0);
  CHECK(f.work_a.executed == 200);
}

TEST_CASE("the scheduler runs with interrupts masked, and its level costs no cycle of its own",
          "[cpu][switch]") {
  TwoTasks f;
  f.pmu.raises = {2};  // in the scheduler's second cycle
  prepare(f.a, f.work_a, f.activity_a, 100);
  prepare(f.b, f.work_b, f.activity_b, 30);
  f.cpu.start(boot(), kKernel);
  f.run(60);
  REQUIRE(f.handled.size() == 1);
  // yield 1, scheduler 5: the interrupt is taken before the first cycle of a, not before.
  CHECK(f.handled[0].taken == CycleTime{6});
  CHECK(f.pmu.cycles[5].activity == &f.kernel_activity);
}

TEST_CASE("an idle CPU takes an interrupt whose handler gives it a task", "[cpu][switch]") {
  TwoTasks f;
  f.order = {nullptr};
  prepare(f.a, f.work_a, f.activity_a, 10);
  f.cpu.set_handler(InterruptLine::ipi, {kKernel, [&](const TakenInterrupt&) -> Software {
                                           f.order = {nullptr, &f.a, nullptr, nullptr};
                                           f.turn = 1;
                                           return f.schedule();
                                         }});
  f.cpu.start(boot(), kKernel);
  f.post_ipi(500);
  f.run(2000);
  CHECK(cycles_of(f.pmu, f.activity_a) == 10);
  CHECK(f.cpu.taken(InterruptLine::ipi) == 1);
}

TEST_CASE("a masked CPU's guest ends at an interrupt, and says what it has not run",
          "[cpu][guest]") {
  const auto stepping = GENERATE(CpuStepping::spans, CpuStepping::single_cycles);
  CpuFixture f{{.stepping = stepping}};
  f.pmu.raises = {10};
  StepResult guest;
  const auto task = [&]() -> Software {
    co_await step::Mask{true};
    guest = co_await step::Run{kUser, &f.work, Cycles{100}, true};
    co_await f.kernel(5);
    co_await step::Mask{false};
    co_await f.kernel(5);
  };
  f.cpu.start(task(), kKernel);
  f.run();
  // The line rises at edge 11 and is seen at 12: one cycle of the mask, eleven of the guest.
  CHECK(guest.at == CycleTime{12});
  CHECK(guest.remaining == Cycles{89});
  REQUIRE(f.handled.size() == 1);
  CHECK(f.handled[0].taken == CycleTime{18});
}

TEST_CASE("a guest is not entered while an interrupt is visible", "[cpu][guest]") {
  CpuFixture f;
  f.pmu.raises = {2};
  StepResult guest;
  const auto task = [&]() -> Software {
    co_await step::Mask{true};
    co_await f.kernel(20);
    guest = co_await step::Run{kUser, &f.work, Cycles{100}, true};
  };
  f.cpu.start(task(), kKernel);
  f.run();
  CHECK(guest.remaining == Cycles{100});
  CHECK(cycles_of(f.pmu, f.activity) == 0);
}

TEST_CASE("a run of no cycles is no step", "[cpu]") {
  CpuFixture f;
  const auto task = [&]() -> Software {
    co_await f.kernel(0);
    co_await f.user(3);
    co_await f.kernel(0);
  };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK(f.pmu.cycles.size() == 3);
}

TEST_CASE("a handler that the end of the run cuts is completed without time", "[cpu][end]") {
  CpuFixture f;
  f.pmu.raises = {10};
  const auto handler = [&]() -> Software {
    co_await f.kernel(50);
    co_await step::Msr{kKernel, kOther, 1};
    co_await f.kernel(50);
    co_await step::Msr{kKernel, kOther, 2};
  };
  f.cpu.set_handler(InterruptLine::pmu,
                    {kKernel, [&](const TakenInterrupt&) { return handler(); }});
  const auto task = [&]() -> Software { co_await f.user(1000); };
  f.cpu.start(task(), kUser);
  f.run(30);
  CHECK(f.pmu.writes.empty());
  const std::size_t cycles = f.pmu.cycles.size();
  f.cpu.run_out(f.pmu);
  CHECK(f.cpu.interrupt_depth() == 0);
  REQUIRE(f.pmu.writes.size() == 2);
  CHECK(f.pmu.writes[1].value == 2);
  CHECK(f.pmu.cycles.size() == cycles);
}
