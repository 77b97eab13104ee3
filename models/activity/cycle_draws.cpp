// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each SIMD target that the compiler knows; the best one that the processor has
// is chosen when the program runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "models/activity/cycle_draws.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>
//
#include <array>
#include <cstring>

#include "models/activity/cycle_draws.h"

HWY_BEFORE_NAMESPACE();

namespace pmusim::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// mix64 of a block's counters, from `first` on; each gives four draws.
void mix_block(std::uint64_t first, std::uint64_t* HWY_RESTRICT numbers) {
  const hn::ScalableTag<std::uint64_t> d64;
  const std::size_t lanes = hn::Lanes(d64);
  const auto step = hn::Set(d64, CounterRandom::kStep * lanes);
  const auto factor1 = hn::Set(d64, kMixFactor1);
  const auto factor2 = hn::Set(d64, kMixFactor2);
  auto counter =
      hn::Add(hn::Set(d64, first), hn::Mul(hn::Iota(d64, 0), hn::Set(d64, CounterRandom::kStep)));
  for (std::size_t i = 0; i < kBlockCycles / 4; i += lanes) {
    auto x = hn::Mul(hn::Xor(counter, hn::ShiftRight<30>(counter)), factor1);
    x = hn::Mul(hn::Xor(x, hn::ShiftRight<27>(x)), factor2);
    x = hn::Xor(x, hn::ShiftRight<31>(x));
    hn::StoreU(x, d64, numbers + i);
    counter = hn::Add(counter, step);
  }
}

}  // namespace pmusim::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pmusim {

static_assert(std::endian::native == std::endian::little,
              "quarter 0 of a 64-bit number is its first 16-bit number in memory");

HWY_EXPORT(mix_block);

void CycleDraws::upper_of_block(std::uint64_t block,
                                std::span<std::uint16_t, kBlockCycles> draws) const {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by the next call
  alignas(64) std::array<std::uint64_t, kBlockCycles / 4> numbers;
  HWY_DYNAMIC_DISPATCH(mix_block)(upper_.counter(block * numbers.size()), numbers.data());
  std::memcpy(draws.data(), numbers.data(), sizeof numbers);
}

}  // namespace pmusim
#endif
