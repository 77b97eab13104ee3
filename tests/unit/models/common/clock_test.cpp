// SPDX-License-Identifier: Apache-2.0
#include "models/common/clock.h"

#include <catch2/catch.hpp>

using namespace pmusim;

TEST_CASE("an edge is the cycle number times the period, rounded up to a picosecond",
          "[common][clock]") {
  const Clock three_gigahertz{3000};  // period 333 1/3 ps
  CHECK(three_gigahertz.edge(CycleTime{0}) == Picoseconds{0});
  CHECK(three_gigahertz.edge(CycleTime{1}) == Picoseconds{334});
  CHECK(three_gigahertz.edge(CycleTime{2}) == Picoseconds{667});
  CHECK(three_gigahertz.edge(CycleTime{3}) == Picoseconds{1000});
  CHECK(three_gigahertz.edge(CycleTime{3'000'000'000'000}) == Picoseconds{1'000'000'000'000'000});
}

TEST_CASE("something published on an edge is seen one edge later", "[common][clock]") {
  const Clock clock{3000};
  CHECK(clock.first_edge_after(Picoseconds{0}) == CycleTime{1});
  CHECK(clock.first_edge_after(Picoseconds{333}) == CycleTime{1});
  CHECK(clock.first_edge_after(Picoseconds{334}) == CycleTime{2});
  CHECK(clock.first_edge_after(Picoseconds{999}) == CycleTime{3});
  CHECK(clock.first_edge_after(Picoseconds{1000}) == CycleTime{4});
}

TEST_CASE("the cycles that have ended at an instant are those whose end is not after it",
          "[common][clock]") {
  const auto mhz = GENERATE(1U, 3U, 1000U, 1900U, 2700U, 1'000'000U);
  const Clock clock{mhz};
  CAPTURE(mhz);
  for (std::uint64_t cycle : {0ULL, 1ULL, 2ULL, 999ULL, 123'456'789ULL}) {
    const Picoseconds edge = clock.edge(CycleTime{cycle});
    CHECK(clock.cycle_at(edge) == CycleTime{cycle});
    if (cycle > 0) {
      CHECK(clock.cycle_at(edge - Picoseconds{1}) == CycleTime{cycle - 1});
    }
  }
}
