// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/recorded_ring.h"

#include <algorithm>
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

std::uint64_t scalar_sum(const std::uint8_t* amounts,
                         const std::uint8_t* levels,
                         std::size_t cycles,
                         const ReferenceCounter& counter) {
  std::uint64_t sum = 0;
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
    if (levels == nullptr || counts_at(counter, levels[cycle])) {
      sum += increment_of(counter, amounts[cycle]);
    }
  }
  return sum;
}

#if defined(__x86_64__)

// NOLINTBEGIN(portability-simd-intrinsics): the limit on this machine, not a portable program

__attribute__((target("avx2"))) __m256i load(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(bytes));
}

/// Cycles of one vector.
constexpr std::size_t kVector = 32;

/// What counts in the kVector cycles at `amounts`, cycle by cycle.
template <unsigned kControl, bool kFilter>
__attribute__((target("avx2"))) __m256i
kept(const std::uint8_t* amounts, const std::uint8_t* levels, __m256i limit, __m256i filter) {
  const __m256i amount = load(amounts);
  const __m256i mask = kControl / 2 <= 1
                           ? _mm256_cmpeq_epi8(amount, limit)
                           : _mm256_cmpeq_epi8(_mm256_max_epu8(amount, limit), amount);
  const __m256i value = kControl % 2 == 1 ? _mm256_set1_epi8(1) : amount;
  const __m256i kept = kControl / 2 == 0 || kControl / 2 == 3 ? _mm256_andnot_si256(mask, value)
                                                              : _mm256_and_si256(mask, value);
  return kFilter ? _mm256_and_si256(kept, _mm256_shuffle_epi8(filter, load(levels))) : kept;
}

/// Selects the last `cycles` of a vector.
__attribute__((target("avx2"))) __m256i last(std::size_t cycles) {
  static constexpr auto kMask = [] {
    std::array<std::uint8_t, 2 * kVector> mask{};
    for (std::size_t i = kVector; i < mask.size(); ++i) {
      mask[i] = 0xff;
    }
    return mask;
  }();
  return load(kMask.data() + cycles);
}

__attribute__((target("avx2"))) __m256i filter_of(const ReferenceCounter& counter) {
  alignas(kVector) std::array<std::uint8_t, kVector> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = i % 16 < 4 && counts_at(counter, i % 16) ? 0xff : 0;
  }
  return load(table.data());
}

__attribute__((target("avx2"))) std::uint64_t sum_of(__m256i sums) {
  const __m128i half =
      _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(half)) +
         static_cast<std::uint64_t>(_mm_extract_epi64(half, 1));
}

template <unsigned kControl, bool kFilter>
__attribute__((target("avx2"))) std::uint64_t avx2_sum(const std::uint8_t* amounts,
                                                       const std::uint8_t* levels,
                                                       std::size_t cycles,
                                                       const ReferenceCounter& counter) {
  const __m256i limit = _mm256_set1_epi8(static_cast<char>(counter.limit));
  const __m256i zero = _mm256_setzero_si256();
  const __m256i filter = kFilter ? filter_of(counter) : zero;
  __m256i even = zero;
  __m256i odd = zero;
  std::size_t at = 0;
  const auto add = [&](__m256i& sum) __attribute__((target("avx2"))) {
    const __m256i added =
        kept<kControl, kFilter>(amounts + at, kFilter ? levels + at : nullptr, limit, filter);
    sum = _mm256_add_epi64(sum, _mm256_sad_epu8(added, zero));
    at += kVector;
  };
  while (at + 2 * kVector <= cycles) {
    add(even);
    add(odd);
  }
  if (at + kVector <= cycles) {
    add(even);
  }
  if (const std::size_t rest = cycles - at; rest > 0) {
    std::array<std::uint8_t, kVector> last_amounts{};
    std::array<std::uint8_t, kVector> last_levels{};
    const std::size_t from = kVector - rest;
    std::copy_n(amounts + at, rest, last_amounts.data() + from);
    if (kFilter) {
      std::copy_n(levels + at, rest, last_levels.data() + from);
    }
    const __m256i added =
        kept<kControl, kFilter>(last_amounts.data(), last_levels.data(), limit, filter);
    odd = _mm256_add_epi64(odd, _mm256_sad_epu8(_mm256_and_si256(added, last(rest)), zero));
  }
  return sum_of(_mm256_add_epi64(even, odd));
}

// NOLINTEND(portability-simd-intrinsics)

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
