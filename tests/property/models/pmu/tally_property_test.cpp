// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "models/pmu/feed.h"
#include "models/pmu/tally.h"
#include "tests/property/models/pmu/draw.h"
#include "tests/property/models/pmu/reference.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr EventId kAny{0x24};

/// A view into the middle of a random segment, with a random threshold over it.
struct Case {
  Case(std::uint64_t seed, bool only_sparse) : draw{seed} {
    using Kind = StreamView::Kind;
    const std::uint64_t length = draw.between(1, draw.pick<std::uint64_t>({3, 40, 400}));
    activity.add(
        kAny,
        only_sparse
            ? random_segment(draw, draw.pick({Kind::constant, Kind::pulses, Kind::runs}), length)
            : random_segment(draw, length));
    from = draw.below(length);
    view = activity.view(kAny, from, length - from);
    cycles = draw.between(1, view.cycles);
    event_type = draw.one_in(4) ? 0 : random_threshold(draw, true);
    condition = draw.one_in(2);
  }

  /// The amount in a cycle of the view.
  [[nodiscard]] std::uint64_t amount(std::uint64_t cycle) const {
    return activity.amount(kAny, from + cycle);
  }

  Draw draw;
  ScriptedActivity activity;
  std::uint64_t from{};
  StreamView view;
  std::uint64_t cycles{};
  RegValue event_type{};
  bool condition{};
};

constexpr std::uint64_t kCases = 50;  // for one draw of rapidcheck: they are small

}  // namespace

TEST_CASE("a tally equals a loop over the cycles", "[pmu][tally][property]") {
  const bool holds = holds_for_seeds("sum and condition", kCases, [](std::uint64_t seed) {
    Case c{seed, false};
    Reference reference{c.event_type, c.condition};
    std::uint64_t sum = 0;
    for (std::uint64_t cycle = 0; cycle < c.cycles; ++cycle) {
      sum += reference.add(c.amount(cycle));
    }
    bool condition = c.condition;
    RC_ASSERT(tally(c.view, c.cycles, Threshold{c.event_type}, condition) == sum);
    RC_ASSERT(condition == reference.condition());
  });
  REQUIRE(holds);
}

TEST_CASE("the first cycle that reaches a distance is the one that a loop finds",
          "[pmu][tally][property]") {
  std::uint64_t found_some = 0;
  const bool holds = holds_for_seeds("first_reaching", kCases, [&](std::uint64_t seed) {
    Case c{seed, true};
    std::vector<std::uint64_t> sums;
    std::uint64_t total = 0;
    Reference reference{c.event_type, c.condition};
    for (std::uint64_t cycle = 0; cycle < c.cycles; ++cycle) {
      total += reference.add(c.amount(cycle));
      sums.push_back(total);
    }
    // Around a sum that does occur: one below, exactly, one above; and beyond the end.
    const std::uint64_t target = sums[c.draw.below(sums.size())];
    for (const std::uint64_t distance : {std::max<std::uint64_t>(target, 2) - 1,
                                         std::max<std::uint64_t>(target, 1),
                                         target + 1,
                                         total + 1}) {
      const auto at =
          std::ranges::find_if(sums, [&](std::uint64_t sum) { return sum >= distance; });
      const auto found =
          first_reaching(c.view, c.cycles, Threshold{c.event_type}, c.condition, distance);
      RC_ASSERT(found.has_value() == (at != sums.end()));
      if (found) {
        ++found_some;
        RC_ASSERT(*found == static_cast<std::uint64_t>(at - sums.begin()));
      }
    }
  });
  REQUIRE(holds);
  CHECK(found_some > 50);
}

TEST_CASE("an advanced view shows the amounts of the later cycles", "[pmu][feed][property]") {
  const bool holds = holds_for_seeds("advance", kCases, [](std::uint64_t seed) {
    Case c{seed, false};
    StreamView view = c.view;
    for (std::uint64_t cycle = 0; cycle < c.cycles;) {
      RC_ASSERT(view.cycles == c.view.cycles - cycle);
      RC_ASSERT(amount_now(view) == c.amount(cycle));
      const std::uint64_t step = c.draw.between(1, std::min<std::uint64_t>(view.cycles, 9));
      if (cycle + step >= c.view.cycles) {
        break;  // past the end there is nothing to look at
      }
      advance(view, step);
      cycle += step;
    }
  });
  REQUIRE(holds);
}
