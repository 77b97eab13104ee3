// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "models/memory/timed/slot_set.h"

namespace pmusim::memory {

/// Which slots are due at which cycle, for the next 64 cycles; a slot due later is found early and
/// put back by its user.
class DueWheel {
 public:
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};

  /// @pre due is later than `now`
  void add(Slot slot, std::uint64_t due, std::uint64_t now) {
    const std::uint64_t at = std::min(due, now + kSpan - 1) % kSpan;
    sets_[at].add(slot);
    used_ |= std::uint64_t{1} << at;
  }

  /// Those of cycle `now`. @pre every earlier cycle has been taken
  SlotSet take(std::uint64_t now) {
    const std::uint64_t at = now % kSpan;
    const SlotSet due = sets_[at];
    sets_[at] = {};
    used_ &= ~(std::uint64_t{1} << at);
    return due;
  }

  void drop(SlotSet slots) {
    for (std::uint64_t left = used_; left != 0; left &= left - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(left));
      sets_[at] = sets_[at] - slots;
      if (sets_[at].empty()) {
        used_ &= ~(std::uint64_t{1} << at);
      }
    }
  }

  /// The first cycle after `now` at which a slot is to be taken; kNothing when there is none.
  [[nodiscard]] std::uint64_t next(std::uint64_t now) const {
    if (used_ == 0) {
      return kNothing;
    }
    const std::uint64_t from_next = std::rotr(used_, static_cast<int>((now + 1) % kSpan));
    return now + 1 + static_cast<std::uint64_t>(std::countr_zero(from_next));
  }

 private:
  static constexpr std::uint64_t kSpan = 64;
  std::array<SlotSet, kSpan> sets_{};
  std::uint64_t used_{};  ///< bit per set that is not empty
};

}  // namespace pmusim::memory
