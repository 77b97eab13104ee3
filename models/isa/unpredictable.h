// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "models/isa/instruction.h"

namespace pmusim::isa {

/// Why the registers of an instruction make it CONSTRAINED UNPREDICTABLE (Arm ARM, C6.2, in the
/// pseudocode of the loads and stores); empty when they do not. Each core does something else with
/// these, so none of them is modelled.
[[nodiscard]] std::string_view why_unpredictable(const Instruction& instruction);

}  // namespace pmusim::isa
