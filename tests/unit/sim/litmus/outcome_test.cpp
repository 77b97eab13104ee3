// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/outcome.h"

#include <catch2/catch.hpp>

#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;
using memory::ExploreEnd;

namespace {

Outcome seen(std::size_t holding, std::size_t failing, ExploreEnd end = ExploreEnd::complete) {
  Outcome outcome;
  outcome.holding = holding;
  outcome.failing = failing;
  outcome.end = end;
  return outcome;
}

}  // namespace

TEST_CASE("an observation tells in how much of what was seen the proposition holds",
          "[litmus][outcome]") {
  CHECK(seen(0, 3).observation() == Observation::never);
  CHECK(seen(1, 3).observation() == Observation::sometimes);
  CHECK(seen(1, 0).observation() == Observation::always);
  CHECK(seen(0, 0).observation() == Observation::never);  // as herd7 has it
}

TEST_CASE("a complete run decides every condition", "[litmus][outcome]") {
  // exists wants one that holds, ~exists none, forall none that fails.
  CHECK(seen(1, 1).ok(Quantifier::exists) == true);
  CHECK(seen(0, 1).ok(Quantifier::exists) == false);
  CHECK(seen(1, 1).ok(Quantifier::not_exists) == false);
  CHECK(seen(0, 1).ok(Quantifier::not_exists) == true);
  CHECK(seen(1, 1).ok(Quantifier::forall) == false);
  CHECK(seen(1, 0).ok(Quantifier::forall) == true);
}

TEST_CASE("a run that was cut short decides only what it has seen", "[litmus][outcome]") {
  const auto end = GENERATE(ExploreEnd::bounded, ExploreEnd::stopped);
  CHECK(seen(1, 0, end).ok(Quantifier::exists) == true);
  CHECK(seen(0, 1, end).ok(Quantifier::exists) == std::nullopt);
  CHECK(seen(1, 0, end).ok(Quantifier::not_exists) == false);
  CHECK(seen(0, 1, end).ok(Quantifier::not_exists) == std::nullopt);
  CHECK(seen(0, 1, end).ok(Quantifier::forall) == false);
  CHECK(seen(1, 0, end).ok(Quantifier::forall) == std::nullopt);
  CHECK_FALSE(seen(0, 1, end).is_settled());
  CHECK_FALSE(seen(1, 0, end).is_settled());
  CHECK(seen(1, 1, end).is_settled());
}

TEST_CASE("the witness is the execution that settles the condition", "[litmus][outcome]") {
  Outcome outcome = seen(1, 1);
  outcome.holds = memory::Witness{{0, 0, "holds", false}};
  outcome.fails = memory::Witness{{0, 0, "fails", false}};
  CHECK(outcome.witness(Quantifier::exists)->front().text == "holds");
  CHECK(outcome.witness(Quantifier::not_exists)->front().text == "holds");
  CHECK(outcome.witness(Quantifier::forall)->front().text == "fails");
  CHECK(seen(0, 1).witness(Quantifier::exists) == nullptr);
}

TEST_CASE("a proposition is evaluated over the values that a state shows", "[litmus][outcome]") {
  const auto value = [](const char* condition, const memory::FinalState& state) {
    return holds(
        read_good(one_thread("uint64_t 0:X1; x=0;",
                             "NOP;",
                             std::string{"locations [0:X0; 0:X1; x;] exists "} + condition)),
        state);
  };
  CHECK(value("(0:X0=1 /\\ x=2)", {1, 0, 2}));
  CHECK_FALSE(value("(0:X0=1 /\\ x=2)", {1, 0, 3}));
  CHECK(value("(0:X0=1 \\/ x=2)", {0, 0, 2}));
  CHECK_FALSE(value("(0:X0=1 \\/ x=2)", {0, 0, 3}));
  CHECK(value("(not x=2)", {0, 0, 3}));
  CHECK(value("true", {0, 0, 0}));
  CHECK_FALSE(value("false", {0, 0, 0}));
  // An int compares 32 bits, so does what has no type; a uint64_t compares all.
  CHECK(value("0:X0=-1", {0xFFFF'FFFF, 0, 0}));
  CHECK_FALSE(value("0:X1=-1", {0, 0xFFFF'FFFF, 0}));
  CHECK(value("0:X1=-1", {0, ~std::uint64_t{0}, 0}));
}
