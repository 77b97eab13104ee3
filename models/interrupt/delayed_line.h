// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/common/interrupt_port.h"
#include "models/common/units.h"

namespace pmusim {

/// A level-sensitive line that reaches the CPU some cycles late. A level that falls on its way
/// gives no interrupt.
class DelayedLine {
 public:
  explicit DelayedLine(Cycles skid) : skid_{skid} {}

  /// The line is `level` from edge `at` on.
  void drive(CycleTime at, bool level) {
    if (!level) {
      risen_ = kNever;
    } else if (risen_ == kNever) {
      risen_ = at;
    }
  }

  /// The edge at which it rose, or kNever while it is low.
  [[nodiscard]] CycleTime risen() const { return risen_; }

  /// The first edge at which the CPU sees it high: published at `risen`, seen one edge later, plus
  /// the skid.
  [[nodiscard]] CycleTime visible() const {
    return risen_ == kNever ? kNever : risen_ + Cycles{1} + skid_;
  }

 private:
  Cycles skid_;
  CycleTime risen_{kNever};
};

}  // namespace pmusim
