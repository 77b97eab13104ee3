// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each SIMD target; the best one that the machine has is chosen at run time.
#include "models/pmu/dense_kernels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "models/pmu/dense_kernels.cpp"  // NOLINT(bugprone-suspicious-include)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();

namespace pmusim::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::ScalableTag<std::uint8_t>;
using Words = hn::Repartition<std::uint64_t, Bytes>;

/// 64 zeros, 64 ones, 64 zeros. A load from 64 - lanes + n keeps the last n bytes of a vector, one
/// from 128 - n the first n.
alignas(64) constexpr auto kWindow = [] {
  std::array<std::uint8_t, 192> window{};
  for (std::size_t i = 64; i < 128; ++i) {
    window[i] = 0xff;
  }
  return window;
}();

/// A mask of the lanes in which the comparison does (kCompare 1, 2) or does not (0, 3) hold.
/// Highway 1.0.3 has no unsigned byte Ge on x86, so "at least" is Max == x.
template <unsigned kCompare, class V>
HWY_INLINE auto raw_mask(V x, V limit) {
  if constexpr (kCompare <= 1) {
    return hn::Eq(x, limit);
  } else {
    return hn::Eq(hn::Max(x, limit), x);
  }
}

template <unsigned kCompare, bool kCount, class V>
HWY_INLINE V increments(V x, V limit, V one) {
  const auto mask = raw_mask<kCompare>(x, limit);
  const V value = kCount ? one : x;
  if constexpr (kCompare == 0 || kCompare == 3) {
    return hn::IfThenZeroElse(mask, value);
  } else {
    return hn::IfThenElseZero(mask, value);
  }
}

template <unsigned kCompare, bool kCount>
std::uint64_t sum8(const std::uint8_t* amounts, std::size_t cycles, std::uint8_t limit_value) {
  const Bytes bytes;
  const Words words;
  const std::size_t lanes = hn::Lanes(bytes);
  const auto limit = hn::Set(bytes, limit_value);
  const auto one = hn::Set(bytes, std::uint8_t{1});
  const auto load = [&](std::size_t at) HWY_ATTR {
    return increments<kCompare, kCount>(hn::LoadU(bytes, amounts + at), limit, one);
  };
  auto even = hn::Zero(words);
  auto odd = hn::Zero(words);
  std::size_t at = 0;
  for (; at + 2 * lanes <= cycles; at += 2 * lanes) {
    even = hn::Add(even, hn::SumsOf8(load(at)));
    odd = hn::Add(odd, hn::SumsOf8(load(at + lanes)));
  }
  if (at + lanes <= cycles) {
    even = hn::Add(even, hn::SumsOf8(load(at)));
    at += lanes;
  }
  // The rest: the last full vector, without the lanes already counted.
  if (at < cycles && cycles >= lanes) {
    const auto keep = hn::LoadU(bytes, kWindow.data() + 64 - lanes + (cycles - at));
    odd = hn::Add(odd, hn::SumsOf8(hn::And(load(cycles - lanes), keep)));
    at = cycles;
  }
  // Fewer cycles than lanes in all: through a buffer, without what lies behind them.
  if (at < cycles) {
    alignas(64) std::array<std::uint8_t, 64> buffer{};
    std::memcpy(buffer.data(), amounts, cycles);
    const auto keep = hn::LoadU(bytes, kWindow.data() + 128 - cycles);
    const auto x = hn::Load(bytes, buffer.data());
    odd = hn::Add(odd, hn::SumsOf8(hn::And(increments<kCompare, kCount>(x, limit, one), keep)));
  }
  return hn::GetLane(hn::SumOfLanes(words, hn::Add(even, odd)));
}

/// Calls `use` with the comparison and with whether cycles are counted, as constants.
template <class Use>
HWY_INLINE void with_control(unsigned control, const Use& use) {
  const auto counting = [&]<unsigned kCompare>() {
    if ((control & 1U) != 0) {
      use.template operator()<kCompare, true>();
    } else {
      use.template operator()<kCompare, false>();
    }
  };
  switch (control >> 1U) {
    case 0:
      return counting.template operator()<0>();
    case 1:
      return counting.template operator()<1>();
    case 2:
      return counting.template operator()<2>();
    default:
      return counting.template operator()<3>();
  }
}

std::uint64_t sum8_of(const std::uint8_t* amounts,
                      std::size_t cycles,
                      std::uint8_t limit,
                      unsigned control) {
  std::uint64_t sum = 0;
  with_control(control, [&]<unsigned kCompare, bool kCount>() {
    sum = sum8<kCompare, kCount>(amounts, cycles, limit);
  });
  return sum;
}

void sum8_blocks_of(const std::uint8_t* amounts,
                    std::uint8_t limit,
                    unsigned control,
                    std::span<std::uint64_t> sums) {
  with_control(control, [&]<unsigned kCompare, bool kCount>() {
    for (std::uint64_t& sum : sums) {
      sum = sum8<kCompare, kCount>(amounts, kSumBlock, limit);
      amounts += kSumBlock;
    }
  });
}

