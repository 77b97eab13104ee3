// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace pmusim::memory {

/// The data area of random programs: X1 holds its start.
inline constexpr std::uint64_t kArea = 0x2'0000;
inline constexpr std::uint64_t kAreaBytes = 512;

/// A program of one thread that ends: arithmetic of all kinds, accesses of all kinds within the
/// data area, branches forward, and loops of a few turns. X0 and X2 to X15 are free, X20 counts
/// turns.
[[nodiscard]] std::string random_walk(std::uint64_t seed);

}  // namespace pmusim::memory
