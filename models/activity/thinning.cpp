// SPDX-License-Identifier: Apache-2.0
#include "models/activity/thinning.h"

#include <array>
#include <utility>

#include "models/activity/probabilities.h"
#include "models/common/expect.h"

namespace pmusim {

namespace {

/// 4 KiB a row: the nine rows of an 8-wide pipeline stay in a first-level cache.
constexpr unsigned kGuideBits = 12;

std::vector<GuideTable::Thresholds> rows(std::uint32_t greatest, double keep) {
  PMUSIM_EXPECT(greatest <= 255, "amounts fit in 8 bits");
  PMUSIM_EXPECT(keep >= 0.0, "a probability is at least 0");
  PMUSIM_EXPECT(keep <= 1.0, "a probability is at most 1");
  std::vector<GuideTable::Thresholds> rows;
  if (keep == 1.0) {
    return rows;  // nothing is drawn then
  }
  for (std::uint32_t all = 0; all <= greatest; ++all) {
    rows.push_back(cumulative_thresholds(binomial_probabilities(all, keep)));
  }
  return rows;
}

}  // namespace

Thinning::Thinning(std::uint32_t greatest, double keep)
    : Thinning{rows(greatest, keep), keep == 1.0} {}

Thinning::Thinning(std::vector<GuideTable::Thresholds> rows, bool keeps_all)
    : keeps_all_{keeps_all},
      thresholds_{rows.size() <= RowThresholds::kMostRows + 1 ? std::optional<RowThresholds>{rows}
                                                              : std::nullopt},
      guide_{kGuideBits, std::move(rows)} {}

void Thinning::thin(const CycleDraws& draws,
                    std::uint64_t block,
                    std::span<const std::uint8_t, kBlockCycles> all,
                    std::span<std::uint8_t, kBlockCycles> kept) const {
  if (keeps_all_) {
    std::ranges::copy(all, kept.begin());
    return;
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by the next call
  alignas(64) std::array<std::uint16_t, kBlockCycles> upper;
  draws.upper_of_block(block, upper);
  const std::uint64_t first = block * kBlockCycles;
  const auto look_up = [&](std::size_t i) {
    kept[i] = guide_.amount(all[i], upper[i], [&] { return draws.whole(first + i); });
  };
  if (thresholds_) {
    UndecidedCycles undecided;
    thresholds_->count(upper, all, kept, undecided);
    for (std::size_t i = 0; i < undecided.count; ++i) {
      look_up(undecided.offset[i]);
    }
    return;
  }
  for (std::size_t i = 0; i < kBlockCycles; ++i) {
    look_up(i);
  }
}

}  // namespace pmusim
