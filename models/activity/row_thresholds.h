// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/activity/threshold_count.h"

namespace pmusim {

/// Lists of up to eight thresholds, one list for each row from 1 to 8, of which a cycle selects
/// one. Row 0 has none.
class RowThresholds {
 public:
  static constexpr std::size_t kMostRows = 8;
  static constexpr std::size_t kMostThresholds = 8;

  /// Entry [i][row - 1] is the inverse of threshold i's upper 16 bits, so that an entry of 0 is
  /// above no draw: what lies outside of a vector look-up is 0.
  using Table = std::array<std::array<std::uint16_t, kMostRows>, kMostThresholds>;

  /// @param rows  from row 0 on, each with ascending thresholds; @pre no more than fit
  explicit RowThresholds(std::span<const std::vector<std::uint64_t>> rows);

  /// For each cycle, the number of thresholds of its row strictly below its draw.
  ///
  /// A draw that equals a threshold is undecided: its amount is left at any value, and its offset
  /// is listed. Draws that are not may be listed too.
  ///
  /// @param rows  0 to 8 for each cycle
  void count(std::span<const std::uint16_t, kBlockCycles> draws,
             std::span<const std::uint8_t, kBlockCycles> rows,
             std::span<std::uint8_t, kBlockCycles> amounts,
             UndecidedCycles& undecided) const;

 private:
  alignas(16) Table inverse_{};
  std::size_t thresholds_{};  ///< of the row with the most
};

}  // namespace pmusim
