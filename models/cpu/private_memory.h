// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>

namespace pmusim {

/// Memory that one program alone uses: words of 8 bytes, zero until written.
class PrivateMemory {
 public:
  /// @pre aligned; 4 or 8 bytes
  [[nodiscard]] std::uint64_t read(std::uint64_t address, unsigned bytes) const {
    const auto found = words_.find(address / 8);
    const std::uint64_t word = found == words_.end() ? 0 : found->second;
    return bytes == 8 ? word : word >> shift(address) & kLow;
  }

  /// @pre aligned; 4 or 8 bytes
  void write(std::uint64_t address, unsigned bytes, std::uint64_t value) {
    std::uint64_t& word = words_[address / 8];
    word = bytes == 8 ? value
                      : (word & ~(kLow << shift(address))) | ((value & kLow) << shift(address));
  }

 private:
  static constexpr std::uint64_t kLow = 0xffff'ffffU;

  static constexpr unsigned shift(std::uint64_t address) {
    return static_cast<unsigned>(address % 8) * 8;
  }

  std::unordered_map<std::uint64_t, std::uint64_t> words_;
};

}  // namespace pmusim
