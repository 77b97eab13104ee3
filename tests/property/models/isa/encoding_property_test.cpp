// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "models/isa/encoding.h"
#include "models/isa/program.h"
#include "tests/property/models/isa/random_instruction.h"

using namespace pmusim;
using namespace pmusim::isa;
using namespace pmusim::test;

namespace {

/// A word of a random form with a few bits flipped: most words are near one that decodes.
std::uint32_t random_word(Draw& draw) {
  if (draw.one_in(4)) {
    return static_cast<std::uint32_t>(draw.bits());
  }
  const auto forms = all_forms();
  auto word = word_of(random_instruction(forms[draw.below(forms.size())], draw));
  for (auto flips = draw.below(4); flips != 0; --flips) {
    word ^= std::uint32_t{1} << draw.below(32);
  }
  return word;
}

}  // namespace

TEST_CASE("an instruction is what its word decodes to, and its text assembles to",
          "[isa][property]") {
  CHECK(rc::check("one instruction of each form", [] {
    Draw draw{*any_seed()};
    for (const Form& form : all_forms()) {
      const Instruction instruction = random_instruction(form, draw);
      const auto word = encode(instruction);
      RC_ASSERT(word.has_value());
      RC_ASSERT(decode(*word) == instruction);
      const auto program = assemble_text(to_text(instruction), "text");
      RC_ASSERT(program.has_value());
      RC_ASSERT(program->code == std::vector{instruction});
    }
  }));
}

TEST_CASE("a word that decodes is the word of what it decodes to, in every form that takes it",
          "[isa][property]") {
  std::uint64_t decoded = 0;
  CHECK(rc::check("random words", [&] {
    Draw draw{*any_seed()};
    repeat(500, [&] {
      const std::uint32_t word = random_word(draw);
      const auto instruction = decode(word);
      if (instruction) {
        ++decoded;
        RC_ASSERT(encode(*instruction) == word);
      }
      for (const Form& form : all_forms()) {
        const auto read = extract(form, word);
        RC_ASSERT(!read || read == instruction);
      }
    });
  }));
  CHECK(decoded >= 10'000);
}
