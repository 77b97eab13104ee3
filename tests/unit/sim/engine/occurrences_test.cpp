// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/occurrences.h"

#include <array>
#include <vector>

#include <catch2/catch.hpp>

#include "models/activity/activity.h"
#include "models/activity/fixed_stream.h"
#include "tests/unit/models/activity/stream_amounts.h"

using namespace pmusim;

namespace {

constexpr EventId kConstant{0x100};
constexpr EventId kPeriodic{0x101};
constexpr EventId kRuns{0x102};
constexpr EventId kWide{0x103};
constexpr EventId kWider{0x104};
constexpr EventId kRandom{0x3F};  // of the pipeline

void add_every_kind(Activity& activity) {
  REQUIRE(activity.add(kConstant, constant_stream(3)));
  REQUIRE(activity.add(kPeriodic, periodic_stream(7, 2, 3)));
  REQUIRE(activity.add(kRuns, run_length_stream(*make_run_list({{5, 0}, {3, 4}, {9, 2}, {1, 3}}))));
  REQUIRE(activity.add(
      kWide, column_stream(AmountColumn::copy_of(std::vector<std::uint32_t>{1, 300, 3, 2, 0}))));
  REQUIRE(activity.add(
      kWider, column_stream(AmountColumn::copy_of(std::vector<std::uint32_t>{70'000, 3, 2, 0}))));
  activity.add_pipeline(
      *PipelineModel::create({.slots = 8, .dispatch = *Distribution::binomial(8, 0.6)}),
      CounterRandom{5});
}

Threshold threshold(std::uint64_t limit, std::uint64_t control) {
  RegValue type = with<regs::kPmevtyperEl0, "TH">(0, limit);
  type = with<regs::kPmevtyperEl0, "TC">(type, control);
  return Threshold{type};
}

/// A threshold by the manual: control[2:1] compares, control[0] counts cycles.
std::uint64_t counted(std::uint64_t amount, std::uint64_t limit, std::uint64_t control) {
  const std::array<bool, 4> holds{
      amount != limit, amount == limit, amount >= limit, amount < limit};
  if (!holds[control >> 1U]) {
    return 0;
  }
  return (control & 1U) != 0 ? 1 : amount;
}

}  // namespace

TEST_CASE("two thresholds are compared cycle by cycle, whatever form the amounts have",
          "[engine][truth]") {
  constexpr std::uint64_t kFrom = 4000;
  constexpr std::uint64_t kCycles = 5000;  // across the end of a block
  for (const EventId event : {kConstant, kPeriodic, kRuns, kWide, kWider, kRandom}) {
    Activity activity;
    add_every_kind(activity);
    const auto amounts =
        test::amounts([&](std::uint64_t from,
                          std::uint64_t wanted) { return activity.view(event, from, wanted); },
                      kFrom,
                      kCycles);
    for (std::uint64_t want = 0; want < 8; ++want) {
      for (std::uint64_t have = 0; have < 8; ++have) {
        CAPTURE(event.value(), want, have);
        std::uint64_t wanted = 0;
        std::uint64_t lost = 0;
        std::uint64_t leaked = 0;
        for (const std::uint32_t amount : amounts) {
          const std::uint64_t right = counted(amount, 3, want);
          const std::uint64_t present = counted(amount, 2, have);
          wanted += right;
          lost += right > present ? right - present : 0;
          leaked += present > right ? present - right : 0;
        }
        const engine::ThresholdDifference sums = engine::compare_thresholds(
            activity, event, threshold(3, want), threshold(2, have), kFrom, kCycles);
        CHECK(sums.wanted == wanted);
        CHECK(sums.lost == lost);
        CHECK(sums.leaked == leaked);
        CHECK(engine::occurrences(activity, event, threshold(3, want), kFrom, kCycles) == wanted);
      }
    }
  }
}
