// SPDX-License-Identifier: Apache-2.0
#include "models/common/random.h"

#include <bit>

#include <catch2/catch.hpp>

using namespace pmusim;

TEST_CASE("mix64 agrees with the published SplitMix64 sequence", "[common][random]") {
  // The first outputs of SplitMix64 with seed 1234567, as in the author's reference program.
  constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;
  CHECK(mix64(1234567 + kStep) == 6457827717110365317ULL);
  CHECK(mix64(1234567 + 2 * kStep) == 3203168211198807973ULL);
  CHECK(mix64(1234567 + 3 * kStep) == 9817491932198370423ULL);
}

TEST_CASE("a random number depends on key and position alone", "[common][random]") {
  const CounterRandom one{7};
  const std::uint64_t tenth = one.at(10);
  CHECK(one.at(3) != tenth);
  CHECK(CounterRandom{7}.at(10) == tenth);
  CHECK(CounterRandom{8}.at(10) != tenth);
}

TEST_CASE("parts of a generator are independent of each other and of it", "[common][random]") {
  const CounterRandom whole{1};
  CHECK(whole.child("app").at(0) != whole.child("apq").at(0));
  CHECK(whole.child(1).at(0) != whole.child(2).at(0));
  CHECK(whole.child(1).at(0) != whole.at(1));
  // Half of the bits differ between neighbouring parts, within five standard deviations of 64,000
  // draws.
  int differing = 0;
  for (std::uint64_t n = 0; n < 1000; ++n) {
    differing += std::popcount(whole.child(n).at(0) ^ whole.child(n + 1).at(0));
  }
  CHECK(differing > 32'000 - 633);
  CHECK(differing < 32'000 + 633);
}
