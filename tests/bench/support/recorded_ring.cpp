// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/recorded_ring.h"

#include <array>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pmusim::bench {
namespace {

class Xorshift {
 public:
  std::uint64_t next() {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return state_;
  }

 private:
  std::uint64_t state_{0x9e3779b97f4a7c15ULL};
};

std::uint8_t random_level(std::uint64_t percent) {
  if (percent < 70) {
    return 0;
  }
  return percent < 95 ? 1 : 2;
}

bool accepts(std::uint8_t control, std::uint8_t amount, std::uint8_t limit) {
  switch (control >> 1U) {
    case 0:
      return amount != limit;
    case 1:
      return amount == limit;
    case 2:
      return amount >= limit;
    default:
      return amount < limit;
  }
}

std::uint64_t scalar_sum(const std::uint8_t* amounts,
                         const std::uint8_t* levels,
                         std::size_t cycles,
                         const ReferenceCounter& counter) {
  std::uint64_t sum = 0;
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
    const bool counts = levels == nullptr || (counter.levels >> levels[cycle] & 1U) != 0;
    if (counts && accepts(counter.control, amounts[cycle], counter.limit)) {
      sum += (counter.control & 1U) != 0 ? 1U : amounts[cycle];
    }
  }
  return sum;
}

#if defined(__x86_64__)

/// Loads and stores of unaligned bytes.
__attribute__((target("avx2"))) __m256i load(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(bytes));
}

template <unsigned kControl, bool kFilter>
__attribute__((target("avx2"))) std::uint64_t avx2_sum(const std::uint8_t* amounts,
                                                       const std::uint8_t* levels,
                                                       std::size_t cycles,
                                                       const ReferenceCounter& counter) {
  const __m256i limit = _mm256_set1_epi8(static_cast<char>(counter.limit));
  const __m256i one = _mm256_set1_epi8(1);
  const __m256i zero = _mm256_setzero_si256();
  alignas(32) std::array<std::uint8_t, 32> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = i % 16 < 4 && (counter.levels >> (i % 16) & 1U) != 0 ? 0xff : 0;
  }
  const __m256i filter = load(table.data());
  const auto block = [&](std::size_t at) __attribute__((target("avx2"))) {
    const __m256i amount = load(amounts + at);
    const __m256i mask = kControl / 2 <= 1
                             ? _mm256_cmpeq_epi8(amount, limit)
                             : _mm256_cmpeq_epi8(_mm256_max_epu8(amount, limit), amount);
    const __m256i value = kControl % 2 == 1 ? one : amount;
    __m256i kept = kControl / 2 == 0 || kControl / 2 == 3 ? _mm256_andnot_si256(mask, value)
                                                          : _mm256_and_si256(mask, value);
    if constexpr (kFilter) {
      kept = _mm256_and_si256(kept, _mm256_shuffle_epi8(filter, load(levels + at)));
    }
    return _mm256_sad_epu8(kept, zero);
  };
  __m256i even = zero;
  __m256i odd = zero;
  std::size_t at = 0;
  for (; at + 64 <= cycles; at += 64) {
    even = _mm256_add_epi64(even, block(at));
    odd = _mm256_add_epi64(odd, block(at + 32));
  }
  const __m256i both = _mm256_add_epi64(even, odd);
  const __m128i half =
      _mm_add_epi64(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
  const auto sum = static_cast<std::uint64_t>(_mm_cvtsi128_si64(half)) +
                   static_cast<std::uint64_t>(_mm_extract_epi64(half, 1));
  return sum + scalar_sum(amounts + at, kFilter ? levels + at : nullptr, cycles - at, counter);
}

using SumFunction = std::uint64_t (*)(const std::uint8_t*,
                                      const std::uint8_t*,
                                      std::size_t,
                                      const ReferenceCounter&);

template <bool kFilter, std::size_t... kControls>
constexpr std::array<SumFunction, sizeof...(kControls)> functions(
    std::index_sequence<kControls...> /*controls*/) {
  return {avx2_sum<kControls, kFilter>...};
}

constexpr auto kFiltered = functions<true>(std::make_index_sequence<8>{});
constexpr auto kUnfiltered = functions<false>(std::make_index_sequence<8>{});

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}

#endif

}  // namespace

RecordedRing make_recorded_ring() {
  RecordedRing ring;
  ring.levels.resize(kRingCycles);
  for (auto& amounts : ring.amounts) {
    amounts.resize(kRingCycles);
  }
  Xorshift random;
  std::uint8_t level = 0;
  std::uint64_t left = 0;
  for (std::size_t cycle = 0; cycle < kRingCycles; ++cycle) {
    if (left == 0) {
      level = random_level(random.next() % 100);
      left = 20 + random.next() % 400;
    }
    --left;
    const std::uint64_t bits = random.next();
    const std::array<std::uint64_t, kStreams> amounts{bits % 9,
                                                      (bits >> 8U) % 9,
                                                      ((bits >> 16U) & 7U) == 0 ? 1U : 0U,
                                                      (bits >> 24U) % 5,
                                                      (bits >> 32U) % 3,
                                                      (bits >> 40U) % 9};
    for (std::size_t stream = 0; stream < kStreams; ++stream) {
      ring.amounts[stream][cycle] = static_cast<std::uint8_t>(amounts[stream]);
    }
    ring.levels[cycle] = level;
  }
  return ring;
}

std::uint64_t bare_loop(std::span<const std::uint8_t> amounts,
                        std::span<const std::uint8_t> levels,
                        const ReferenceCounter& counter) {
#if defined(__x86_64__)
  if (has_avx2()) {
    const auto& table = levels.empty() ? kUnfiltered : kFiltered;
    return table[counter.control](amounts.data(), levels.data(), amounts.size(), counter);
  }
#endif
  return scalar_sum(
      amounts.data(), levels.empty() ? nullptr : levels.data(), amounts.size(), counter);
}

std::string_view bare_loop_target() {
#if defined(__x86_64__)
  if (has_avx2()) {
    return "AVX2";
  }
#endif
  return "scalar";
}

}  // namespace pmusim::bench
