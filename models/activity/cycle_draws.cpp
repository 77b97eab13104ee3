// SPDX-License-Identifier: Apache-2.0
#include "models/activity/cycle_draws.h"

#include <cstring>

namespace pmusim {

static_assert(std::endian::native == std::endian::little,
              "quarter 0 of a 64-bit number is its first 16-bit number in memory");

void CycleDraws::upper_of_block(std::uint64_t block,
                                std::span<std::uint16_t, kBlockCycles> draws) const {
  const std::uint64_t first = block * (kBlockCycles / 4);
  for (std::size_t i = 0; i < kBlockCycles / 4; ++i) {
    const std::uint64_t four = upper_.at(first + i);
    std::memcpy(&draws[4 * i], &four, sizeof four);
  }
}

}  // namespace pmusim
