// SPDX-License-Identifier: Apache-2.0
//
// The table of instruction forms, from which encoder, decoder, assembler and printer all derive.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "models/isa/instruction.h"
#include "models/isa/layouts.h"
#include "models/isa/notations.h"

namespace pmusim::isa {

/// An operand of a form: where it stands in the word, and how it is written. What is written has
/// bits, or none (the SY of ISB); what has bits is written, or not (the bit that tells X from W).
struct Slot {
  const Layout* layout{};
  const Notation* notation{};
};

/// One way to write instructions. Several forms may match a word; they then mean the same
/// instruction, and the first in the table is the one to print.
struct Form {
  std::string_view mnemonic;
  std::uint32_t value{};  ///< the word with zeros in all slots
  Instruction like{};     ///< the instruction with defaults in all slots
  std::array<Slot, 5> slots{};
  /// Whether to print an instruction in this form; without it always. It may be typed always.
  bool (*is_preferred)(const Instruction&){};
};

/// All forms, aliases before what they stand for.
[[nodiscard]] std::span<const Form> all_forms();

/// How `instruction` is written in `form`.
[[nodiscard]] std::string text_in_form(const Form& form,
                                       const Instruction& instruction,
                                       SysRegNames names);

/// The instruction of `word` read as `form`; nothing when it is not of that form.
[[nodiscard]] std::optional<Instruction> extract(const Form& form, std::uint32_t word);

/// The word of `instruction` written in `form`; nothing when it is not of that form.
[[nodiscard]] std::optional<std::uint32_t> insert(const Form& form, const Instruction& instruction);

}  // namespace pmusim::isa
