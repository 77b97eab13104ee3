// SPDX-License-Identifier: Apache-2.0
//
// The timed pipeline runs every litmus test of tests/data with many seeds: it shows nothing but
// what herd7 7.58 allows, and of the tests of two threads nearly all of it.
#include <iostream>
#include <string>

#include <catch2/catch.hpp>

#include "sim/litmus/expected.h"
#include "sim/litmus/file_list.h"
#include "sim/litmus/read_test.h"
#include "sim/litmus/run.h"
#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kRuns = 100;  // soundness; coverage takes the speed of a release build
#else
constexpr std::uint64_t kRuns = 2'000;
#endif

/// Adds the tests of two threads of a set to `pairs`.
void run_set(const std::string& set, Coverage& pairs) {
  const auto expectations = Expectations::read(litmus_folder(set) + "/expected.jsonl");
  REQUIRE(expectations);
  for (const std::string& file : resolve({litmus_folder(set)}).files) {
    CAPTURE(file);
    const LitmusTest test = read_test_file(file).value();
    const Expectation* const expected = expectations->find(test);
    if (expected == nullptr) {
      continue;  // RBN3 and RBN3x, which herd7 does not finish
    }
    const Outcome outcome = sample(test, {.runs = kRuns}).value();
    CHECK_FALSE(outcome.is_cut_short());
    CHECK(differences(test, outcome, *expected, true).empty());
    if (test.program.threads.size() == 2) {
      pairs += coverage(test, outcome, *expected);
    }
  }
}

}  // namespace

TEST_CASE("the timed pipeline shows only what is allowed, and nine tenths of it with two threads",
          "[litmus][reference]") {
  Coverage pairs;
  run_set("generated", pairs);
  run_set("ring", pairs);
  std::cout << "two threads: " << pairs.seen << " of " << pairs.allowed
            << " allowed outcomes seen in " << kRuns << " runs a test\n";
#if !defined(__SANITIZE_ADDRESS__)
  CHECK(pairs.seen * 10 >= pairs.allowed * 9);
#endif
}
