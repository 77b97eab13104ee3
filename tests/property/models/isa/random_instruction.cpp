// SPDX-License-Identifier: Apache-2.0
#include "tests/property/models/isa/random_instruction.h"

#include <stdexcept>

#include "models/isa/encoding.h"
#include "models/isa/forms_arithmetic.h"
#include "models/isa/program.h"

namespace pmusim::test {

using namespace isa;

bool is_typed_only(const Form& form) {
  return form.is_preferred == never;
}

Instruction random_instruction(const Form& form, Draw& draw) {
  std::uint32_t open = 0;
  for (const Slot& slot : form.slots) {
    open |= slot.layout != nullptr ? slot.layout->mask : 0;
  }
  constexpr unsigned kDraws = 100'000;
  for (unsigned i = 0; i < kDraws; ++i) {
    // Few bits or many: conditions such as "31" and "all zero" are met too.
    std::uint64_t bits = draw.bits();
    bits = draw.one_in(4) ? bits & draw.bits() & draw.bits() : bits;
    bits = draw.one_in(4) ? bits | draw.bits() | draw.bits() : bits;
    const auto instruction = extract(form, form.value | (static_cast<std::uint32_t>(bits) & open));
    if (instruction &&
        (is_typed_only(form) || to_text(*instruction) == text_in_form(form, *instruction, {}))) {
      return *instruction;
    }
  }
  throw std::runtime_error{"no instruction is printed as " + std::string{form.mnemonic}};
}

std::uint32_t word_of(const Instruction& instruction) {
  const auto word = encode(instruction);
  if (!word) {
    throw std::runtime_error{"an instruction has no word"};
  }
  return *word;
}

}  // namespace pmusim::test
