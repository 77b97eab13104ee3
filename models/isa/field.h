// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pmusim::isa {

/// A field of an instruction word: its lowest bit and its length, less than 32.
struct Field {
  unsigned lsb;
  unsigned bits;

  [[nodiscard]] constexpr std::uint32_t low() const { return (std::uint32_t{1} << bits) - 1; }

  [[nodiscard]] constexpr std::uint32_t mask() const { return low() << lsb; }

  /// The low bits of `value`, in place.
  template <class Value>
  [[nodiscard]] constexpr std::uint32_t put(Value value) const {
    return (static_cast<std::uint32_t>(value) & low()) << lsb;
  }

  template <class Value = std::uint32_t>
  [[nodiscard]] constexpr Value get(std::uint32_t word) const {
    return static_cast<Value>((word >> lsb) & low());
  }

  [[nodiscard]] constexpr std::int64_t get_signed(std::uint32_t word) const {
    const std::int64_t sign = std::int64_t{1} << (bits - 1);
    return (std::int64_t{get(word)} ^ sign) - sign;
  }
};

}  // namespace pmusim::isa
