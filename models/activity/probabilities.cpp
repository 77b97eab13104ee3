// SPDX-License-Identifier: Apache-2.0
#include "models/activity/probabilities.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pmusim {

namespace {

/// By the ratio of neighbours from 0 successes on, which cannot underflow to nothing for success <=
/// 1/2.
std::vector<long double> binomial_up_to_half(std::uint32_t trials, long double success) {
  std::vector<long double> probabilities{
      std::pow(1.0L - success, static_cast<long double>(trials))};
  const long double odds = success / (1.0L - success);
  for (std::uint32_t k = 1; k <= trials; ++k) {
    probabilities.push_back(probabilities.back() * odds * static_cast<long double>(trials - k + 1) /
                            static_cast<long double>(k));
  }
  return probabilities;
}

}  // namespace

std::vector<long double> binomial_probabilities(std::uint32_t trials, double success) {
  if (success <= 0.5) {
    return binomial_up_to_half(trials, success);
  }
  std::vector<long double> failures = binomial_up_to_half(trials, 1.0L - success);
  std::ranges::reverse(failures);
  return failures;
}

std::vector<long double> poisson_probabilities(double mean, std::uint32_t greatest) {
  std::vector<long double> probabilities;
  long double term = std::exp(-static_cast<long double>(mean));
  long double rest = 1.0L;
  for (std::uint32_t k = 0; k < greatest; ++k) {
    probabilities.push_back(term);
    rest -= term;
    term *= static_cast<long double>(mean) / static_cast<long double>(k + 1);
  }
  probabilities.push_back(std::max(rest, 0.0L));
  return probabilities;
}

std::vector<std::uint64_t> cumulative_thresholds(std::span<const long double> probabilities) {
  const long double sum = std::accumulate(probabilities.begin(), probabilities.end(), 0.0L);
  std::vector<std::uint64_t> thresholds;
  long double cumulative = 0.0L;
  for (std::size_t i = 0; i + 1 < probabilities.size(); ++i) {
    cumulative += probabilities[i];
    const long double scaled = std::ldexp(cumulative / sum, 64);
    if (scaled >= std::ldexp(1.0L, 64)) {
      break;
    }
    thresholds.push_back(static_cast<std::uint64_t>(scaled));
  }
  return thresholds;
}

}  // namespace pmusim
