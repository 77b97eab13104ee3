// SPDX-License-Identifier: Apache-2.0
//
// The operations that A64 arithmetic is made of, on values of 32 or 64 bits. A 32-bit value stands
// in the lower half, the upper half zero.
#pragma once

#include <cstdint>

#include "models/isa/instruction.h"

namespace pmusim::isa {

constexpr unsigned width_of(bool wide) {
  return wide ? 64 : 32;
}

/// `value` cut to the register width.
constexpr std::uint64_t cut(std::uint64_t value, bool wide) {
  return wide ? value : value & 0xFFFF'FFFFU;
}

struct Sum {
  std::uint64_t value{};
  std::uint64_t flags{};  ///< N, Z, C and V
};

/// a + b + carry and the flags that follow (Arm ARM, pseudocode AddWithCarry).
[[nodiscard]] Sum add_with_carry(std::uint64_t a, std::uint64_t b, bool carry, bool wide);

/// The flags of ANDS and BICS: N and Z from the value, C and V zero.
[[nodiscard]] std::uint64_t logical_flags(std::uint64_t value, bool wide);

/// `value` shifted by `amount`, which is below the register width.
[[nodiscard]] std::uint64_t shifted(std::uint64_t value, Shift shift, unsigned amount, bool wide);

/// The low bits of `value` that `extend` takes, extended to 64 bits and shifted left by `amount`.
[[nodiscard]] std::uint64_t extended(std::uint64_t value, Extend extend, unsigned amount);

/// SBFM, BFM or UBFM: bits of `source` moved into zeros, into its own sign, or into `old`.
[[nodiscard]] std::uint64_t moved_bits(const Instruction& instruction,
                                       std::uint64_t source,
                                       std::uint64_t old);

}  // namespace pmusim::isa
