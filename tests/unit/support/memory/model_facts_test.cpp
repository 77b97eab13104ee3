// SPDX-License-Identifier: Apache-2.0
//
// Both explorers against what is known: facts of the model (tests/data/model_facts) and, for the
// second explorer, herd7's outcomes of the litmus sets.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/memory/explorer.h"
#include "sim/litmus/expected.h"
#include "sim/litmus/file_list.h"
#include "sim/litmus/outcome.h"
#include "sim/litmus/print.h"
#include "sim/litmus/read_test.h"
#include "tests/support/memory/axiomatic_explorer.h"

namespace pmusim::test {
namespace {

using States = std::set<memory::FinalState>;

std::vector<litmus::LitmusTest> tests_in(const std::string& folder) {
  std::vector<litmus::LitmusTest> tests;
  const litmus::FileList list = litmus::resolve({std::string{PMUSIM_TEST_DATA "/"} + folder});
  REQUIRE(list.problems.empty());
  for (const std::string& file : list.files) {
    CAPTURE(file);
    auto test = litmus::read_test_file(file);
    REQUIRE(test.has_value());
    tests.push_back(std::move(*test));
  }
  REQUIRE_FALSE(tests.empty());
  return tests;
}

bool is_ok(const litmus::LitmusTest& test, const States& states) {
  litmus::Outcome outcome;
  for (const memory::FinalState& state : states) {
    ++(litmus::holds(test, state) ? outcome.holding : outcome.failing);
  }
  return outcome.ok(test.quantifier).value_or(false);
}

std::set<std::string> texts(const litmus::LitmusTest& test, const States& states) {
  std::set<std::string> result;
  std::ranges::transform(states, std::inserter(result, result.end()), [&](const auto& state) {
    return litmus::state_text(test, state);
  });
  return result;
}

}  // namespace

TEST_CASE("the second explorer agrees with the facts of the model", "[memory][oracle]") {
  for (const litmus::LitmusTest& test : tests_in("model_facts")) {
    CAPTURE(test.name);
    const auto states = axiomatic_states(test.program, test.shown);
    REQUIRE(states.has_value());
    CAPTURE(texts(test, *states));
    CHECK(is_ok(test, *states));
  }
}

TEST_CASE("the explorer agrees with the facts of the model", "[memory]") {
  for (const litmus::LitmusTest& test : tests_in("model_facts")) {
    CAPTURE(test.name);
    const auto result = memory::explore(
        test.program, test.shown, test.proposition, memory::ExploreGoal::all_states);
    REQUIRE(result.has_value());
    REQUIRE(result->end == memory::ExploreEnd::complete);
    CAPTURE(texts(test, result->states));
    CHECK(is_ok(test, result->states));
  }
}

TEST_CASE("the second explorer finds what herd7 finds", "[memory][oracle]") {
  const std::string folder = GENERATE("litmus/generated", "litmus/ring");
  const auto expected =
      litmus::Expectations::read(std::string{PMUSIM_TEST_DATA "/"} + folder + "/expected.jsonl");
  REQUIRE(expected.has_value());
  for (const litmus::LitmusTest& test : tests_in(folder)) {
    CAPTURE(test.name);
    const litmus::Expectation* expectation = expected->find(test);
    if (expectation == nullptr) {
      continue;  // too large for herd7, and for this explorer
    }
    const auto states = axiomatic_states(test.program, test.shown);
    REQUIRE(states.has_value());
    CHECK(texts(test, *states) == expectation->states);
  }
}

}  // namespace pmusim::test
