// SPDX-License-Identifier: Apache-2.0
//
// Whatever is done to a scenario, the reader gives a scenario or says what is wrong and where.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/scenario/input_file.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/mutator.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::test;

namespace {

constexpr std::array<std::string_view, 16> kTokens{"null",
                                                   "true",
                                                   "-1",
                                                   "0",
                                                   "18446744073709551616",
                                                   "9223372036854775808",
                                                   "1e308",
                                                   "0.5",
                                                   "[]",
                                                   "{}",
                                                   "\"\"",
                                                   "\"all\"",
                                                   "[[[[",
                                                   R"("\ud800")",
                                                   ",",
                                                   "\"0xffffffffffffffff\""};

/// Puts a token in the place of the value after the next colon: mostly still JSON.
void replace_value(std::string& text, std::size_t at, std::string_view token) {
  const std::size_t colon = text.find(':', at);
  const std::size_t end = text.find_first_of(",}]", colon == std::string::npos ? at : colon);
  if (colon != std::string::npos && end != std::string::npos) {
    text.replace(colon + 1, end - colon - 1, token);
  }
}

}  // namespace

TEST_CASE("changed at random, a scenario is read or its problems have a place",
          "[scenario][slow]") {
  const std::string folder = std::string{PMUSIM_TEST_DATA} + "/scenarios/";
  std::vector<std::string> sources;
  for (const char* name : {"smallest.json", "thresholds.json", "everything.json", "linux.json"}) {
    sources.push_back(read_regular_file(folder + name, JsonLimits::kBytes).value());
  }
  const Mutator mutator{{.sources = std::move(sources), .tokens = kTokens, .place = replace_value}};
  std::size_t read = 0;
  std::size_t not_json = 0;
  for (std::uint64_t i = 0; i < 2'000; ++i) {
    const std::string text = mutator.mutant(i);
    CAPTURE(i, text);
    const auto scenario = read_scenario_text(text, folder + "mutant.json");
    if (scenario) {
      ++read;
      const std::string resolved = resolved_json(*scenario);
      const auto again = read_scenario_text(resolved, folder + "mutant.json");
      REQUIRE(again);
      REQUIRE(resolved_json(*again) == resolved);
      continue;
    }
    REQUIRE_FALSE(scenario.error().empty());
    for (const Error& problem : scenario.error().listed()) {
      not_json += problem.what.starts_with("not JSON") ? 1U : 0U;
      REQUIRE_FALSE(problem.where.empty());
      REQUIRE_FALSE(problem.what.empty());
      REQUIRE(is_printable(to_text(problem)));
    }
  }
  CHECK(read > 100);        // the changes are not all fatal,
  CHECK(not_json > 300);    // some break the syntax,
  CHECK(not_json < 1'700);  // and some do not
}
