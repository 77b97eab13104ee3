// SPDX-License-Identifier: Apache-2.0
//
// A PMU whose CPU goes from one activity to another and back.
#include <array>
#include <numeric>

#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// Every cycle has as many events as its number says. One buffer holds all views, so an older one
/// is lost when the next is given.
class NumberedCycles final : public ActivitySource {
 public:
  StreamView view(EventId /*event*/, std::uint64_t from, std::uint64_t /*wanted*/) override {
    std::iota(buffer_.begin(), buffer_.end(), static_cast<std::uint8_t>(from));
    return {.kind = StreamView::Kind::dense8,
            .greatest = 255,
            .cycles = buffer_.size(),
            .data = buffer_.data()};
  }

 private:
  std::array<std::uint8_t, 16> buffer_{};
};

}  // namespace

TEST_CASE("a task that goes on after its interrupt handler asks for no stream anew",
          "[pmu][streams]") {
  PmuBench bench;
  count_event(bench);
  ScriptedActivity task;
  task.cycle_by_cycle(kEvent, {1, 2, 4, 8, 16, 32});
  ScriptedActivity handler;
  handler.cycle_by_cycle(kEvent, {100, 200, 400});
  bench.core.begin(kEl0, task, 0);
  bench.core.advance(Cycles{2});
  bench.core.begin(kEl1, handler, 0);
  bench.core.advance(Cycles{1});
  const std::uint64_t asked = task.requests() + handler.requests();
  SECTION("nor does the handler at the next interrupt") {
    bench.core.begin(kEl0, task, 2);
    bench.core.advance(Cycles{2});
    bench.core.begin(kEl1, handler, 1);
    bench.core.advance(Cycles{1});
    CHECK(task.requests() + handler.requests() == asked);
    CHECK(bench.counter(0) == 1 + 2 + 100 + 4 + 8 + 200);
  }
  SECTION("whatever the handler did to flags") {
    bench.set("PMOVSSET_EL0", 1);
    bench.core.begin(kEl0, task, 2);
    bench.core.advance(Cycles{2});
    CHECK(bench.counter(0) == 1 + 2 + 100 + 4 + 8);
  }
  SECTION("but finds out anew whether it counts when the handler changed that") {
    bench.write("PMCNTENCLR_EL0", 1);
    bench.core.begin(kEl0, task, 2);
    bench.core.advance(Cycles{2});
    CHECK(bench.counter(0) == 1 + 2 + 100);
  }
}

TEST_CASE("an interrupt that a handler enables is planned for by the task", "[pmu][plan]") {
  PmuBench bench;
  count_event(bench, 0, 0xffff'fffc);
  ScriptedActivity task;
  task.always(kEvent, 1);
  ScriptedActivity handler;
  bench.core.begin(kEl0, task, 0);
  bench.core.advance(Cycles{1});
  bench.core.begin(kEl1, handler, 0);
  bench.core.advance(Cycles{1});
  bench.write("PMINTENSET_EL1", 1);
  bench.core.begin(kEl0, task, 1);
  CHECK(bench.core.plan(Cycles{10}) == Cycles{3});
}

TEST_CASE("an activity that is left at one cycle and entered at another gives its own amounts",
          "[pmu][streams]") {
  PmuBench bench;
  count_event(bench);
  NumberedCycles activity;
  bench.core.begin(kEl1, activity, 0);
  bench.core.advance(Cycles{2});
  bench.core.begin(kEl1, activity, 100);
  bench.core.advance(Cycles{2});
  bench.core.begin(kEl1, activity, 2);
  bench.core.advance(Cycles{2});
  CHECK(bench.counter(0) == 0 + 1 + 100 + 101 + 2 + 3);
}

TEST_CASE("a look ahead at edges does not outlive an interrupt in which the condition changed",
          "[pmu][plan][edge]") {
  constexpr RegValue kRisesToTwo = RegValue{0b101'1} << 60U | RegValue{2} << 32U;
  PmuConfig config;
  config.edge = true;
  PmuBench bench{config};
  count_event(bench, 0, 0xffff'fffd).set("PMEVTYPER0_EL0", kEvent.value() | kRisesToTwo);
  bench.set("PMINTEN", 1);
  ScriptedActivity task;
  task.cycle_by_cycle(kEvent, {2, 2, 2, 2, 0, 0, 2, 0, 0});
  ScriptedActivity handler;
  handler.cycle_by_cycle(kEvent, {0, 0});
  bench.core.begin(kEl1, task, 0);
  bench.core.advance(Cycles{1});  // rises
  bench.core.begin(kEl1, handler, 0);
  bench.core.advance(Cycles{1});
  bench.core.begin(kEl1, task, 1);
  CHECK(bench.core.plan(Cycles{8}) == Cycles{6});  // rises at once, and again in cycle 6
  bench.core.commit(Cycles{2});
  bench.core.begin(kEl1, handler, 1);
  bench.core.advance(Cycles{1});
  bench.core.begin(kEl1, task, 3);
  CHECK(bench.core.plan(Cycles{6}) == Cycles{1});  // rises from what the handler left
  bench.core.commit(Cycles{1});
  CHECK(bench.line());
}
