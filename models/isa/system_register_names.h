// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "models/common/sysreg.h"

namespace pmusim::isa {

/// A name that programs may use for a system register, in capitals.
struct NamedSysReg {
  std::string_view name;
  SysReg reg;
};

/// Names of system registers. They belong to the units that have the registers; whoever assembles
/// passes those in. NZCV and the form S3_3_C9_C12_0 need no entry.
using SysRegNames = std::span<const NamedSysReg>;

inline constexpr std::string_view kNzcvName = "NZCV";

}  // namespace pmusim::isa
