// SPDX-License-Identifier: Apache-2.0
//
// The ring protocol at sizes that an enumeration of executions does not reach. The verdicts are
// those of RINGBUFFER, the count of outcomes is that of its executions: 2n with all barriers.
#include <catch2/catch.hpp>

#include "models/memory/explorer.h"
#include "tests/support/exploration/ring_program.h"

using namespace pmusim;
using namespace pmusim::memory;
using namespace pmusim::test;

namespace {

ExploreResult run(const RingShape& shape, ExploreGoal goal) {
  const RingProgram ring = ring_program(shape);
  auto result = explore(ring.program, {}, ring.bad, goal);
  REQUIRE(result);
  REQUIRE(result->end == ExploreEnd::complete);
  return *result;
}

}  // namespace

TEST_CASE("with all barriers the ring is safe, and its cost is linear in the records",
          "[memory][ring]") {
  const unsigned slots = GENERATE(1U, 2U, 4U);
  const auto states = [&](unsigned records) {
    const ExploreResult result =
        run({.records = records, .words = 2, .slots = slots}, ExploreGoal::verdict);
    CHECK_FALSE(result.holds);
    CHECK(result.fails);
    return result.explored;
  };
  const std::uint64_t step = states(12) - states(11);
  CHECK(states(24) - states(23) == step);
  CHECK(states(32) == states(12) + 20 * step);
}

TEST_CASE("with any one barrier removed a bad record is found, in an execution with one stray step",
          "[memory][ring]") {
  const unsigned words = GENERATE(1U, 2U);
  RingShape shape{.records = 8, .words = words};
  bool RingShape::* const removed =
      GENERATE(&RingShape::a, &RingShape::b, &RingShape::c, &RingShape::d);
  shape.*removed = false;
  const ExploreResult result = run(shape, ExploreGoal::verdict);
  REQUIRE(result.holds);
  CHECK(result.fails);
  CHECK(std::ranges::count(*result.holds, true, &WitnessStep::before_older) == 1);
}

TEST_CASE("the final states are all those of the 2n executions", "[memory][ring]") {
  const RingProgram ring = ring_program({.records = 5});
  const Observable head{.kind = Observable::Kind::location, .location = 1};
  const Observable tail{.kind = Observable::Kind::location, .location = 2};
  const Observable seen{.thread = 1, .reg = isa::x(20)};
  const Observable room{.thread = 0, .reg = isa::x(4)};
  const auto result =
      explore(ring.program, {head, tail, seen, room}, ring.bad, ExploreGoal::all_states);
  REQUIRE(result);
  CHECK(result->end == ExploreEnd::complete);
  CHECK_FALSE(result->holds);
  CHECK(result->states.size() == 10);
}
