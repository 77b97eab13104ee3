// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "models/common/expect.h"

namespace pmusim::memory {

/// A set of tuples of one width, numbered in the order in which they came.
template <class Word>
class TupleSet {
 public:
  explicit TupleSet(std::size_t width) : width_{width}, table_(kFirstTable, kFree) {}

  /// The number of the tuple, and whether it is new.
  std::pair<std::uint32_t, bool> insert(std::span<const Word> tuple) {
    PMUSIM_EXPECT(tuple.size() == width_, "a tuple of another width");
    if (3 * (count_ + 1) > 2 * table_.size()) {
      grow();
    }
    const std::size_t mask = table_.size() - 1;
    for (std::size_t place = hash(tuple) & mask;; place = (place + 1) & mask) {
      const std::uint32_t number = table_[place];
      if (number == kFree) {
        const auto fresh = static_cast<std::uint32_t>(count_++);
        table_[place] = fresh;
        words_.insert(words_.end(), tuple.begin(), tuple.end());
        return {fresh, true};
      }
      if (std::ranges::equal((*this)[number], tuple)) {
        return {number, false};
      }
    }
  }

  [[nodiscard]] std::span<const Word> operator[](std::uint32_t number) const {
    return {words_.data() + number * width_, width_};
  }

  [[nodiscard]] std::size_t size() const { return count_; }

  [[nodiscard]] std::uint64_t bytes() const {
    return words_.capacity() * sizeof(Word) + table_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t kFirstTable = 64;
  static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

  static std::size_t hash(std::span<const Word> tuple) {
    std::uint64_t value = 0x9E3779B97F4A7C15;
    for (const Word word : tuple) {
      value = (value ^ word) * 0xBF58476D1CE4E5B9;
      value ^= value >> 29U;
    }
    return static_cast<std::size_t>(value ^ (value >> 32U));
  }

  void grow() {
    table_.assign(2 * table_.size(), kFree);
    const std::size_t mask = table_.size() - 1;
    for (std::uint32_t number = 0; number < count_; ++number) {
      std::size_t place = hash((*this)[number]) & mask;
      while (table_[place] != kFree) {
        place = (place + 1) & mask;
      }
      table_[place] = number;
    }
  }

  std::size_t width_;
  std::size_t count_{};
  std::vector<Word> words_;
  std::vector<std::uint32_t> table_;
};

}  // namespace pmusim::memory
