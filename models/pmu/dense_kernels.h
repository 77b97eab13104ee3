// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/pmu/threshold.h"

namespace pmusim {

/// Sum of the increments that `threshold` makes of `amounts[0..cycles)`.
/// @pre the threshold does not count edges.
[[nodiscard]] std::uint64_t sum_increments(const std::uint8_t* amounts,
                                           std::size_t cycles,
                                           const Threshold& threshold);
[[nodiscard]] std::uint64_t sum_increments(const std::uint16_t* amounts,
                                           std::size_t cycles,
                                           const Threshold& threshold);
[[nodiscard]] std::uint64_t sum_increments(const std::uint32_t* amounts,
                                           std::size_t cycles,
                                           const Threshold& threshold);

/// Cycles of one block of sum_blocks().
inline constexpr std::size_t kSumBlock = 256;

/// The same sum for each of `sums.size()` consecutive blocks.
/// @pre the threshold does not count edges.
void sum_blocks(const std::uint8_t* amounts,
                const Threshold& threshold,
                std::span<std::uint64_t> sums);

/// Number of edges, when the condition was `before` in the cycle ahead of the first.
/// @pre the threshold counts edges.
[[nodiscard]] std::uint64_t count_edges(const std::uint8_t* amounts,
                                        std::size_t cycles,
                                        const Threshold& threshold,
                                        bool before);

/// The SIMD targets of this machine that the kernels were compiled for, best first: "AVX2",
/// "SSE4", ..., "SCALAR".
[[nodiscard]] std::vector<std::string> simd_targets();

/// Makes the kernels use one target from now on; an empty name returns to the best one. For tests
/// and benchmarks.
/// @return false when the machine has no such target.
bool use_simd_target(const std::string& name);

}  // namespace pmusim
