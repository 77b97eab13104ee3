// SPDX-License-Identifier: Apache-2.0

#include "sim/engine/truth/occurrences.h"

#include <catch2/catch.hpp>

#include "models/activity/activity.h"
#include "models/activity/events.h"
#include "tests/support/scripted_activity.h"

using namespace pmusim;
using namespace pmusim::engine;

namespace {

constexpr EventId kEvent{0x3f};

Threshold threshold(unsigned control, unsigned limit) {
  return Threshold{
      with<regs::kPmevtyperEl0, "TC">(with<regs::kPmevtyperEl0, "TH">(0, limit), control)};
}

}  // namespace

TEST_CASE("CPU_CYCLES occurs once in every cycle of any activity", "[truth]") {
  Activity nothing;
  CHECK(occurrences(nothing, kCpuCycles, Threshold{}, 17, 1000) == 1000);
}

TEST_CASE("occurrences are summed from any cycle on, over as many views as it takes", "[truth]") {
  test::ScriptedActivity activity{2};
  activity.cycle_by_cycle(kEvent, {1, 3, 4, 2, 3});
  CHECK(occurrences(activity, kEvent, Threshold{}, 0, 5) == 13);
  CHECK(occurrences(activity, kEvent, Threshold{}, 1, 3) == 9);
  // At least 3, by amount: 3 + 4 + 3; by count: 3.
  CHECK(occurrences(activity, kEvent, threshold(0b100, 3), 0, 5) == 10);
  CHECK(occurrences(activity, kEvent, threshold(0b101, 3), 0, 5) == 3);
}

TEST_CASE("two thresholds are compared cycle by cycle, not by their sums", "[truth]") {
  test::ScriptedActivity activity{2};
  activity.cycle_by_cycle(kEvent, {1, 3, 4, 2, 3});
  // Wanted: below 3, so 1 + 2. Had: at least 3, so 3 + 4 + 3.
  const auto both =
      compare_thresholds(activity, kEvent, threshold(0b110, 3), threshold(0b100, 3), 0, 5);
  CHECK(both.wanted == 3);
  CHECK(both.lost == 3);
  CHECK(both.leaked == 10);
  // A lost threshold: the counter takes everything.
  const auto lost = compare_thresholds(activity, kEvent, threshold(0b100, 3), Threshold{}, 0, 5);
  CHECK(lost.wanted == 10);
  CHECK(lost.lost == 0);
  CHECK(lost.leaked == 3);
}
