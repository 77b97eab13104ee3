// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pmusim {

/// Finds the amount that a 64-bit draw selects by one look into a table, for distributions with
/// many amounts and for distributions that change from cycle to cycle (rows).
///
/// A row is a list of ascending thresholds; a draw selects the number of thresholds at or below it.
/// The upper bits of the draw index a cell; a cell in which a threshold lies is undecided, and
/// the whole draw is compared.
class GuideTable {
 public:
  using Thresholds = std::vector<std::uint64_t>;

  /// @param index_bits  1 to 16: bits of the draw that select a cell.
  GuideTable(unsigned index_bits, std::vector<Thresholds> rows);

  /// @param upper  bits 63:48 of the draw.
  /// @param whole  called for all 64 bits when the upper ones do not decide.
  template <class Whole>
  [[nodiscard]] std::uint8_t amount(std::size_t row, std::uint16_t upper, Whole&& whole) const {
    const std::uint8_t amount =
        cells_[(row << index_bits_) | (std::size_t{upper} >> (16U - index_bits_))];
    return amount != kUndecided ? amount : exact_amount(row, whole());
  }

 private:
  /// Also the cells of amount 255 are marked so; they take the slow way to the same answer.
  static constexpr std::uint8_t kUndecided = 255;

  [[nodiscard]] std::uint8_t exact_amount(std::size_t row, std::uint64_t draw) const {
    const Thresholds& thresholds = rows_[row];
    return static_cast<std::uint8_t>(std::ranges::upper_bound(thresholds, draw) -
                                     thresholds.begin());
  }

  unsigned index_bits_;
  std::vector<Thresholds> rows_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace pmusim
