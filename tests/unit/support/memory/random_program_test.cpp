// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/random_program.h"

#include <cstdint>
#include <map>

#include <catch2/catch.hpp>

#include "models/isa/encoding.h"
#include "tests/support/memory/axiomatic_explorer.h"
#include "tests/support/memory/program_features.h"
#include "tests/support/memory/program_text.h"

namespace pmusim::test {
namespace {

std::string text(std::uint64_t seed) {
  const RandomProgram random = random_program(seed);
  return litmus_text(random.program, random.observed, "random");
}

}  // namespace

TEST_CASE("a random program is a function of its seed", "[memory][oracle]") {
  CHECK(text(7) == text(7));
  CHECK(text(7) != text(8));
}

TEST_CASE("random programs consist of instructions that exist", "[memory][oracle]") {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    CAPTURE(text(seed));
    for (const memory::Thread& thread : random_program(seed).program.threads) {
      for (const isa::Instruction& instruction : thread.program.code) {
        CAPTURE(isa::to_text(instruction));
        const auto word = isa::encode(instruction);
        CHECK((word && isa::decode(*word) == instruction));
      }
    }
  }
}

TEST_CASE("each feature is in more than one random program of fifty", "[memory][oracle]") {
  constexpr std::uint64_t kPrograms = 2'000;
  std::map<Feature, std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    for (const Feature feature : features_of(random_program(seed).program)) {
      ++seen[feature];
    }
  }
  for (std::size_t number = 0; number < kFeatures; ++number) {
    const auto feature = static_cast<Feature>(number);
    CAPTURE(to_text(feature));
    CHECK(seen[feature] * 50 > kPrograms);
  }
}

TEST_CASE("nearly all random programs are small enough to be explored", "[memory][oracle]") {
  constexpr std::uint64_t kPrograms = 300;
  std::uint64_t given_up = 0;
  std::uint64_t with_choice = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const RandomProgram random = random_program(seed);
    const auto states = axiomatic_states(random.program, random.observed);
    given_up += states ? 0U : 1U;
    with_choice += states && states->size() > 1 ? 1U : 0U;
  }
  CHECK(given_up * 50 < kPrograms);
  CHECK(with_choice * 2 > kPrograms);
}

}  // namespace pmusim::test
