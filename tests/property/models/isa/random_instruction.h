// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/isa/forms.h"
#include "tests/support/draw.h"

namespace pmusim::test {

/// Whether `form` is only for typing: what it means is always printed in another one.
[[nodiscard]] bool is_typed_only(const isa::Form& form);

/// A random instruction that is printed in `form`; one that can be typed in it, when it is typed
/// only. Throws when none is found in many draws.
[[nodiscard]] isa::Instruction random_instruction(const isa::Form& form, Draw& draw);

/// The word of an instruction. Throws when it has none.
[[nodiscard]] std::uint32_t word_of(const isa::Instruction& instruction);

}  // namespace pmusim::test
