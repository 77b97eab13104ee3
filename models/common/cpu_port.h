// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/common/software.h"
#include "models/common/units.h"

namespace pmusim {

/// The CPU that software runs on, as that software sees it. Only code that runs on this CPU may
/// call it.
class CpuPort {
 public:
  CpuPort() = default;
  CpuPort(const CpuPort&) = delete;
  CpuPort& operator=(const CpuPort&) = delete;
  virtual ~CpuPort() = default;

  /// Own cycles that have ended.
  [[nodiscard]] virtual CycleTime cycle() const = 0;

  /// The task that goes on when the interrupt part of the stack is empty; nothing: the CPU idles.
  /// The task that ran stays where it is. @pre called from the interrupt part or the scheduler
  virtual void switch_to(TaskThread* next) = 0;

  /// Interrupts being handled, the scheduler included; 0 in a task.
  [[nodiscard]] virtual std::size_t interrupt_depth() const = 0;

  /// PSTATE.I.
  [[nodiscard]] virtual bool is_masked() const = 0;
};

}  // namespace pmusim
