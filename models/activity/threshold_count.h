// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "models/activity/cycle_draws.h"

namespace pmusim {

/// Cycles of a block whose amount the upper 16 bits of the draw do not decide.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): 8 KiB, read only as far as written
struct UndecidedCycles {
  std::size_t count{};
  std::array<std::uint16_t, kBlockCycles> offset;  ///< within the block, ascending; `count` are set
};

/// For each draw, `least` plus the number of thresholds strictly below it.
///
/// A draw that equals a threshold is undecided: its amount is left at any value, and its offset is
/// listed. Every SIMD target gives the same amounts and the same list.
///
/// @param thresholds  upper 16 bits of thresholds, ascending; with `least` at most 255 of them.
void count_thresholds(std::span<const std::uint16_t, kBlockCycles> draws,
                      std::span<const std::uint16_t> thresholds,
                      std::uint8_t least,
                      std::span<std::uint8_t, kBlockCycles> amounts,
                      UndecidedCycles& undecided);

}  // namespace pmusim
