// SPDX-License-Identifier: Apache-2.0
#include "models/activity/random_stream.h"

#include <catch2/catch.hpp>

#include "tests/unit/models/activity/stream_amounts.h"

namespace {

using pmusim::CounterRandom;
using Amounts = std::vector<std::uint32_t>;

Amounts amounts(pmusim::EventStream& stream, std::uint64_t from, std::uint64_t cycles) {
  return pmusim::test::amounts(
      [&](std::uint64_t f, std::uint64_t w) { return stream.view(f, w); }, from, cycles);
}

}  // namespace

TEST_CASE("random streams with equal keys are equal, with other keys not", "[activity][random]") {
  const auto eight = *pmusim::Distribution::binomial(8, 0.5);
  const auto a = amounts(*pmusim::random_stream(eight, CounterRandom{1}), 0, 9000);
  CHECK(amounts(*pmusim::random_stream(eight, CounterRandom{1}), 0, 9000) == a);
  CHECK(amounts(*pmusim::random_stream(eight, CounterRandom{2}), 0, 9000) != a);
}

TEST_CASE("a random stream can be asked for any cycle at any time", "[activity][random]") {
  const auto stream =
      pmusim::random_stream(*pmusim::Distribution::uniform(0, 255), CounterRandom{5});
  const auto in_order = amounts(*stream, 0, 20'000);
  for (const std::uint64_t from : {19'000U, 4095U, 4096U, 12'289U, 0U}) {
    CAPTURE(from);
    CHECK(amounts(*stream, from, 900) ==
          Amounts(in_order.begin() + static_cast<std::ptrdiff_t>(from),
                  in_order.begin() + static_cast<std::ptrdiff_t>(from + 900)));
  }
}

TEST_CASE("bursts and gaps have geometric lengths with the wanted means", "[activity][random]") {
  const auto [burst, gap] = GENERATE(table<double, double>({{10, 90}, {3, 2}, {1, 4}, {20, 1}}));
  CAPTURE(burst, gap);
  const auto stream = *pmusim::burst_stream({burst, gap, 5}, CounterRandom{9});
  double busy = 0;
  double bursts = 0;
  double gaps_of_one = 0;
  constexpr std::uint64_t kBlocks = 200;
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    const auto in_block = amounts(*stream, block * 4096, 4096);
    for (std::size_t i = 0; i < in_block.size(); ++i) {
      REQUIRE((in_block[i] == 0 || in_block[i] == 5));
      busy += in_block[i] == 5 ? 1 : 0;
      bursts += i > 0 && in_block[i] == 5 && in_block[i - 1] == 0 ? 1 : 0;
      gaps_of_one +=
          i > 1 && in_block[i] == 5 && in_block[i - 1] == 0 && in_block[i - 2] == 5 ? 1 : 0;
    }
  }
  const double cycles = 4096.0 * kBlocks;
  CHECK(busy / cycles == Approx(burst / (burst + gap)).epsilon(0.05));
  CHECK(bursts / cycles == Approx(1.0 / (burst + gap)).epsilon(0.05));
  CHECK(gaps_of_one / bursts ==
        Approx(1.0 / gap).epsilon(0.1));  // a geometric gap is 1 with that probability
}

TEST_CASE("bursts of large amounts are as wide as they need to be", "[activity][random]") {
  const auto [amount, kind] = GENERATE(table<std::uint32_t, pmusim::StreamView::Kind>({
      {255, pmusim::StreamView::Kind::dense8},
      {256, pmusim::StreamView::Kind::dense16},
      {65'536, pmusim::StreamView::Kind::dense32},
  }));
  const auto stream = *pmusim::burst_stream({2, 2, amount}, CounterRandom{1});
  CHECK(stream->view(0, 1).kind == kind);
  CHECK(stream->view(0, 1).greatest == amount);
  const auto some = amounts(*stream, 0, 100);
  CHECK(std::ranges::max(some) == amount);
  CHECK(std::ranges::min(some) == 0);
}

TEST_CASE("a stretch of less than one cycle is refused", "[activity][random]") {
  CHECK_FALSE(pmusim::burst_stream({0.5, 10, 1}, CounterRandom{1}));
  CHECK_FALSE(pmusim::burst_stream({10, 0, 1}, CounterRandom{1}));
  CHECK(pmusim::burst_stream({1, 1, 1}, CounterRandom{1}));
}
