// SPDX-License-Identifier: Apache-2.0
#include "models/activity/guide_table.h"

#include "models/common/expect.h"

namespace pmusim {

GuideTable::GuideTable(unsigned index_bits, std::vector<Thresholds> rows)
    : index_bits_{index_bits}, rows_{std::move(rows)} {
  PMUSIM_EXPECT(index_bits >= 1, "a cell is selected by at least 1 bit");
  PMUSIM_EXPECT(index_bits <= 16, "a cell is selected by at most 16 bits");
  const std::size_t cells_per_row = std::size_t{1} << index_bits;
  const unsigned shift = 64 - index_bits;
  cells_.resize(rows_.size() * cells_per_row);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const Thresholds& thresholds = rows_[row];
    std::size_t amount = 0;
    for (std::uint64_t cell = 0; cell < cells_per_row; ++cell) {
      const std::uint64_t first = cell << shift;
      const std::uint64_t last = first + ((std::uint64_t{1} << shift) - 1);
      while (amount < thresholds.size() && thresholds[amount] <= first) {
        ++amount;
      }
      const bool decided = amount == thresholds.size() || thresholds[amount] > last;
      cells_[row * cells_per_row + cell] = decided ? static_cast<std::uint8_t>(amount) : kUndecided;
    }
  }
}

}  // namespace pmusim
