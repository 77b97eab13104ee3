// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/common/clock.h"
#include "models/common/interrupt_port.h"
#include "models/common/units.h"

namespace pmusim {

/// A timer that fires at every multiple of its period, the first time after one period. It stays
/// pending until it is taken; firing again in the meantime changes nothing.
class PeriodicTimer {
 public:
  /// @param period  at least 1 ps; nothing: never fires.
  PeriodicTimer(Clock clock, std::optional<Picoseconds> period);

  /// The first edge at which the CPU sees it, or kNever.
  [[nodiscard]] CycleTime visible() const { return visible_; }

  /// Own cycles that had ended when it fired.
  [[nodiscard]] CycleTime raised() const { return CycleTime{visible_.count() - 1}; }

  /// The CPU takes it at edge `now`; it is pending again from the first firing that was not visible
  /// yet.
  void acknowledge(CycleTime now);

 private:
  Clock clock_;
  std::uint64_t period_ps_;
  CycleTime visible_{kNever};
};

}  // namespace pmusim
