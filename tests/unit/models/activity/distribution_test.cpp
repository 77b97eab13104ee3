// SPDX-License-Identifier: Apache-2.0
#include "models/activity/distribution.h"

#include <array>
#include <limits>

#include <catch2/catch.hpp>
#include <hwy/highway.h>

using pmusim::Distribution;
using pmusim::kBlockCycles;

namespace {

constexpr std::uint64_t kHalf = std::uint64_t{1} << 63U;
constexpr std::uint64_t kQuarter = kHalf / 2;

using Thresholds = std::vector<std::uint64_t>;
using Block = std::array<std::uint8_t, kBlockCycles>;

constexpr std::array<std::uint64_t, 9> kComparedBlocks{
    0, 1, 2, 3, 4, 5, 6, 7, std::uint64_t{1} << 40U};

/// The amounts of a block by the definition: whole draws, one at a time.
Block reference(const Distribution& distribution,
                const pmusim::CycleDraws& draws,
                std::uint64_t block) {
  Block amounts{};
  for (std::size_t i = 0; i < kBlockCycles; ++i) {
    const std::uint64_t draw = draws.whole(block * kBlockCycles + i);
    std::size_t amount = distribution.least();
    for (const std::uint64_t threshold : distribution.thresholds()) {
      amount += draw >= threshold ? 1 : 0;
    }
    amounts[i] = static_cast<std::uint8_t>(amount);
  }
  return amounts;
}

/// Runs `body` once for each SIMD target that this processor has.
template <class Body>
void for_each_simd_target(Body&& body) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    CAPTURE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body();
    hwy::SetSupportedTargetsForTest(0);
  }
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

std::vector<Distribution> many_distributions() {
  std::vector<double> crooked;
  crooked.reserve(200);
  for (int i = 0; i < 200; ++i) {
    crooked.push_back(i % 7 == 3 ? 0.0 : 1.0 / (1 + i % 13));
  }
  return {*Distribution::binomial(1, 0.3),
          *Distribution::binomial(8, 0.5),
          *Distribution::binomial(16, 0.123),
          *Distribution::binomial(17, 0.9),
          *Distribution::binomial(255, 0.5),
          *Distribution::binomial(8, 1.0),
          *Distribution::binomial(8, 0.0),
          *Distribution::poisson(2.5, 12),
          *Distribution::poisson(40, 255),
          *Distribution::uniform(0, 255),
          *Distribution::uniform(100, 109),
          *Distribution::uniform(5, 5),
          *Distribution::from_weights(crooked)};
}

}  // namespace

TEST_CASE("probabilities become exact thresholds", "[activity][random]") {
  CHECK(Distribution::binomial(1, 0.5)->thresholds() == Thresholds{kHalf});
  CHECK(Distribution::binomial(2, 0.5)->thresholds() == Thresholds{kQuarter, 3 * kQuarter});
  CHECK(Distribution::binomial(1, 0.25)->thresholds() == Thresholds{3 * kQuarter});
  CHECK(Distribution::uniform(0, 3)->thresholds() == Thresholds{kQuarter, kHalf, 3 * kQuarter});
  CHECK(Distribution::from_weights(std::array{1.0, 0.0, 3.0})->thresholds() ==
        Thresholds{kQuarter, kQuarter});
}

TEST_CASE("Poisson thresholds are those of exp(-1)", "[activity][random]") {
  // floor(2^64 / e) and floor(2^65 / e), computed with 60 decimal digits.
  constexpr std::array<std::uint64_t, 2> kExpected{0x5E2D58D8B3BCDF1A, 0xBC5AB1B16779BE35};
  const auto thresholds = Distribution::poisson(1.0, 2)->thresholds();
  REQUIRE(thresholds.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint64_t error =
        std::max(thresholds[i], kExpected[i]) - std::min(thresholds[i], kExpected[i]);
    CHECK(error < 256);  // 2^-56 of the whole
  }
}

TEST_CASE("the least and the greatest amount are those that can occur", "[activity][random]") {
  CHECK(Distribution::uniform(3, 9)->least() == 3);
  CHECK(Distribution::uniform(3, 9)->greatest() == 9);
  CHECK(Distribution::binomial(8, 1.0)->least() == 8);
  CHECK(Distribution::binomial(8, 0.0)->greatest() == 0);
  CHECK(Distribution::binomial(8, 0.5)->greatest() == 8);
  CHECK(Distribution::poisson(100.0, 7)->greatest() == 7);
  CHECK(Distribution::poisson(1e6, 255)->least() == 255);
  CHECK(Distribution::from_weights(std::array{0.0, 0.1, 0.2, 0.0})->least() == 1);
  CHECK(Distribution::from_weights(std::array{0.0, 0.1, 0.2, 0.0})->greatest() == 2);
}

