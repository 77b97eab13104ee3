// SPDX-License-Identifier: Apache-2.0
//
// The timed pipeline runs every litmus test of tests/data with many seeds: it shows nothing but
// what herd7 7.58 allows, and of the tests of two threads nearly all of it.
#include <iostream>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "models/memory/timed/timed_machine.h"
#include "sim/litmus/expected.h"
#include "sim/litmus/file_list.h"
#include "sim/litmus/print.h"
#include "sim/litmus/read_test.h"
#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kRuns = 100;  // soundness; coverage takes the speed of a release build
#else
constexpr std::uint64_t kRuns = 2'000;
#endif

struct Coverage {
  std::size_t allowed{};
  std::size_t shown{};
};

std::set<std::string> shown_by(const LitmusTest& test) {
  constexpr std::uint64_t kLongest = 1'000'000;
  memory::TimedMachine machine{test.program, memory::Latencies::wild()};
  std::set<memory::FinalState> states;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    REQUIRE(machine.run(seed, kLongest) == memory::TimedMachine::End::finished);
    states.insert(machine.values(test.shown));
  }
  std::set<std::string> texts;
  for (const memory::FinalState& state : states) {
    texts.insert(state_text(test, state));
  }
  return texts;
}

/// Adds the tests of two threads of a set to `coverage`.
void run_set(const std::string& set, Coverage& coverage) {
  const auto expectations = Expectations::read(litmus_folder(set) + "/expected.jsonl");
  REQUIRE(expectations);
  for (const std::string& file : resolve({litmus_folder(set)}).files) {
    CAPTURE(file);
    const LitmusTest test = read_test_file(file).value();
    const Expectation* const expected = expectations->find(test);
    if (expected == nullptr) {
      continue;  // RBN3 and RBN3x, which herd7 does not finish
    }
    const std::set<std::string> shown = shown_by(test);
    for (const std::string& state : shown) {
      CAPTURE(state);
      CHECK(expected->states.contains(state));
    }
    if (test.program.threads.size() == 2) {
      coverage.allowed += expected->states.size();
      coverage.shown += shown.size();
    }
  }
}

}  // namespace

TEST_CASE("the timed pipeline shows only what is allowed, and nine tenths of it with two threads",
          "[litmus][reference]") {
  Coverage coverage;
  run_set("generated", coverage);
  run_set("ring", coverage);
  std::cout << "two threads: " << coverage.shown << " of " << coverage.allowed
            << " allowed outcomes seen in " << kRuns << " runs a test\n";
#if !defined(__SANITIZE_ADDRESS__)
  CHECK(coverage.shown * 10 >= coverage.allowed * 9);
#endif
}
