// SPDX-License-Identifier: Apache-2.0
#include "models/isa/encoding.h"

#include "models/isa/forms.h"
#include "models/isa/unpredictable.h"

namespace pmusim::isa {
namespace {

/// The bits of a word that a form fixes.
std::uint32_t fixed_mask(const Form& form) {
  std::uint32_t open = 0;
  for (const Slot& slot : form.slots) {
    open |= slot.layout != nullptr ? slot.layout->mask : 0;
  }
  return ~open;
}

}  // namespace

std::optional<Instruction> extract(const Form& form, std::uint32_t word) {
  if ((word & fixed_mask(form)) != form.value) {
    return std::nullopt;
  }
  Instruction instruction = form.like;
  for (const Slot& slot : form.slots) {
    if (slot.layout != nullptr && !slot.layout->extract(word, instruction)) {
      return std::nullopt;
    }
  }
  return why_unpredictable(instruction).empty() ? std::optional{instruction} : std::nullopt;
}

std::optional<std::uint32_t> insert(const Form& form, const Instruction& instruction) {
  std::uint32_t word = form.value;
  for (const Slot& slot : form.slots) {
    word |= slot.layout != nullptr ? slot.layout->insert(instruction) : 0;
  }
  // Whatever does not fit its field, or stands where the form has no field, reads back otherwise.
  return extract(form, word) == instruction ? std::optional{word} : std::nullopt;
}

std::optional<std::uint32_t> encode(const Instruction& instruction) {
  for (const Form& form : all_forms()) {
    if (form.like.op == instruction.op) {
      if (const auto word = insert(form, instruction)) {
        return word;
      }
    }
  }
  return std::nullopt;
}

std::optional<Instruction> decode(std::uint32_t word) {
  for (const Form& form : all_forms()) {
    if (auto instruction = extract(form, word)) {
      return instruction;
    }
  }
  return std::nullopt;
}

}  // namespace pmusim::isa