TEST_CASE("each distribution has its mean and variance", "[activity][random]") {
  struct Case {
    Distribution distribution;
    double mean;
    double variance;
  };

  const std::vector<Case> cases{
      {*Distribution::binomial(8, 0.3), 2.4, 1.68},
      {*Distribution::poisson(3.0), 3.0, 3.0},
      {*Distribution::poisson(50.0), 50.0, 50.0},
      {*Distribution::uniform(10, 19), 14.5, 8.25},
      {*Distribution::from_weights(std::array{3.0, 0.0, 1.0}), 0.5, 0.75}};
  const pmusim::CycleDraws draws{pmusim::CounterRandom{42}};
  constexpr std::uint64_t kBlocks = 64;
  constexpr double kCycles = kBlocks * kBlockCycles;
  for (const Case& c : cases) {
    CAPTURE(c.mean);
    double sum = 0;
    double squares = 0;
    for (std::uint64_t block = 0; block < kBlocks; ++block) {
      Block amounts{};
      c.distribution.fill(draws, block, amounts);
      for (const std::uint8_t amount : amounts) {
        sum += amount;
        squares += double{1} * amount * amount;
      }
    }
    const double mean = sum / kCycles;
    CHECK(mean == Approx(c.mean).margin(5 * std::sqrt(c.variance / kCycles)));
    CHECK(squares / kCycles - mean * mean == Approx(c.variance).epsilon(0.02));
  }
}

TEST_CASE("blocks are those of the scalar definition on every SIMD target",
          "[activity][random][simd]") {
  const pmusim::CycleDraws draws{pmusim::CounterRandom{7}};
  for (const Distribution& distribution : many_distributions()) {
    CAPTURE(int{distribution.greatest()}, distribution.thresholds().size());
    for (const std::uint64_t block :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 40U}) {
      const Block expected = reference(distribution, draws, block);
      for_each_simd_target([&] {
        Block amounts{};
        distribution.fill(draws, block, amounts);
        CHECK(amounts == expected);
      });
    }
  }
}

TEST_CASE("probabilities far below 2^-16 are exact", "[activity][random][simd]") {
  // Its upper 16 bits never decide: a success needs the upper bits 0xFFFF and large lower bits.
  const auto rare = *Distribution::binomial(1, 1.0 / (1U << 20U));
  const pmusim::CycleDraws draws{pmusim::CounterRandom{3}};
  constexpr std::uint64_t kBlocks = 4096;  // 2^24 cycles: 16 successes are expected, deviation 4
  for_each_simd_target([&] {
    std::uint64_t successes = 0;
    for (std::uint64_t block = 0; block < kBlocks; ++block) {
      Block amounts{};
      rare.fill(draws, block, amounts);
      successes += static_cast<std::uint64_t>(std::ranges::count(amounts, 1));
    }
    CHECK(successes >= 1);
    CHECK(successes <= 40);
  });
}

TEST_CASE("some draws of the comparison above are undecided by 16 bits",
          "[activity][random][simd]") {
  const pmusim::CycleDraws draws{pmusim::CounterRandom{7}};
  const auto sixteen = *Distribution::binomial(16, 0.123);
  std::size_t undecided = 0;
  for (std::size_t i = 0; i < 8 * kBlockCycles; ++i) {
    for (const std::uint64_t threshold : sixteen.thresholds()) {
      undecided += draws.upper(i) == threshold >> 48U ? 1U : 0U;
    }
  }
  CHECK(undecided > 0);
}

TEST_CASE("a wrong distribution is refused with the reason", "[activity][random]") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  CHECK_FALSE(Distribution::binomial(256, 0.5));
  CHECK_FALSE(Distribution::binomial(8, -0.1));
  CHECK_FALSE(Distribution::binomial(8, 1.1));
  CHECK_FALSE(Distribution::binomial(8, kNan));
  CHECK_FALSE(Distribution::poisson(-1.0));
  CHECK_FALSE(Distribution::poisson(kInfinite));
  CHECK_FALSE(Distribution::poisson(kNan));
  CHECK_FALSE(Distribution::poisson(1.0, 256));
  CHECK_FALSE(Distribution::uniform(4, 3));
  CHECK_FALSE(Distribution::uniform(0, 256));
  CHECK_FALSE(Distribution::from_weights({}));
  CHECK_FALSE(Distribution::from_weights(std::vector<double>(257, 1.0)));
  CHECK_FALSE(Distribution::from_weights(std::array{0.0, 0.0}));
  CHECK_FALSE(Distribution::from_weights(std::array{1.0, kNan}));
  const auto negative = Distribution::from_weights(std::array{1.0, -1.0});
  REQUIRE_FALSE(negative);
  CHECK(negative.error().what.find("amount 1") != std::string::npos);
}
