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

TEST_CASE("of names that differ in a number the next ones on both sides are named",
          "[scenario][nearest]") {
  constexpr std::array<std::string_view, 6> kVersions{"p0", "p1", "p4", "p5", "p7", "p10"};
  CHECK(suggestion("p6", kVersions) == R"(did you mean "p5" or "p7"?)");
  CHECK(suggestion("P3", kVersions) == R"(did you mean "p1" or "p4"?)");
  CHECK(suggestion("p9", kVersions) == R"(did you mean "p7" or "p10"?)");
  CHECK(suggestion("p99", kVersions) == R"(did you mean "p10"?)");
  CHECK(suggestion("P5", kVersions) == R"(did you mean "p5"?)");
  CHECK(suggestion("q6", kVersions).empty());
}

TEST_CASE("one third of the letters may differ, and no more", "[scenario][nearest]") {
  CHECK(nearest("cyclXX", kKeys) == "cycles");  // 2 of 6
  CHECK(nearest("cycXXX", kKeys).empty());      // 3 of 6
}
