// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/isa/instruction.h"

namespace pmusim::isa {

/// The word of an instruction (Arm ARM, C4 and C6). Nothing when no word exists for it: an
/// immediate, offset or register that does not fit its field, or registers whose combination is
/// CONSTRAINED UNPREDICTABLE.
[[nodiscard]] std::optional<std::uint32_t> encode(const Instruction& instruction);

/// The instruction of a word; nothing when the word is not in the subset that is modelled:
/// reserved, another instruction, CONSTRAINED UNPREDICTABLE, or a logical immediate written in a
/// way that no assembler does (rotated by more than its element).
[[nodiscard]] std::optional<Instruction> decode(std::uint32_t word);

}  // namespace pmusim::isa
