// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/program_text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>

#include "models/isa/instruction.h"
#include "sim/litmus/read_test.h"
#include "tests/support/memory/axiomatic_explorer.h"
#include "tests/support/memory/program_features.h"
#include "tests/support/memory/random_program.h"

namespace pmusim::test {
namespace {

/// Pairs rely on neighbours, which litmus tests do not have.
bool has_pair(const memory::ConcurrentProgram& program) {
  const std::vector<Feature> features = features_of(program);
  return std::ranges::find(features, Feature::pair) != features.end();
}

std::size_t outcomes(const memory::ConcurrentProgram& program,
                     const std::vector<memory::Observable>& observed) {
  const auto states = axiomatic_states(program, observed);
  return states ? states->size() : 0;
}

}  // namespace

TEST_CASE("the text of a random program is a litmus test of that program", "[memory][oracle]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RandomProgram random = random_program(seed);
    if (has_pair(random.program)) {
      continue;
    }
    const std::string text = litmus_text(random.program, random.observed, "random");
    CAPTURE(text);
    const auto test = litmus::read_test(text, "random");
    REQUIRE(test.has_value());
    REQUIRE(test->program.threads.size() == random.program.threads.size());
    for (std::size_t thread = 0; thread < random.program.threads.size(); ++thread) {
      CHECK(test->program.threads[thread].program.code ==
            random.program.threads[thread].program.code);
    }
    CHECK(test->shown.size() == random.observed.size());
    CHECK(outcomes(test->program, test->shown) == outcomes(random.program, random.observed));
  }
}

}  // namespace pmusim::test
