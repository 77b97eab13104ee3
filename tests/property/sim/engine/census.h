// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

namespace pmusim::test {

/// How often each of some features occurred among random scenarios.
template <std::size_t kCount>
class Census {
 public:
  explicit Census(const std::array<std::string_view, kCount>& features) : features_{features} {}

  /// @param features  of a scenario, one character each: '1' or '0'.
  void add(std::string_view features) {
    ++scenarios_;
    for (std::size_t i = 0; i < kCount; ++i) {
      seen_[i] += features[i] == '1' ? 1U : 0U;
    }
  }

  /// Checks that none is rare: each occurs in at least one of `rarest` scenarios.
  void check(std::size_t rarest) const {
    for (std::size_t i = 0; i < kCount; ++i) {
      std::cout << features_[i] << ": " << seen_[i] << " of " << scenarios_ << " scenarios\n";
      CAPTURE(features_[i]);
      CHECK(seen_[i] * rarest >= scenarios_);
    }
  }

 private:
  const std::array<std::string_view, kCount>& features_;
  std::array<std::size_t, kCount> seen_{};
  std::size_t scenarios_{};
};

}  // namespace pmusim::test
