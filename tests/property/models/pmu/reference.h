// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/units.h"

namespace pmusim::test {

/// What one counter adds, cycle by cycle, and its threshold condition, by the manual's table alone.
class Reference {
 public:
  /// @param event_type  PMEVTYPERn_EL0: TH in 43:32, TE in 60, TC in 63:61.
  Reference(RegValue event_type, bool condition)
      : control_{event_type >> 61U},
        limit_{(event_type >> 32U) & 0xfffU},
        edge_{(event_type >> 60U & 1U) != 0},
        condition_{condition} {}

  std::uint64_t add(std::uint64_t amount) {
    const bool before = condition_;
    switch (control_ / 2) {
      case 0:
        condition_ = amount != limit_;
        break;
      case 1:
        condition_ = amount == limit_;
        break;
      case 2:
        condition_ = amount >= limit_;
        break;
      default:
        condition_ = amount < limit_;
    }
    const bool counts_cycles = control_ % 2 != 0;
    if (edge_) {
      const bool edge = counts_cycles ? condition_ && !before : condition_ != before;
      return edge ? 1 : 0;
    }
    if (!condition_) {
      return 0;
    }
    return counts_cycles ? 1 : amount;
  }

  [[nodiscard]] bool condition() const { return condition_; }

 private:
  std::uint64_t control_;
  std::uint64_t limit_;
  bool edge_;
  bool condition_;
};

}  // namespace pmusim::test
