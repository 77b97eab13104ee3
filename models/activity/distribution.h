// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "models/activity/cycle_draws.h"
#include "models/common/result.h"

namespace pmusim {

/// How likely each amount from 0 to 255 is in a cycle. Cheap to copy; the tables are shared.
///
/// Held as cumulative probabilities in units of 2^-64: a 64-bit draw selects `least` plus the
/// number of thresholds at or below it, so a probability is exact to 2^-56 or better.
class Distribution {
 public:
  /// Number of successes in `trials` (0 to 255) independent trials; Bernoulli with 1 trial.
  /// @error invalid_input  trials above 255, success probability outside 0 to 1.
  static Result<Distribution> binomial(std::uint32_t trials, double success);

  /// Poisson with mean `mean`; larger values than `greatest` (at most 255) become `greatest`.
  /// @error invalid_input  mean negative or not finite, greatest above 255.
  static Result<Distribution> poisson(double mean, std::uint32_t greatest = 255);

  /// Each amount from `least` to `greatest` (at most 255) with the same probability.
  /// @error invalid_input  least above greatest, greatest above 255.
  static Result<Distribution> uniform(std::uint32_t least, std::uint32_t greatest);

  /// Amount i with a probability in proportion to weights[i].
  /// @error invalid_input  no weight, more than 256, one negative or not finite, all zero.
  static Result<Distribution> from_weights(std::span<const double> weights);

  /// No amount that can occur is below `least` or above `greatest`.
  [[nodiscard]] std::uint8_t least() const;
  [[nodiscard]] std::uint8_t greatest() const;

  /// Thresholds above 0, ascending: greatest - least of them.
  [[nodiscard]] const std::vector<std::uint64_t>& thresholds() const;

  /// The amounts of a block of cycles.
  void fill(const CycleDraws& draws,
            std::uint64_t block,
            std::span<std::uint8_t, kBlockCycles> amounts) const;

  /// The amount that a draw selects, by the definition and without tables. `fill` agrees with it.
  [[nodiscard]] std::uint8_t amount(std::uint64_t draw) const;

 private:
  struct Tables;

  explicit Distribution(std::shared_ptr<const Tables> tables) : tables_{std::move(tables)} {}

  static Distribution from_probabilities(std::span<const long double> probabilities);

  std::shared_ptr<const Tables> tables_;
};

}  // namespace pmusim
