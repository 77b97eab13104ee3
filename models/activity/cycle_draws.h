// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "models/common/random.h"

namespace pmusim {

/// Generated streams are made in blocks of this many cycles, which start at its multiples.
inline constexpr std::size_t kBlockCycles = 4096;

/// A 64-bit random number for each cycle, made in two parts so that a block is cheap: the upper 16
/// bits are a quarter of a number of one generator, the lower 48 bits come from another generator
/// and are made only where a decision hangs on them.
class CycleDraws {
 public:
  explicit CycleDraws(CounterRandom random)
      : upper_{random.child("upper")}, lower_{random.child("lower")} {}

  /// Bits 63:48 of the cycles of a block, in SIMD.
  void upper_of_block(std::uint64_t block, std::span<std::uint16_t, kBlockCycles> draws) const;

  /// Bits 63:48 of a cycle.
  [[nodiscard]] std::uint16_t upper(std::uint64_t cycle) const {
    return static_cast<std::uint16_t>(upper_.at(cycle / 4) >> (16 * (cycle % 4)));
  }

  /// All bits of a cycle.
  [[nodiscard]] std::uint64_t whole(std::uint64_t cycle) const {
    return (std::uint64_t{upper(cycle)} << 48U) | (lower_.at(cycle) >> 16U);
  }

 private:
  CounterRandom upper_;
  CounterRandom lower_;
};

}  // namespace pmusim
