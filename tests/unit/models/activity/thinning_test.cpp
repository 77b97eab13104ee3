// SPDX-License-Identifier: Apache-2.0
#include "models/activity/thinning.h"

#include <algorithm>
#include <array>

#include <catch2/catch.hpp>
#include <hwy/highway.h>

#include "models/activity/probabilities.h"

using pmusim::kBlockCycles;

namespace {

using Block = std::array<std::uint8_t, kBlockCycles>;

/// Cycles with 0 to `greatest` occurrences, each number equally often.
Block occurrences(std::uint32_t greatest) {
  Block all{};
  for (std::size_t i = 0; i < kBlockCycles; ++i) {
    all[i] = static_cast<std::uint8_t>(i * 7 % (greatest + 1));
  }
  return all;
}

/// By the definition: whole draws, one at a time.
Block reference(const Block& all,
                double keep,
                const pmusim::CycleDraws& draws,
                std::uint64_t block) {
  Block kept{};
  for (std::size_t i = 0; i < kBlockCycles; ++i) {
    const auto thresholds =
        pmusim::cumulative_thresholds(pmusim::binomial_probabilities(all[i], keep));
    const std::uint64_t draw = draws.whole(block * kBlockCycles + i);
    kept[i] = static_cast<std::uint8_t>(std::ranges::count_if(
        thresholds, [&](std::uint64_t threshold) { return draw >= threshold; }));
  }
  return kept;
}

}  // namespace

TEST_CASE("thinned blocks are those of the scalar definition on every SIMD target",
          "[activity][random][simd]") {
  const pmusim::CycleDraws draws{pmusim::CounterRandom{7}};
  for (const std::uint32_t greatest : {1U, 7U, 8U, 9U, 20U}) {  // up to 8 in SIMD
    const Block all = occurrences(greatest);
    for (const double keep : {0.0, 1e-6, 0.123, 0.5, 0.9, 1.0 - 1e-6, 1.0}) {
      CAPTURE(greatest, keep);
      const pmusim::Thinning thinning{greatest, keep};
      for (const std::uint64_t block :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 40U}) {
        const Block expected = reference(all, keep, draws, block);
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
          CAPTURE(hwy::TargetName(target));
          hwy::SetSupportedTargetsForTest(target);
          hwy::GetChosenTarget().Update(hwy::SupportedTargets());
          Block kept{};
          thinning.thin(draws, block, all, kept);
          CHECK(kept == expected);
        }
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
      }
    }
  }
}
