// SPDX-License-Identifier: Apache-2.0
#include "models/activity/distribution.h"

#include <cmath>
#include <numeric>
#include <optional>

#include "models/activity/guide_table.h"
#include "models/activity/probabilities.h"
#include "models/activity/threshold_count.h"

namespace pmusim {

namespace {

constexpr std::uint32_t kGreatestAmount = 255;

/// Up to this many thresholds, comparing with each (SIMD) is faster than a table.
constexpr std::size_t kCompareLimit = 16;
constexpr unsigned kGuideBits = 14;

tl::unexpected<Error> wrong(std::string what, std::string hint) {
  return fail(ErrorCode::invalid_input, "distribution", std::move(what), std::move(hint));
}

bool is_probability(double p) {
  return p >= 0.0 && p <= 1.0;
}

}  // namespace

struct Distribution::Tables {
  std::uint8_t least{};
  std::uint8_t greatest{};
  std::vector<std::uint64_t> thresholds;
  std::vector<std::uint16_t> upper;  ///< bits 63:48 of each threshold
  std::optional<GuideTable> guide;   ///< when there are too many thresholds to compare with each
};

Distribution Distribution::from_probabilities(std::span<const long double> probabilities) {
  auto tables = std::make_shared<Tables>();
  std::vector<std::uint64_t> all = cumulative_thresholds(probabilities);
  tables->greatest = static_cast<std::uint8_t>(all.size());
  const auto first = std::ranges::upper_bound(all, std::uint64_t{0});
  tables->least = static_cast<std::uint8_t>(first - all.begin());
  tables->thresholds.assign(first, all.end());
  for (const std::uint64_t threshold : tables->thresholds) {
    tables->upper.push_back(static_cast<std::uint16_t>(threshold >> 48U));
  }
  if (tables->thresholds.size() > kCompareLimit) {
    tables->guide.emplace(kGuideBits, std::vector<GuideTable::Thresholds>{std::move(all)});
  }
  return Distribution{std::move(tables)};
}

Result<Distribution> Distribution::binomial(std::uint32_t trials, double success) {
  if (trials > kGreatestAmount) {
    return wrong("binomial with " + std::to_string(trials) + " trials",
                 "0 to 255 trials are possible");
  }
  if (!is_probability(success)) {
    return wrong("binomial with success probability " + std::to_string(success),
                 "a probability lies between 0 and 1");
  }
  return from_probabilities(binomial_probabilities(trials, success));
}

Result<Distribution> Distribution::poisson(double mean, std::uint32_t greatest) {
  if (!std::isfinite(mean) || mean < 0.0) {
    return wrong("Poisson with mean " + std::to_string(mean),
                 "the mean is a finite number, at least 0");
  }
  if (greatest > kGreatestAmount) {
    return wrong("Poisson clipped to " + std::to_string(greatest), "amounts are at most 255");
  }
  return from_probabilities(poisson_probabilities(mean, greatest));
}

Result<Distribution> Distribution::uniform(std::uint32_t least, std::uint32_t greatest) {
  if (greatest > kGreatestAmount || least > greatest) {
    return wrong("uniform from " + std::to_string(least) + " to " + std::to_string(greatest),
                 "least is at most greatest, and greatest at most 255");
  }
  std::vector<long double> probabilities(greatest + 1, 0.0L);
  std::fill(probabilities.begin() + least, probabilities.end(), 1.0L);
  return from_probabilities(probabilities);
}

Result<Distribution> Distribution::from_weights(std::span<const double> weights) {
  if (weights.empty() || weights.size() > kGreatestAmount + 1) {
    return wrong(std::to_string(weights.size()) + " weights",
                 "1 to 256 are possible, for amounts 0 to 255");
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!std::isfinite(weights[i]) || weights[i] < 0.0) {
      return wrong("weight of amount " + std::to_string(i) + " is " + std::to_string(weights[i]),
                   "a weight is a finite number, at least 0");
    }
  }
  const std::vector<long double> probabilities(weights.begin(), weights.end());
  if (std::accumulate(probabilities.begin(), probabilities.end(), 0.0L) <= 0.0L) {
    return wrong("all weights are 0", "at least one amount must be possible");
  }
  return from_probabilities(probabilities);
}

std::uint8_t Distribution::least() const {
  return tables_->least;
}

std::uint8_t Distribution::greatest() const {
  return tables_->greatest;
}

const std::vector<std::uint64_t>& Distribution::thresholds() const {
  return tables_->thresholds;
}

std::uint8_t Distribution::amount(std::uint64_t draw) const {
  const auto& thresholds = tables_->thresholds;
  const auto at_or_below = std::ranges::upper_bound(thresholds, draw) - thresholds.begin();
  return static_cast<std::uint8_t>(tables_->least + at_or_below);
}

void Distribution::fill(const CycleDraws& draws,
                        std::uint64_t block,
                        std::span<std::uint8_t, kBlockCycles> amounts) const {
  if (tables_->thresholds.empty()) {
    std::ranges::fill(amounts, tables_->least);
    return;
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by the next call
  alignas(64) std::array<std::uint16_t, kBlockCycles> upper;
  draws.upper_of_block(block, upper);
  const std::uint64_t first = block * kBlockCycles;
  if (const auto& guide = tables_->guide) {
    for (std::size_t i = 0; i < kBlockCycles; ++i) {
      amounts[i] = guide->amount(0, upper[i], [&] { return draws.whole(first + i); });
    }
    return;
  }
  UndecidedCycles undecided;
  count_thresholds(upper, tables_->upper, tables_->least, amounts, undecided);
  for (std::size_t i = 0; i < undecided.count; ++i) {
    const std::size_t offset = undecided.offset[i];
    amounts[offset] = amount(draws.whole(first + offset));
  }
}

}  // namespace pmusim
