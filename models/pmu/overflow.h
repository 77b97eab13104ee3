// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/pmu/pmu_state.h"

namespace pmusim {

/// How wide a counter is, and where it overflows.
enum class OverflowPosition : std::uint8_t {
  bit32_of_32,  ///< before PMUv3p5: the counter wraps at 32 bits
  bit32_of_64,  ///< a carry out of bit 31 overflows, the counter keeps 64 bits
  bit64,        ///< a carry out of bit 63 overflows
};

/// The position of an event counter: PMCR_EL0.LP for the first range, MDCR_EL2.HLP for the second.
[[nodiscard]] OverflowPosition overflow_position(const PmuConfig& config,
                                                 const PmuState& state,
                                                 unsigned counter);

/// The position of the cycle counter: PMCR_EL0.LC; 64 bits where AArch32 does not exist.
[[nodiscard]] OverflowPosition cycle_counter_overflow(const PmuConfig& config,
                                                      const PmuState& state);

/// A counter value after an addition.
struct Sum {
  RegValue value{};
  bool overflowed{};  ///< the addition changed a bit at or above the overflow position
};

[[nodiscard]] constexpr Sum add(RegValue value,
                                std::uint64_t increment,
                                OverflowPosition position) {
  const RegValue sum = value + increment;
  switch (position) {
    case OverflowPosition::bit32_of_32:
      return {sum & 0xffff'ffffU, (sum >> 32U) != 0};
    case OverflowPosition::bit32_of_64:
      return {sum, (sum >> 32U) != (value >> 32U) || sum < value};
    case OverflowPosition::bit64:
      return {sum, sum < value};
  }
  return {};
}

/// The smallest sum of increments that overflows; 0 stands for 2^64.
[[nodiscard]] constexpr std::uint64_t distance_to_overflow(RegValue value,
                                                           OverflowPosition position) {
  if (position == OverflowPosition::bit64) {
    return 0 - value;
  }
  return (RegValue{1} << 32U) - (value & 0xffff'ffffU);
}

}  // namespace pmusim
