// SPDX-License-Identifier: Apache-2.0
//
// PmuCore and SpanCounter at their seams: plans, commits, streams, and counters over a session.
#include "models/pmu/pmu_core.h"

#include <catch2/catch.hpp>

#include "models/pmu/lookahead.h"
#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr std::uint64_t kFar = std::uint64_t{1} << 40U;

/// A stream in each form, with one event every fourth cycle: cycles 3, 7, 11, ...
Segment one_in_four(StreamView::Kind kind, std::uint64_t cycles) {
  Segment segment;
  segment.kind = kind;
  segment.cycles = cycles;
  segment.amount = 1;
  segment.period = 4;
  segment.phase = 1;
  for (std::uint64_t cycle = 0; cycle < cycles && kind != StreamView::Kind::pulses; ++cycle) {
    const std::uint32_t amount = cycle % 4 == 3 ? 1 : 0;
    segment.amounts.push_back(amount);
    if (cycle % 4 >= 2) {
      segment.runs.push_back({amount == 1 ? 1U : 3U, amount});
    }
  }
  return segment;
}

}  // namespace

TEST_CASE("a plan ends with the cycle of the interrupt: not at N-1, yes at N", "[pmu][plan]") {
  using Kind = StreamView::Kind;
  const Kind kind = GENERATE(Kind::pulses, Kind::runs, Kind::dense8, Kind::dense16, Kind::dense32);
  CAPTURE(static_cast<int>(kind));
  PmuBench bench;
  count_event(
      bench, 0, 0xffff'ffff - 499);  // the 500th event overflows: cycle 1999, counted from 0
  bench.set("PMINTEN", 1);
  ScriptedActivity activity;
  Segment segment = one_in_four(kind, 4000);
  if (kind != Kind::runs) {
    segment.runs.clear();
  } else {
    segment.amounts.clear();
  }
  activity.add(kEvent, std::move(segment));
  bench.core.begin(kEl1, activity, 0);
  REQUIRE(bench.core.plan(Cycles{4000}) == Cycles{2000});
  SECTION("at once") {
    bench.core.commit(Cycles{2000});
    CHECK(bench.line());
  }
  SECTION("one cycle short of it") {
    bench.core.commit(Cycles{1999});
    CHECK_FALSE(bench.line());
    CHECK(bench.counter(0) == 0xffff'ffff);
    CHECK(bench.core.plan(Cycles{2001}) == Cycles{1});
    bench.core.commit(Cycles{1});
    CHECK(bench.line());
    CHECK(bench.counter(0) == 0x1'0000'0000);
  }
  SECTION("in pieces") {
    for (const std::uint64_t piece : {700U, 1U, 299U, 999U}) {
      CHECK(bench.core.plan(Cycles{piece}) == Cycles{piece});
      bench.core.commit(Cycles{piece});
      CHECK_FALSE(bench.line());
    }
    bench.core.commit(Cycles{1});  // one cycle needs no plan
    CHECK(bench.line());
  }
}

TEST_CASE("the cycle counter's interrupt is planned without looking at cycles", "[pmu][plan]") {
  PmuBench bench;
  constexpr RegValue kCycleBit = RegValue{1} << 31U;
  bench.set("PMCR_EL0", 1).set("PMCNTEN", kCycleBit).set("PMINTEN", kCycleBit);
  bench.set("PMCCNTR_EL0", 0 - RegValue{1'000'000'007});
  ScriptedActivity activity;
  bench.core.begin(kEl1, activity, 0);
  CHECK(bench.core.plan(Cycles{kFar}) == Cycles{1'000'000'007});
  bench.core.commit(Cycles{1'000'000'006});
  CHECK_FALSE(bench.line());
  bench.core.commit(Cycles{1});
  CHECK(bench.line());
}

TEST_CASE("an overflow that nothing depends on does not end a plan", "[pmu][plan]") {
  PmuBench bench;
  count_event(bench, 0, 0xffff'ffff);
  ScriptedActivity activity;
  activity.always(kEvent, 1);
  bench.core.begin(kEl1, activity, 0);
  CHECK(bench.core.plan(Cycles{1000}) == Cycles{1000});
  bench.core.commit(Cycles{1000});
  CHECK(bench.flags() == 1);
}

TEST_CASE("asked to observe every flag, plans end at each first overflow", "[pmu][plan]") {
  PmuBench bench;
  count_event(bench, 0, 0xffff'fffc);
  bench.core.observe_every_flag(true);
  ScriptedActivity activity;
  activity.always(kEvent, 1);
  bench.core.begin(kEl1, activity, 0);
  CHECK(bench.core.plan(Cycles{1000}) == Cycles{4});
  bench.core.commit(Cycles{4});
  CHECK(bench.flags() == 1);
  CHECK(bench.core.plan(Cycles{1000}) == Cycles{1000});
}

TEST_CASE("a plan ends with the cycle of a freeze", "[pmu][plan][freeze]") {
  PmuBench bench;
  bench.set("PMCR_EL0", 1U << 9U);
  count_event(bench, 0, 0xffff'fff0);
  ScriptedActivity activity;
  activity.always(kEvent, 3);
  bench.core.begin(kEl1, activity, 0);
  CHECK(bench.core.plan(Cycles{1000}) == Cycles{6});  // 16 / 3, rounded up
}

TEST_CASE("only selected events are asked for", "[pmu][streams]") {
  PmuBench bench;
  count_event(bench, 0);
  count_event(bench, 1);
  bench.set("PMEVTYPER2_EL0", 0x3c);  // selected, but not enabled
  bench.set("PMEVTYPER3_EL0", 0x11);  // the PMU's own
  bench.set("PMCNTEN", bench.get("PMCNTEN") | 8U);
  ScriptedActivity activity;
  activity.always(kEvent, 1);
  bench.core.begin(kEl1, activity, 0);
  bench.core.advance(Cycles{1000});
  REQUIRE(activity.requested().size() == 1);
  CHECK(activity.requested().at(kEvent) == 1);  // one stream for both counters
  CHECK(bench.counter(0) == 1000);
  CHECK(bench.counter(1) == 1000);
  CHECK(bench.counter(3) == 1000);
}

TEST_CASE("a search for an overflow evaluates no more than the farthest look ahead",
          "[pmu][plan]") {
  PmuBench bench;
  count_event(bench, 0, 0xffff'ffff - 200'000);
  bench.set("PMINTEN", 1);
  ScriptedActivity activity;
  activity.cycle_by_cycle(kEvent, std::vector<std::uint32_t>(300'000, 1));
  bench.core.begin(kEl1, activity, 0);
  CHECK(bench.core.plan(Cycles{300'000}) == Cycles{Lookahead::kFarthest});
  std::uint64_t cycles = 0;
  while (!bench.line()) {
    const Cycles planned = bench.core.plan(Cycles{300'000 - cycles});
    bench.core.commit(planned);
    cycles += planned.count();
  }
  CHECK(cycles == 200'001);
}

TEST_CASE("a look ahead at edges does not outlive cycles in which the counter may not count",
          "[pmu][plan][edge]") {
  constexpr RegValue kRisesToTwo = RegValue{0b101'1} << 60U | RegValue{2} << 32U;
  PmuConfig config;
  config.edge = true;
  PmuBench bench{config};
  count_event(bench, 0, 0xffff'ffff).set("PMEVTYPER0_EL0", kEvent.value() | kRisesToTwo);
  count_event(bench, 1);  // keeps the stream in use
  bench.set("PMINTEN", 1);
  ScriptedActivity activity;
  activity.cycle_by_cycle(kEvent, {0, 2, 2, 0, 2, 0, 0, 0});
  bench.core.begin(kEl1, activity, 0);
  CHECK(bench.core.plan(Cycles{8}) == Cycles{2});
  bench.core.commit(Cycles{1});
  bench.write("PMCNTENCLR_EL0", 1);
  bench.core.advance(Cycles{1});
  bench.write("PMCNTENSET_EL0", 1);
  CHECK(bench.core.plan(Cycles{6}) == Cycles{1});  // the condition was false when last evaluated
  bench.core.commit(Cycles{1});
  CHECK(bench.line());
}

TEST_CASE("an activity can be entered in its middle and left for another", "[pmu][streams]") {
  PmuBench bench;
  count_event(bench);
  ScriptedActivity first;
  first.cycle_by_cycle(kEvent, {1, 2, 4, 8, 16, 32});
  ScriptedActivity second;
  second.cycle_by_cycle(kEvent, {100, 200});
  bench.core.begin(kEl1, first, 1);
  bench.core.advance(Cycles{2});
  CHECK(bench.counter(0) == 6);
  bench.core.begin(kEl1, second, 0);
  bench.core.advance(Cycles{2});
  CHECK(bench.counter(0) == 306);
  bench.core.begin(kEl1, first, 4);
  bench.core.advance(Cycles{2});
  CHECK(bench.counter(0) == 354);
}

TEST_CASE("with E and HPME off nothing is recorded, at any length", "[pmu]") {
  PmuBench bench;
  count_event(bench);
  bench.set("PMCR_EL0", 0);
  ScriptedActivity activity;
  activity.always(kEvent, 1);
  bench.core.begin(kEl1, activity, 0);
  CHECK(bench.core.plan(Cycles{kFar}) == Cycles{kFar});
  bench.core.commit(Cycles{kFar});
  CHECK(bench.counter(0) == 0);
  CHECK(activity.requests() == 0);
}

TEST_CASE("a counter counts from its last value after a stop", "[pmu]") {
  SECTION("disabled, rewritten, enabled: only the cycles of the window count") {
    PmuBench bench;
    bench.set("PMCR_EL0", 1).set("PMEVTYPER0_EL0", 0x11).set("PMCNTEN", 1).idle(77);
    bench.write("PMCNTENCLR_EL0", 1);
    bench.write("PMEVCNTR0_EL0", 0xffff'f000);
    bench.idle(500);
    bench.write("PMCNTENSET_EL0", 1);
    bench.idle(16);
    CHECK(bench.read("PMEVCNTR0_EL0").value == 0xffff'f010);
  }
  SECTION("disabled and enabled: goes on") {
    PmuBench bench;
    count_event(bench).events(std::vector<std::uint32_t>(50, 1));
    bench.write("PMCNTENCLR_EL0", 1);
    bench.write("PMCNTENSET_EL0", 1);
    CHECK(bench.events(std::vector<std::uint32_t>(10, 1)).counter(0) == 60);
  }
  SECTION("switched to an event that does not occur: stays") {
    PmuBench bench;
    count_event(bench).events(std::vector<std::uint32_t>(50, 1));
    bench.write("PMEVTYPER0_EL0", 0x3f);
    CHECK(bench.events(std::vector<std::uint32_t>(20, 1)).counter(0) == 50);
    CHECK(bench.read("PMEVTYPER0_EL0").value == 0x3f);
  }
}

TEST_CASE("every counter up to the last one counts", "[pmu]") {
  PmuConfig config;
  config.event_counters = GENERATE(1U, 6U, 31U);
  PmuBench bench{config};
  const unsigned last = config.event_counters - 1;
  count_event(bench, last).events(std::vector<std::uint32_t>(10, 1));
  CHECK(bench.counter(last) == 10);
}

TEST_CASE("SW_INCR and CHAIN in an activity are not the PMU's", "[pmu][streams]") {
  PmuBench bench;
  bench.set("PMCR_EL0", 1).set("PMCNTEN", 7);
  bench.set("PMEVTYPER0_EL0", 0x00).set("PMEVTYPER1_EL0", 0x1e).set("PMEVTYPER2_EL0", 0x11);
  auto activity = std::make_unique<ScriptedActivity>();
  for (const EventId event : {kSwIncr, kChain, kCpuCycles}) {
    activity->always(event, 5);
  }
  bench.run(std::move(activity), 10);
  CHECK(bench.counter(0) == 0);
  CHECK(bench.counter(1) == 0);
  CHECK(bench.counter(2) == 10);  // one in every cycle, whatever an activity says
}

TEST_CASE("an event that the implementation does not have counts nothing and reads back",
          "[pmu][streams]") {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.instruction_counter = true;
  config.events = {kCpuCycles, kEvent};
  PmuBench bench{config};
  count_event(bench, 0);
  bench.set("PMEVTYPER1_EL0", 0x3c).set("PMEVTYPER2_EL0", 0x08);
  bench.set("PMCNTEN", RegValue{1} << 32U | 7U);
  auto activity = std::make_unique<ScriptedActivity>();
  for (const EventId event : {kEvent, EventId{0x3c}, kInstRetired}) {
    activity->always(event, 1);
  }
  bench.run(std::move(activity), 10);
  CHECK(bench.counter(0) == 10);
  CHECK(bench.counter(1) == 0);
  CHECK(bench.counter(2) == 0);
  CHECK(bench.get("PMICNTR_EL0") == 10);  // it has no event number to choose
  CHECK(bench.read("PMEVTYPER1_EL0").value == 0x3c);
}

TEST_CASE("without a list a PMU counts whatever an activity has", "[pmu][streams]") {
  PmuBench bench;
  bench.set("PMCR_EL0", 1).set("PMCNTEN", 1).set("PMEVTYPER0_EL0", 0xc5);
  auto activity = std::make_unique<ScriptedActivity>();
  activity->always(EventId{0xc5}, 2);  // IMPLEMENTATION DEFINED
  bench.run(std::move(activity), 10);
  CHECK(bench.counter(0) == 20);
}

TEST_CASE("INST_RETIRED feeds event counters and the instruction counter", "[pmu][streams]") {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.instruction_counter = true;
  PmuBench bench{config};
  bench.set("PMCR_EL0", 1).set("PMCNTEN", RegValue{1} << 32U | 1U).set("PMEVTYPER0_EL0", 0x08);
  auto activity = std::make_unique<ScriptedActivity>();
  activity->cycle_by_cycle(kInstRetired, {4, 0, 3});
  bench.run(std::move(activity), 3);
  CHECK(bench.counter(0) == 7);
  CHECK(bench.get("PMICNTR_EL0") == 7);
}

TEST_CASE("a change from outside takes effect with the next cycle", "[pmu]") {
  PmuBench bench;
  count_event(bench).events({1});
  bench.core.change([](PmuState& state) { state.count_enable = 0; });
  CHECK(bench.events({1}).counter(0) == 1);
  const PmuState saved = bench.core.state();
  bench.core.change([](PmuState& state) { state.count_enable = 1; });
  CHECK(bench.events({1}).counter(0) == 2);
  bench.core.restore(saved);
  CHECK(bench.core.state() == saved);
  CHECK(bench.events({1}).counter(0) == 1);
}

TEST_CASE("an encoding that is no PMU register is UNDEFINED", "[pmu][registers]") {
  PmuBench bench;
  constexpr SysReg kNoPmuRegister{3, 3, 9, 15, 0};
  CHECK(bench.core.read(kNoPmuRegister, kEl3).outcome == AccessOutcome::undefined);
  CHECK(bench.core.write(kNoPmuRegister, 1, kEl3) == AccessOutcome::undefined);
}
