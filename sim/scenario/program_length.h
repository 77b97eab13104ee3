// SPDX-License-Identifier: Apache-2.0
//
// How long a program runs at least, and how many items it has: known before it runs.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/scenario.h"

namespace pmusim::scenario {

/// Time that a program takes at least. Sums that do not fit 64 bits stay at the greatest value.
struct ProgramLength {
  std::uint64_t cycles{};
  std::uint64_t ns{};  ///< asleep
};

/// @param kvm  what an exit costs; without guests it does not matter.
[[nodiscard]] ProgramLength length_of(const std::vector<Item>& body,
                                      std::uint64_t repeat,
                                      const kernel::WorldSwitchCosts& kvm = {});

/// The length in picoseconds, rounded up.
[[nodiscard]] std::uint64_t picoseconds_of(const ProgramLength& length,
                                           std::uint32_t frequency_mhz);

/// a + b, at most 2^64 - 1.
[[nodiscard]] std::uint64_t add_up_to_limit(std::uint64_t a, std::uint64_t b);

/// Items with those in repetitions, each once.
[[nodiscard]] std::uint64_t items_in(const std::vector<Item>& body);

}  // namespace pmusim::scenario
