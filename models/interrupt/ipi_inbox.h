// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/common/interrupt_port.h"
#include "models/common/units.h"

namespace pmusim {

/// Inter-processor interrupts on their way to one CPU, and the pending bit they set. Several that
/// have become visible are one interrupt.
class IpiInbox {
 public:
  /// One more becomes visible at edge `visible`. The sender may run ahead: any order is accepted.
  ///
  /// @param now  how far the CPU has come: what was visible then is pending as one, and is kept as
  /// one.
  void post(CycleTime visible, CycleTime now);

  /// The first edge at which one is visible, or kNever.
  [[nodiscard]] CycleTime visible() const { return arrivals_.empty() ? kNever : arrivals_.front(); }

  /// Own cycles that had ended when the first of them arrived.
  [[nodiscard]] CycleTime raised() const { return CycleTime{visible().count() - 1}; }

  /// The CPU takes all that are visible at edge `now`.
  void acknowledge(CycleTime now);

 private:
  /// Ascending, without equals.
  std::vector<CycleTime> arrivals_;
};

}  // namespace pmusim
