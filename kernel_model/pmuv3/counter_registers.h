// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "models/common/sysreg.h"

namespace pmusim::kernel {

/// Counters by bit of PMCNTENSET_EL0: event counters, 31 cycle, 32 instruction.
inline constexpr std::size_t kCounterBits = 33;

/// The registers that the driver names, as MSR and MRS carry them.
struct PmuRegisters {
  std::array<SysReg, kCounterBits> counter;  ///< PMEVCNTRn, PMCCNTR, PMICNTR
  std::array<SysReg, kCounterBits> type;     ///< PMEVTYPERn, PMCCFILTR, PMICFILTR
  SysReg pmcr;
  SysReg pmcntenset;
  SysReg pmcntenclr;
  SysReg pmintenset;
  SysReg pmintenclr;
  SysReg pmovsclr;
  SysReg pmuserenr;
  SysReg pmmir;
  SysReg pmceid0;
  SysReg pmceid1;
  SysReg id_aa64dfr0;
  SysReg id_aa64dfr1;
};

[[nodiscard]] const PmuRegisters& pmu_registers();

}  // namespace pmusim::kernel
