// SPDX-License-Identifier: Apache-2.0
#include "models/common/units.h"

#include <type_traits>
#include <unordered_set>

#include <catch2/catch.hpp>

using namespace pmusim;

TEST_CASE("quantities of one unit add and compare", "[common][units]") {
  Cycles cycles{40};
  cycles += Cycles{2};
  CHECK(cycles == Cycles{42});
  CHECK(cycles - Cycles{40} == Cycles{2});
  CHECK(Cycles{1} < Cycles{2});
}

TEST_CASE("instants subtract to a length and move by a length", "[common][units]") {
  CHECK(CycleTime{10} - CycleTime{4} == Cycles{6});
  CHECK(CycleTime{10} + Cycles{4} == CycleTime{14});
  STATIC_REQUIRE(std::is_same_v<decltype(CycleTime{} - CycleTime{}), Cycles>);
}

TEST_CASE("a name compares and hashes", "[common][units]") {
  const std::unordered_set<CpuId> cpus{CpuId{1}, CpuId{2}, CpuId{1}};
  CHECK(cpus.size() == 2);
  CHECK(EventId{0x11} != EventId{0x12});
}