/// The condition in up to 64 cycles, as bits.
template <unsigned kCompare>
std::uint64_t condition_bits(const std::uint8_t* amounts, std::uint8_t limit_value) {
  const Bytes bytes;
  const std::size_t lanes = hn::Lanes(bytes);
  const auto limit = hn::Set(bytes, limit_value);
  std::uint64_t bits = 0;
  for (std::size_t at = 0; at < 64; at += lanes) {
    alignas(8) std::uint8_t stored[8] = {};
    hn::StoreMaskBits(bytes, raw_mask<kCompare>(hn::LoadU(bytes, amounts + at), limit), stored);
    std::uint64_t word = 0;
    for (std::size_t byte = 0; byte < (lanes + 7) / 8; ++byte) {
      word |= std::uint64_t{stored[byte]} << (8 * byte);
    }
    bits |= word << at;
  }
  return kCompare == 0 || kCompare == 3 ? ~bits : bits;
}

std::uint64_t condition_bits_of(const std::uint8_t* amounts, std::uint8_t limit, unsigned compare) {
  switch (compare) {
    case 0:
      return condition_bits<0>(amounts, limit);
    case 1:
      return condition_bits<1>(amounts, limit);
    case 2:
      return condition_bits<2>(amounts, limit);
    default:
      return condition_bits<3>(amounts, limit);
  }
}

}  // namespace
}  // namespace pmusim::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pmusim {
namespace {

HWY_EXPORT(sum8_of);
HWY_EXPORT(sum8_blocks_of);
HWY_EXPORT(condition_bits_of);

constexpr std::uint32_t kGreatestByte = 255;

/// A threshold as bytes see it.
struct ByteThreshold {
  explicit ByteThreshold(const Threshold& threshold) : control{threshold.control()} {
    if (threshold.limit() <= kGreatestByte) {
      limit = static_cast<std::uint8_t>(threshold.limit());
      return;
    }
    // No byte reaches it: "differs" and "below" always hold, the others never.
    never = (control >> 1U) == 1 || (control >> 1U) == 2;
    control = 4U | (control & 1U);  // at least 0
  }

  unsigned control{};
  std::uint8_t limit{};
  bool never{};
};

template <class Amount>
std::uint64_t sum_scalar(const Amount* amounts, std::size_t cycles, const Threshold& threshold) {
  std::uint64_t sum = 0;
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
    sum += threshold.increment(amounts[cycle], false, threshold.condition(amounts[cycle]));
  }
  return sum;
}

}  // namespace

std::uint64_t sum_increments(const std::uint8_t* amounts,
                             std::size_t cycles,
                             const Threshold& threshold) {
  const ByteThreshold bytes{threshold};
  if (bytes.never) {
    return 0;
  }
  return HWY_DYNAMIC_DISPATCH(sum8_of)(amounts, cycles, bytes.limit, bytes.control);
}

void sum_blocks(const std::uint8_t* amounts,
                const Threshold& threshold,
                std::span<std::uint64_t> sums) {
  const ByteThreshold bytes{threshold};
  if (bytes.never) {
    std::ranges::fill(sums, 0);
  } else {
    HWY_DYNAMIC_DISPATCH(sum8_blocks_of)(amounts, bytes.limit, bytes.control, sums);
  }
}

std::uint64_t sum_increments(const std::uint16_t* amounts,
                             std::size_t cycles,
                             const Threshold& threshold) {
  return sum_scalar(amounts, cycles, threshold);
}

std::uint64_t sum_increments(const std::uint32_t* amounts,
                             std::size_t cycles,
                             const Threshold& threshold) {
  return sum_scalar(amounts, cycles, threshold);
}

std::uint64_t count_edges(const std::uint8_t* amounts,
                          std::size_t cycles,
                          const Threshold& threshold,
                          bool before) {
  std::uint64_t edges = 0;
  std::size_t at = 0;
  if (threshold.limit() <= kGreatestByte) {
    const bool rising_only = (threshold.control() & 1U) != 0;
    const bool either = (threshold.control() & 2U) != 0;
    const auto limit = static_cast<std::uint8_t>(threshold.limit());
    for (; at + 64 <= cycles; at += 64) {
      const std::uint64_t now =
          HWY_DYNAMIC_DISPATCH(condition_bits_of)(amounts + at, limit, threshold.control() >> 1U);
      const std::uint64_t previous = now << 1U | static_cast<std::uint64_t>(before);
      std::uint64_t changed = 0;
      if (rising_only) {
        changed = now & ~previous;
      } else if (either) {
        changed = now ^ previous;
      }
      edges += static_cast<std::uint64_t>(std::popcount(changed));
      before = (now >> 63U) != 0;
    }
  }
  for (; at < cycles; ++at) {
    const bool now = threshold.condition(amounts[at]);
    edges += threshold.increment(amounts[at], before, now);
    before = now;
  }
  return edges;
}

namespace {

/// All targets of this machine, also while the kernels use only one of them.
const std::vector<std::int64_t>& all_targets() {
  static const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  return targets;
}

}  // namespace

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const auto target : all_targets()) {
    names.emplace_back(hwy::TargetName(target));
  }
  return names;
}

bool use_simd_target(const std::string& name) {
  const std::vector<std::int64_t>& targets = all_targets();  // asked before the first restriction
  if (name.empty()) {
    hwy::SetSupportedTargetsForTest(0);
    return true;
  }
  const auto found = std::ranges::find(
      targets, name, [](std::int64_t target) { return std::string{hwy::TargetName(target)}; });
  if (found == targets.end()) {
    return false;
  }
  hwy::SetSupportedTargetsForTest(*found);
  return true;
}

}  // namespace pmusim
#endif
