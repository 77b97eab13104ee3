// SPDX-License-Identifier: Apache-2.0
//
// Registers as software sees them. Permission check, read and write are separate functions, and
// none of them knows about time.
#pragma once

#include "models/common/context.h"
#include "models/common/sysreg.h"
#include "models/pmu/pmu_state.h"

namespace pmusim {

enum class AccessKind : std::uint8_t { read, write };

/// May software in `who` make this access? Checks in the order of the manual: does the register
/// exist, EL0 permission, traps to EL2, traps to EL3.
///
/// @arch Arm ARM DDI 0487, the "Accessing" section of each PMU register
[[nodiscard]] AccessOutcome check_access(const PmuConfig& config,
                                         const PmuState& state,
                                         PmuRegister asked,
                                         AccessKind kind,
                                         const ExecutionContext& who);

/// The value that a permitted MRS returns. @pre check_access(...) is `done`.
[[nodiscard]] RegValue read_register(const PmuConfig& config,
                                     const PmuState& state,
                                     PmuRegister asked,
                                     const ExecutionContext& who);

/// What a register write can change for counting.
enum class WriteReach : std::uint8_t {
  values,   ///< values of counters, and what other accesses may do
  flags,    ///< overflow flags and interrupt enables
  control,  ///< which counters count, and from what
};
[[nodiscard]] WriteReach reach_of_write(PmuReg reg);

/// What a permitted MSR does, with the side effects of commands. @pre check_access(...) is `done`.
void write_register(const PmuConfig& config,
                    PmuState& state,
                    PmuRegister asked,
                    RegValue value,
                    const ExecutionContext& who);

}  // namespace pmusim
