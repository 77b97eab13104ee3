// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each SIMD target that the compiler knows; the best one that the processor has
// is chosen when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "models/activity/threshold_count.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>
//
#include "models/activity/threshold_count.h"

HWY_BEFORE_NAMESPACE();

namespace pmusim::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Signed16 = hn::ScalableTag<std::int16_t>;
using Unsigned16 = hn::ScalableTag<std::uint16_t>;

/// Lists those of the draws first..first+lanes-1 that equal a threshold.
void note_undecided(const std::uint16_t* draws,
                    std::size_t first,
                    std::size_t lanes,
                    std::span<const std::uint16_t> thresholds,
                    UndecidedCycles& undecided) {
  for (std::size_t i = first; i < first + lanes; ++i) {
    for (const std::uint16_t threshold : thresholds) {
      if (draws[i] == threshold) {
        undecided.offset[undecided.count++] = static_cast<std::uint16_t>(i);
        break;
      }
    }
  }
}

/// Two vectors at a time, so that each threshold is loaded half as often.
void count_block(const std::uint16_t* HWY_RESTRICT draws,
                 std::span<const std::uint16_t> thresholds,
                 std::uint8_t least,
                 std::uint8_t* HWY_RESTRICT amounts,
                 UndecidedCycles& undecided) {
  const Unsigned16 unsigned16;
  const Signed16 signed16;
  const hn::Rebind<std::uint8_t, Signed16> amount8;
  const std::size_t lanes = hn::Lanes(signed16);
  const auto sign = hn::Set(unsigned16, 0x8000);
  undecided.count = 0;
  for (std::size_t i = 0; i < kBlockCycles; i += 2 * lanes) {
    const auto draw0 = hn::LoadU(unsigned16, draws + i);
    const auto draw1 = hn::LoadU(unsigned16, draws + i + lanes);
    // Signed comparison of numbers with the sign bit flipped is unsigned comparison, which SSE
    // lacks.
    const auto flipped0 = hn::BitCast(signed16, hn::Xor(draw0, sign));
    const auto flipped1 = hn::BitCast(signed16, hn::Xor(draw1, sign));
    auto count0 = hn::Set(signed16, least);
    auto count1 = count0;
    auto nearest0 = hn::Set(unsigned16, 0xFFFF);
    auto nearest1 = nearest0;
    for (const std::uint16_t threshold : thresholds) {
      const auto bound = hn::Set(unsigned16, threshold);
      const auto flipped = hn::BitCast(signed16, hn::Xor(bound, sign));
      count0 = hn::Sub(count0, hn::VecFromMask(signed16, hn::Gt(flipped0, flipped)));
      count1 = hn::Sub(count1, hn::VecFromMask(signed16, hn::Gt(flipped1, flipped)));
      nearest0 = hn::Min(nearest0, hn::Xor(draw0, bound));
      nearest1 = hn::Min(nearest1, hn::Xor(draw1, bound));
    }
    hn::StoreU(hn::DemoteTo(amount8, count0), amount8, amounts + i);
    hn::StoreU(hn::DemoteTo(amount8, count1), amount8, amounts + i + lanes);
    const auto equal = hn::Eq(hn::Min(nearest0, nearest1), hn::Zero(unsigned16));
    if (!hn::AllFalse(unsigned16, equal)) {
      note_undecided(draws, i, 2 * lanes, thresholds, undecided);
    }
  }
}

}  // namespace pmusim::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pmusim {

HWY_EXPORT(count_block);

void count_thresholds(std::span<const std::uint16_t, kBlockCycles> draws,
                      std::span<const std::uint16_t> thresholds,
                      std::uint8_t least,
                      std::span<std::uint8_t, kBlockCycles> amounts,
                      UndecidedCycles& undecided) {
  HWY_DYNAMIC_DISPATCH(count_block)(draws.data(), thresholds, least, amounts.data(), undecided);
}

}  // namespace pmusim
#endif
