// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/nearest.h"

#include <array>

#include <catch2/catch.hpp>

using namespace pmusim::scenario;

namespace {

constexpr std::array<std::string_view, 4> kKeys{"count", "event_counters", "el", "cycles"};

}  // namespace

TEST_CASE("the nearest key is found through each kind of slip", "[scenario][nearest]") {
  CHECK(nearest("event_countrs", kKeys) == "event_counters");  // dropped
  CHECK(nearest("cyccles", kKeys) == "cycles");                // inserted
  CHECK(nearest("cyclas", kKeys) == "cycles");                 // replaced
  CHECK(nearest("cuont", kKeys) == "count");                   // swapped: one step, not two
  CHECK(nearest("CYCLES", kKeys) == "cycles");                 // letter case
}

TEST_CASE("a word that is far from every key gives no suggestion", "[scenario][nearest]") {
  CHECK(nearest("banana", kKeys).empty());
  CHECK(nearest("", kKeys).empty());
  CHECK(nearest("xy", kKeys).empty());  // both letters of "el" replaced says nothing
  CHECK(nearest(std::string(10'000, 'c'), kKeys).empty());
  CHECK(suggestion("banana", kKeys).empty());
  CHECK(suggestion("cuont", kKeys) == "did you mean \"count\"?");
}

TEST_CASE("one third of the letters may differ, and no more", "[scenario][nearest]") {
  CHECK(nearest("cyclXX", kKeys) == "cycles");  // 2 of 6
  CHECK(nearest("cycXXX", kKeys).empty());      // 3 of 6
}
