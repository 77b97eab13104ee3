// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace pmusim {

inline constexpr std::uint64_t kMixFactor1 = 0xbf58476d1ce4e5b9ULL;
inline constexpr std::uint64_t kMixFactor2 = 0x94d049bb133111ebULL;

/// The finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014): a bijection of 64 bits whose outputs pass BigCrush on a counter.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * kMixFactor1;
  x = (x ^ (x >> 27U)) * kMixFactor2;
  return x ^ (x >> 31U);
}

/// Counter-based random numbers: the n-th number is a pure function of key and n, so a value does
/// not depend on how many others were drawn, or in which order.
class CounterRandom {
 public:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;  ///< 2^64 / golden ratio

  constexpr explicit CounterRandom(std::uint64_t key) : key_{mix64(key ^ kStep)} {}

  [[nodiscard]] constexpr std::uint64_t at(std::uint64_t n) const { return mix64(counter(n)); }

  /// What at(n) mixes, for code that mixes many at once. Neighbours are kStep apart, modulo 2^64.
  [[nodiscard]] constexpr std::uint64_t counter(std::uint64_t n) const { return key_ + n * kStep; }

  /// An independent generator for a part of the whole, named by a number.
  [[nodiscard]] constexpr CounterRandom child(std::uint64_t part) const {
    return CounterRandom{mix64(key_ + 0x5851f42d4c957f2dULL) ^ part};
  }

  /// The same, named by text: a task or stream.
  [[nodiscard]] constexpr CounterRandom child(std::string_view part) const {
    std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
    for (const char c : part) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    return child(hash);
  }

 private:
  std::uint64_t key_;
};

}  // namespace pmusim
