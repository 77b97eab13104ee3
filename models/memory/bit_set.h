// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "models/common/expect.h"

namespace pmusim::memory {

/// A set of small numbers: accesses of a window, or locations of a program.
class BitSet {
 public:
  /// One more than the largest number that fits.
  static constexpr unsigned kCapacity = 256;

  constexpr BitSet() = default;

  [[nodiscard]] static BitSet of(unsigned number) {
    BitSet set;
    set.add(number);
    return set;
  }

  /// All numbers below `count`.
  [[nodiscard]] static BitSet below(unsigned count) {
    BitSet set;
    for (unsigned i = 0; i < kWords; ++i) {
      const unsigned rest = count > 64 * i ? count - 64 * i : 0;
      set.words_[i] = rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
    }
    return set;
  }

  void add(unsigned number) {
    PMUSIM_EXPECT(number < kCapacity, "a number beyond the capacity of the set");
    words_[number / 64] |= std::uint64_t{1} << (number % 64);
  }

  void remove(unsigned number) {
    PMUSIM_EXPECT(number < kCapacity, "a number beyond the capacity of the set");
    words_[number / 64] &= ~(std::uint64_t{1} << (number % 64));
  }

  [[nodiscard]] bool has(unsigned number) const {
    return (words_[number / 64] >> (number % 64) & 1) != 0;
  }

  [[nodiscard]] bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }

  [[nodiscard]] bool intersects(const BitSet& other) const { return !(*this & other).empty(); }

  [[nodiscard]] bool within(const BitSet& other) const { return (*this - other).empty(); }

  BitSet& operator|=(const BitSet& other) {
    for (unsigned i = 0; i < kWords; ++i) {
      words_[i] |= other.words_[i];
    }
    return *this;
  }

  friend BitSet operator|(BitSet a, const BitSet& b) { return a |= b; }

  friend BitSet operator&(BitSet a, const BitSet& b) {
    for (unsigned i = 0; i < kWords; ++i) {
      a.words_[i] &= b.words_[i];
    }
    return a;
  }

  friend BitSet operator-(BitSet a, const BitSet& b) {
    for (unsigned i = 0; i < kWords; ++i) {
      a.words_[i] &= ~b.words_[i];
    }
    return a;
  }

  friend bool operator==(const BitSet&, const BitSet&) = default;

  /// Calls `visit(number)` for each member, in rising order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (unsigned i = 0; i < kWords; ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(64 * i + static_cast<unsigned>(std::countr_zero(rest)));
      }
    }
  }

 private:
  static constexpr unsigned kWords = kCapacity / 64;
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace pmusim::memory
