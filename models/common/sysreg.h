// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

#include "models/common/context.h"
#include "models/common/units.h"

namespace pmusim {

/// The encoding that MRS and MSR carry: S<op0>_<op1>_C<crn>_C<crm>_<op2>.
struct SysReg {
  std::uint8_t op0{};
  std::uint8_t op1{};
  std::uint8_t crn{};
  std::uint8_t crm{};
  std::uint8_t op2{};

  friend constexpr auto operator<=>(const SysReg&, const SysReg&) = default;
};

/// How a system-register access ended.
enum class AccessOutcome : std::uint8_t { done, undefined, trap_to_el1, trap_to_el2, trap_to_el3 };

/// Outcome of an MRS; `value` is 0 unless the outcome is `done`.
struct SysRegRead {
  AccessOutcome outcome{AccessOutcome::done};
  RegValue value{};
};

/// How software reaches a unit through MRS and MSR. Software models know hardware only so.
class SysRegPort {
 public:
  SysRegPort() = default;
  SysRegPort(const SysRegPort&) = delete;
  SysRegPort& operator=(const SysRegPort&) = delete;
  virtual ~SysRegPort() = default;

  /// MRS executed in `who`. Has no side effects on the PMU.
  [[nodiscard]] virtual SysRegRead read(SysReg reg, const ExecutionContext& who) const = 0;

  /// MSR executed in `who`. An access that is not `done` changes no state.
  virtual AccessOutcome write(SysReg reg, RegValue value, const ExecutionContext& who) = 0;
};

}  // namespace pmusim
