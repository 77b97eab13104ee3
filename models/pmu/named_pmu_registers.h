// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/isa/system_register_names.h"

namespace pmusim {

/// The PMU's system registers by name, for programs: each row of the register table, of an array
/// each element.
[[nodiscard]] isa::SysRegNames named_pmu_registers();

}  // namespace pmusim
