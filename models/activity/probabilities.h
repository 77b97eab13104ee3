// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pmusim {

/// Probability of 0..trials successes. @pre success is between 0 and 1.
[[nodiscard]] std::vector<long double> binomial_probabilities(std::uint32_t trials, double success);

/// Probability of 0..greatest; the last one takes all that is larger. @pre mean is finite, at least
/// 0.
[[nodiscard]] std::vector<long double> poisson_probabilities(double mean, std::uint32_t greatest);

/// Threshold i is the probability of an amount of i or less, in units of 2^-64, so that a uniform
/// 64-bit number selects as amount the number of thresholds at or below it. Thresholds that no
/// 64-bit number reaches are left out.
///
/// @param probabilities  of amounts 0, 1, ...; scaled here to the sum 1.
/// @pre at least one is positive, none is negative.
[[nodiscard]] std::vector<std::uint64_t> cumulative_thresholds(
    std::span<const long double> probabilities);

}  // namespace pmusim
