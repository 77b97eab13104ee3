// SPDX-License-Identifier: Apache-2.0
//
// Whatever is done to a litmus file, it runs, or what is wrong is said, and where.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/litmus/file_list.h"
#include "sim/litmus/print.h"
#include "sim/litmus/read_test.h"
#include "sim/litmus/run.h"
#include "sim/scenario/input_file.h"
#include "tests/support/litmus_text.h"
#include "tests/support/mutator.h"

using namespace pmusim;
using namespace pmusim::litmus;
using namespace pmusim::test;

namespace {

constexpr std::array<std::string_view, 30> kTokens{
    "|",         ";",    "}",       "{",  "(*", "*)",   "\"",    "exists", "~",
    "forall",    "/\\",  "\\/",     "(",  ")",  "not ", "[",     "]",      "=",
    "0:X",       "9:X1", "X31",     "W0", "-1", "#-1",  "0x1FF", "L0:",    "18446744073709551616",
    "uint64_t ", "//",   "\xC3\xA4"};

void check_problems(const scenario::Problems& problems) {
  REQUIRE_FALSE(problems.empty());
  for (const Error& problem : problems.listed()) {
    CAPTURE(problem.where, problem.what, problem.hint);
    REQUIRE(problem.where.starts_with("mutant:"));
    REQUIRE_FALSE(problem.what.empty());
    REQUIRE(is_printable(scenario::to_text(problem)));
  }
}

/// Whether the explorer takes the test; if not, it says where and why.
bool runs(const LitmusTest& test) {
  RunOptions options;
  options.limits.states = 1'000;
  const Result<Outcome> outcome = run(test, options);
  if (!outcome) {
    REQUIRE(outcome.error().where.starts_with("mutant"));
    REQUIRE(is_printable(scenario::to_text(outcome.error())));
  }
  return outcome.has_value();
}

}  // namespace

TEST_CASE("changed at random, a litmus test runs or its problems have a place",
          "[litmus][property]") {
  const std::string folder = std::string{PMUSIM_TEST_DATA} + "/litmus";
  std::vector<std::string> sources;
  for (const std::string& file : resolve({folder}).files) {
    sources.push_back(scenario::read_regular_file(file, kLargestTest).value());
  }
  const Mutator mutator{
      {.sources = std::move(sources), .tokens = kTokens, .changes = 3, .longest = 20}};
  constexpr std::uint64_t kMutants = 20'000;
  std::size_t read = 0;
  std::size_t ran = 0;
  for (std::uint64_t i = 0; i < kMutants; ++i) {
    const std::string text = mutator.mutant(i);
    CAPTURE(i, text);
    const auto test = read_test(text, "mutant");
    if (!test) {
      check_problems(test.error());
      continue;
    }
    ++read;
    const std::string written = litmus_text(*test);
    CAPTURE(written);
    const auto again = read_test(written, "again");
    REQUIRE(again);
    REQUIRE(litmus_text(*again) == written);
    REQUIRE(condition_text(*again) == condition_text(*test));
    ran += runs(*test) ? 1U : 0U;
  }
  CHECK(read > kMutants / 20);  // the changes are not all fatal,
  CHECK(read < kMutants / 2);   // and some are;
  CHECK(ran > read / 2);        // of those that are read most run,
  CHECK(ran < read);            // and some do not
}
