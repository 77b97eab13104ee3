// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each SIMD target that the compiler knows; the best one that the processor has
// is chosen when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "models/activity/row_thresholds.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>
//
#include <algorithm>

#include "models/activity/row_thresholds.h"
#include "models/common/expect.h"

HWY_BEFORE_NAMESPACE();

namespace pmusim::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

/// Every cycle is left to the caller.
void count_rows(const std::uint16_t* /*draws*/,
                const std::uint8_t* /*rows*/,
                std::span<const std::array<std::uint16_t, RowThresholds::kMostRows>> /*inverse*/,
                std::uint8_t* /*amounts*/,
                UndecidedCycles& undecided) {
  for (std::size_t i = 0; i < kBlockCycles; ++i) {
    undecided.offset[i] = static_cast<std::uint16_t>(i);
  }
  undecided.count = kBlockCycles;
}

#else

/// draw > threshold is the same as inverse of the draw < inverse of the threshold.
void count_rows(const std::uint16_t* HWY_RESTRICT draws,
                const std::uint8_t* HWY_RESTRICT rows,
                std::span<const std::array<std::uint16_t, RowThresholds::kMostRows>> inverse,
                std::uint8_t* HWY_RESTRICT amounts,
                UndecidedCycles& undecided) {
  const hn::ScalableTag<std::uint16_t> d16;
  const hn::RebindToSigned<decltype(d16)> signed16;
  const hn::Repartition<std::uint8_t, decltype(d16)> d8;
  const hn::Rebind<std::uint8_t, decltype(d16)> half8;
  const std::size_t lanes = hn::Lanes(d16);
  const auto ones = hn::Set(d16, 0xFFFF);
  // Bytes 2(row-1) and 2(row-1)+1 of a table; row 0 gives bytes beyond it.
  const auto scale = hn::Set(d16, 0x0202);
  const auto shift = hn::Set(d16, 0x0202 - 0x0100);
  undecided.count = 0;
  for (std::size_t i = 0; i < kBlockCycles; i += lanes) {
    const auto draw = hn::Xor(hn::LoadU(d16, draws + i), ones);
    const auto row = hn::PromoteTo(d16, hn::LoadU(half8, rows + i));
    const auto bytes = hn::BitCast(d8, hn::Sub(hn::Mul(row, scale), shift));
    auto count = hn::Zero(d16);
    auto nearest = ones;
    for (const auto& thresholds : inverse) {
      const auto table = hn::BitCast(d8, hn::LoadDup128(d16, thresholds.data()));
      const auto threshold = hn::BitCast(d16, hn::TableLookupBytesOr0(table, bytes));
      count = hn::Sub(count, hn::VecFromMask(d16, hn::Gt(threshold, draw)));
      nearest = hn::Min(nearest, hn::Xor(draw, threshold));
    }
    hn::StoreU(hn::DemoteTo(half8, hn::BitCast(signed16, count)), half8, amounts + i);
    if (!hn::AllFalse(d16, hn::Eq(nearest, hn::Zero(d16)))) {
      for (std::size_t lane = i; lane < i + lanes; ++lane) {
        undecided.offset[undecided.count++] = static_cast<std::uint16_t>(lane);
      }
    }
  }
}

#endif

}  // namespace pmusim::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pmusim {

HWY_EXPORT(count_rows);

RowThresholds::RowThresholds(std::span<const std::vector<std::uint64_t>> rows) {
  PMUSIM_EXPECT(rows.size() <= kMostRows + 1, "eight rows fit in 128 bits");
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const auto& thresholds = rows[row];
    PMUSIM_EXPECT(thresholds.size() <= kMostThresholds, "each threshold has a row of the table");
    thresholds_ = std::max(thresholds_, thresholds.size());
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
      inverse_[i][row - 1] = static_cast<std::uint16_t>(~(thresholds[i] >> 48U));
    }
  }
}

void RowThresholds::count(std::span<const std::uint16_t, kBlockCycles> draws,
                          std::span<const std::uint8_t, kBlockCycles> rows,
                          std::span<std::uint8_t, kBlockCycles> amounts,
                          UndecidedCycles& undecided) const {
  HWY_DYNAMIC_DISPATCH(count_rows)
  (draws.data(), rows.data(), std::span{inverse_}.first(thresholds_), amounts.data(), undecided);
}

}  // namespace pmusim
#endif
