// SPDX-License-Identifier: Apache-2.0
#include "models/interrupt/periodic_timer.h"

#include <catch2/catch.hpp>

using namespace pmusim;

TEST_CASE("without a period a timer never fires", "[interrupt][timer]") {
  CHECK(PeriodicTimer{Clock{1000}, std::nullopt}.visible() == kNever);
}

TEST_CASE("a timer is seen at the first edge after each multiple of its period",
          "[interrupt][timer]") {
  PeriodicTimer timer{Clock{1000}, Picoseconds{2500}};  // edges every 1000 ps
  CHECK(timer.visible() == CycleTime{3});
  CHECK(timer.raised() == CycleTime{2});
  timer.acknowledge(CycleTime{3});
  CHECK(timer.visible() == CycleTime{6});  // fires at 5000, on an edge: seen at the next
  CHECK(timer.raised() == CycleTime{5});
}

TEST_CASE("firing while it is pending changes nothing, and nothing is made up for",
          "[interrupt][timer]") {
  PeriodicTimer timer{Clock{1000}, Picoseconds{2500}};
  timer.acknowledge(CycleTime{9});  // fired at 2500, 5000 and 7500
  CHECK(timer.visible() == CycleTime{11});
}

TEST_CASE("a firing exactly on the edge at which the last is taken is not lost",
          "[interrupt][timer]") {
  PeriodicTimer timer{Clock{1000}, Picoseconds{5000}};
  CHECK(timer.visible() == CycleTime{6});
  timer.acknowledge(CycleTime{10});  // at 10000 ps it fires again: visible at edge 11
  CHECK(timer.visible() == CycleTime{11});
}

TEST_CASE("a timer quicker than the clock is pending at every edge", "[interrupt][timer]") {
  PeriodicTimer timer{Clock{1000}, Picoseconds{7}};
  CHECK(timer.visible() == CycleTime{1});
  timer.acknowledge(CycleTime{1});
  CHECK(timer.visible() == CycleTime{2});
}
