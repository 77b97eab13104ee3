// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "models/memory/explorer.h"
#include "tests/support/exploration/ring_program.h"
#include "tests/support/exploration/shape.h"

using namespace pmusim;
using namespace pmusim::memory;
using namespace pmusim::test;

namespace {

/// One line per step; `<` marks a step before an older access.
std::string told(const std::optional<Witness>& witness) {
  REQUIRE(witness);
  std::string text;
  for (const WitnessStep& step : *witness) {
    text += "P" + std::to_string(step.thread) + ":" + std::to_string(step.instruction) + " " +
            step.text + (step.before_older ? " <" : "") + "\n";
  }
  return text;
}

std::string holding(const Shape& shape, ExploreGoal goal = ExploreGoal::all_states) {
  const ShapeProgram made = shape_program(shape);
  const auto result = explore(made.program, made.observed, made.outcome, goal);
  REQUIRE(result);
  return told(result->holds);
}

}  // namespace

TEST_CASE("a witness tells the shortest execution in the order of becoming visible",
          "[memory][witness]") {
  const Shape passing{{"MOV X0,#1; STR X0,[X1]; STR X0,[X3]", "LDR X0,[X3]; DMB LD; LDR X2,[X1]"},
                      "1:X0=1 1:X2=0"};
  const ExploreGoal goal = GENERATE(ExploreGoal::all_states, ExploreGoal::verdict);
  CHECK(holding(passing, goal) ==
        "P0:2 STR X0,[X3]   y = 1 <\n"
        "P1:0 LDR X0,[X3]   reads y = 1\n"
        "P1:2 LDR X2,[X1]   reads x = 0\n"
        "P0:1 STR X0,[X1]   x = 1\n");
}

TEST_CASE("a step is marked only while an older access of its thread is open",
          "[memory][witness]") {
  const Shape buffering{
      {"MOV X0,#1; STR X0,[X1]; LDR X2,[X3]", "MOV X0,#1; STR X0,[X3]; LDR X2,[X1]"},
      "0:X2=0 1:X2=0"};
  CHECK(holding(buffering) ==
        "P0:2 LDR X2,[X3]   reads y = 0 <\n"
        "P1:1 STR X0,[X3]   y = 1\n"
        "P1:2 LDR X2,[X1]   reads x = 0\n"
        "P0:1 STR X0,[X1]   x = 1\n");
}

TEST_CASE("a value from an own store that is not visible yet is told as such",
          "[memory][witness]") {
  CHECK(holding({{"MOV X0,#1; STR X0,[X1]; LDR X2,[X1]; EOR X4,X2,X2; LDR X6,[X3,X4]",
                  "MOV X0,#1; STR X0,[X3]; DMB ISH; LDR X2,[X1]"},
                 "0:X2=1 0:X6=0 1:X2=0"}) ==
        "P0:2 LDR X2,[X1]   reads x = 1 from its own store <\n"
        "P0:4 LDR X6,[X3,X4]   reads y = 0 <\n"
        "P1:1 STR X0,[X3]   y = 1\n"
        "P1:3 LDR X2,[X1]   reads x = 0\n"
        "P0:1 STR X0,[X1]   x = 1\n");
  CHECK(holding({{"MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]",
                  "MOV X0,#1; STADD X0,[X3]; LDR X4,[X3]; DMB LD; LDR X2,[X1]"},
                 "1:X4=2 1:X2=0"})
            .starts_with("P1:2 LDR X4,[X3]   takes y from its own store, which has no value yet <\n"
                         "P1:4 LDR X2,[X1]   reads x = 0 <\n"));
}

TEST_CASE("an execution in program order is found for an outcome that has one",
          "[memory][witness]") {
  CHECK(holding({{"MOV X0,#1; STR X0,[X1]; LDR X2,[X3]", "MOV X0,#1; STR X0,[X3]; LDR X2,[X1]"},
                 "0:X2=0 1:X2=1"}) ==
        "P0:1 STR X0,[X1]   x = 1\n"
        "P0:2 LDR X2,[X3]   reads y = 0\n"
        "P1:1 STR X0,[X3]   y = 1\n"
        "P1:2 LDR X2,[X1]   reads x = 1\n");
}

TEST_CASE("an access that no other thread can notice is told in its order", "[memory][witness]") {
  const Shape passing{{"MOV X0,#1; STR X0,[X1]; LDR X2,[X5]; STR X2,[X7]; STR X0,[X3]",
                       "LDR X0,[X3]; DMB LD; LDR X2,[X1]"},
                      "1:X0=1 1:X2=0"};
  const ExploreGoal goal = GENERATE(ExploreGoal::all_states, ExploreGoal::verdict);
  CHECK(holding(passing, goal) ==
        "P0:4 STR X0,[X3]   y = 1 <\n"
        "P1:0 LDR X0,[X3]   reads y = 1\n"
        "P1:2 LDR X2,[X1]   reads x = 0\n"
        "P0:1 STR X0,[X1]   x = 1\n"
        "P0:2 LDR X2,[X5]   reads z = 0\n"
        "P0:3 STR X2,[X7]   p = 0\n");
}

TEST_CASE("the missing barrier D of the ring is told in twelve lines", "[memory][witness]") {
  const RingProgram ring = ring_program({.records = 2, .words = 2, .d = false});
  const auto result = explore(ring.program, {}, ring.bad, ExploreGoal::verdict);
  REQUIRE(result);
  CHECK(told(result->holds) ==
        "P0:1 STR X0,[X1]   data0 = 1\n"
        "P0:2 STR X0,[X1,#8]   data1 = 1\n"
        "P0:4 STR X0,[X3]   head = 1\n"
        "P1:0 LDR X20,[X3]   reads head = 1\n"
        "P1:4 LDR X22,[X1]   reads data0 = 1\n"
        "P1:11 STR X24,[X5]   tail = 1 <\n"
        "P0:5 LDR X4,[X5]   reads tail = 1\n"
        "P0:9 STR X0,[X1]   data0 = 2\n"
        "P0:10 STR X0,[X1,#8]   data1 = 2\n"
        "P1:7 LDR X22,[X1,#8]   reads data1 = 2\n"
        "P1:12 LDR X20,[X3]   reads head = 1\n"
        "P0:12 STR X0,[X3]   head = 2\n");
}

TEST_CASE("the same program is told in the same way each time", "[memory][witness]") {
  const RingProgram ring = ring_program({.records = 4, .words = 2, .a = false, .c = false});
  const auto once = [&] {
    const auto result = explore(ring.program, {}, ring.bad, ExploreGoal::verdict);
    REQUIRE(result);
    return std::tuple{told(result->holds), told(result->fails), result->explored, result->steps};
  };
  CHECK(once() == once());
}

TEST_CASE("a verdict gives the final states of its executions", "[memory][witness]") {
  const ShapeProgram made =
      shape_program({{"MOV X0,#1; STR X0,[X1]; STR X0,[X3]", "LDR X0,[X3]; LDR X2,[X1]; MOV X4,#5"},
                     "1:X0=1 1:X2=0 1:X4=5 x=1"});
  const auto result = explore(made.program, made.observed, made.outcome, ExploreGoal::verdict);
  REQUIRE(result);
  CHECK(result->states.contains({1, 0, 5, 1}));
  for (const FinalState& state : result->states) {
    CHECK(state[2] == 5);
    CHECK(state[3] == 1);
  }
}
