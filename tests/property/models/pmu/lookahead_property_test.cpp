// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "models/pmu/lookahead.h"
#include "tests/property/models/pmu/draw.h"
#include "tests/property/models/pmu/reference.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr EventId kAny{0x24};
constexpr std::uint64_t kLength = 3000;

/// One dense stream, and a few counters that look ahead in it and commit together.
struct Bench {
  explicit Bench(std::uint64_t seed) : draw{seed} {
    using Kind = StreamView::Kind;
    const Kind kind = draw.pick({Kind::dense8, Kind::dense8, Kind::dense16, Kind::dense32});
    activity.add(kAny, random_segment(draw, kind, kLength));
    feed.view = activity.view(kAny, 0, kLength);
    feed.generation = 1;
    const bool edges = draw.one_in(2);
    for (unsigned counter = 0; counter < 3; ++counter) {
      types.push_back(draw.one_in(3) ? 0 : random_threshold(draw, edges));
      conditions.push_back(draw.one_in(2));
    }
  }

  /// The sums of one counter after 1, 2, ... of the next cycles.
  [[nodiscard]] std::vector<std::uint64_t> sums(unsigned counter, std::uint64_t cycles) const {
    Reference reference{types[counter], conditions[counter]};
    std::vector<std::uint64_t> result;
    std::uint64_t sum = 0;
    for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
      sum += reference.add(activity.amount(kAny, position + cycle));
      result.push_back(sum);
    }
    return result;
  }

  void commit(std::uint64_t cycles) {
    for (unsigned counter = 0; counter < types.size(); ++counter) {
      Reference reference{types[counter], conditions[counter]};
      static_cast<void>(reference.add(activity.amount(kAny, position + cycles - 1)));
      conditions[counter] = reference.condition();
    }
    advance(feed.view, cycles);
    position += cycles;
  }

  Draw draw;
  ScriptedActivity activity;
  Feed feed;
  Lookahead lookahead;
  std::vector<RegValue> types;
  std::vector<bool> conditions;
  std::uint64_t position{};
};

/// Asks for a distance near a sum that the counter does reach, and compares with the loop.
std::uint64_t look(Bench& bench, unsigned counter, std::uint64_t cycles) {
  const std::vector<std::uint64_t> sums = bench.sums(counter, cycles);
  const std::uint64_t near = sums[bench.draw.below(sums.size())] + bench.draw.below(3);
  const std::uint64_t distance = std::max<std::uint64_t>(near, 2) - 1;
  const auto at = std::ranges::find_if(sums, [&](std::uint64_t sum) { return sum >= distance; });
  const auto found = bench.lookahead.first_reaching(counter,
                                                    bench.feed,
                                                    cycles,
                                                    Threshold{bench.types[counter]},
                                                    bench.conditions[counter],
                                                    distance);
  RC_ASSERT(found.has_value() == (at != sums.end()));
  if (!found) {
    return cycles;
  }
  RC_ASSERT(*found == static_cast<std::uint64_t>(at - sums.begin()));
  return *found + 1;
}

/// Lets counters look ahead at random and commits as far as the nearest of what they find, or less.
/// @param served  is increased by the sums that needed no second evaluation.
/// @return  false at the end of the stream.
bool look_and_commit(Bench& bench, std::uint64_t& served) {
  const std::uint64_t left = kLength - bench.position;
  std::uint64_t planned = bench.draw.between(1, left);
  std::set<unsigned> asked;
  for (unsigned counter = 0; counter < bench.types.size(); ++counter) {
    if (!bench.draw.one_in(4)) {
      planned = look(bench, counter, planned);
      asked.insert(counter);
    }
  }
  const std::uint64_t wanted = bench.draw.one_in(2) ? planned : bench.draw.between(1, planned);
  const std::uint64_t elapsed = std::min(left - 1, wanted);  // the end leaves nothing to look at
  if (elapsed == 0) {
    return false;
  }
  for (unsigned counter = 0; counter < bench.types.size(); ++counter) {
    const auto sum =
        bench.lookahead.sum(counter, bench.feed, elapsed, Threshold{bench.types[counter]});
    // What was looked at just now must not be evaluated again.
    RC_ASSERT((sum.has_value() || !asked.contains(counter)));
    if (sum) {
      ++served;
      RC_ASSERT(*sum == bench.sums(counter, elapsed).back());
    }
  }
  bench.commit(elapsed);
  return true;
}

}  // namespace

TEST_CASE("looking ahead and committing give what a loop gives", "[pmu][lookahead][property]") {
  std::uint64_t served = 0;
  const bool holds = rc::check("first_reaching and sum", [&] {
    Bench bench{*any_seed()};
    while (look_and_commit(bench, served)) {
    }
  });
  REQUIRE(holds);
  CHECK(served > 100);
}

TEST_CASE("what was evaluated for another view or threshold is not used", "[pmu][lookahead]") {
  Bench bench{7};
  const Threshold identity{0};
  static_cast<void>(bench.lookahead.first_reaching(0, bench.feed, 500, identity, false, ~0ULL));
  REQUIRE(bench.lookahead.sum(0, bench.feed, 500, identity).has_value());
  SECTION("another view") {
    bench.feed.generation = 2;
    CHECK_FALSE(bench.lookahead.sum(0, bench.feed, 500, identity).has_value());
  }
  SECTION("another threshold") {
    const Threshold at_least_three{RegValue{4} << 61U | RegValue{3} << 32U};
    CHECK_FALSE(bench.lookahead.sum(0, bench.feed, 500, at_least_three).has_value());
  }
  SECTION("another counter") {
    CHECK_FALSE(bench.lookahead.sum(1, bench.feed, 500, identity).has_value());
  }
  SECTION("edges of another history") {
    const Threshold edges{RegValue{5} << 61U | RegValue{1} << 60U | RegValue{3} << 32U};
    static_cast<void>(bench.lookahead.first_reaching(1, bench.feed, 500, edges, false, ~0ULL));
    REQUIRE(bench.lookahead.sum(1, bench.feed, 500, edges).has_value());
    bench.lookahead.forget_edges();
    CHECK_FALSE(bench.lookahead.sum(1, bench.feed, 500, edges).has_value());
    CHECK(bench.lookahead.sum(0, bench.feed, 500, identity).has_value());
  }
  SECTION("beyond what was evaluated") {
    CHECK_FALSE(bench.lookahead.sum(0, bench.feed, kLength, identity).has_value());
  }
}
