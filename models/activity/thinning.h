// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "models/activity/cycle_draws.h"
#include "models/activity/guide_table.h"
#include "models/activity/row_thresholds.h"

namespace pmusim {

/// Keeps each of the occurrences in a cycle with the same probability, independently of the others:
/// of c occurrences, a binomial(c, probability) number is left.
class Thinning {
 public:
  /// @param greatest  at most 255: no cycle has more occurrences.
  /// @param keep  0 to 1.
  Thinning(std::uint32_t greatest, double keep);

  /// Up to eight occurrences a cycle are thinned in SIMD.
  /// kept[i] is 0 to all[i].
  void thin(const CycleDraws& draws,
            std::uint64_t block,
            std::span<const std::uint8_t, kBlockCycles> all,
            std::span<std::uint8_t, kBlockCycles> kept) const;

 private:
  Thinning(std::vector<GuideTable::Thresholds> rows, bool keeps_all);

  bool keeps_all_;
  std::optional<RowThresholds> thresholds_;  ///< of few rows
  GuideTable guide_;                         ///< row c: the number kept of c
};

}  // namespace pmusim
