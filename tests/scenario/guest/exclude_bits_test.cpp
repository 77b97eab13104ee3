// SPDX-License-Identifier: Apache-2.0
//
// Exclude bits of their own, beside what the modifiers of an event's text exclude.
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/scenario/guest/guest_machine.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

using namespace scenario;

struct Pair {
  const char* text;
  ExcludeBits exclude;
  const char* same_as;  ///< what modifiers alone can say
};

const std::vector<Pair> kPairs{
    {"cycles:u", {.guest = true}, "cycles:uH"},
    {"cycles:ukh", {.host = true}, "cycles:ukhG"},
    {"cycles:G", {.user = true, .hv = true}, "cycles:kG"},
    {"cycles:H", {.user = true, .kernel = true}, "cycles:hH"},
    {"cycles", {.kernel = true, .hv = true, .guest = true}, "cycles:uH"},
    {"cycles:k", {.hv = true}, "cycles:k"},
    {"cycles:u", {}, "cycles:u"},
};

}  // namespace

TEST_CASE("an event counts what its modifiers and its exclude bits both leave",
          "[guest][exclude][systemc]") {
  const bool vhe = GENERATE(false, true);
  CAPTURE(vhe);
  Scenario s = guest_machine(vhe, "", 0);
  s.perf[0].events.clear();
  for (const Pair& pair : kPairs) {
    const std::string number = std::to_string(s.perf[0].events.size());
    s.perf[0].events.push_back(
        {.name = "bits" + number, .event = pair.text, .period = {}, .exclude = pair.exclude});
    s.perf[0].events.push_back({.name = "text" + number, .event = pair.same_as, .period = {}});
  }
  const std::vector<std::uint64_t> counts = counts_of(s, {});
  REQUIRE(counts.size() == 2 * kPairs.size());
  for (std::size_t i = 0; i < kPairs.size(); ++i) {
    CAPTURE(kPairs[i].text, kPairs[i].same_as);
    CHECK(counts[2 * i] == counts[2 * i + 1]);
  }
  // uH, ukhG, kG, k and u have different cycles, so agreement is not for want of anything to count.
  CHECK(std::set{counts[0], counts[2], counts[4], counts[10], counts[12]}.size() == 5);
}
