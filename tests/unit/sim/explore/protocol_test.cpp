// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/protocol.h"

#include <catch2/catch.hpp>

#include "sim/scenario/read_scenario.h"

using namespace pmusim;
using namespace pmusim::explore;

namespace {

scenario::Scenario scenario_with(const std::string& protocol) {
  auto read = scenario::read_scenario_text(
      R"({"format": 1, "name": "x", "protocol": )" + protocol + "}", "test.json");
  REQUIRE(read);
  return std::move(*read);
}

ProtocolResult explored(const std::string& protocol) {
  const std::atomic<bool> stop{false};
  auto result = explore_protocol(scenario_with(protocol), stop);
  REQUIRE(result);
  return std::move(*result);
}

}  // namespace

TEST_CASE("only what a scenario asks for is explored", "[explore][protocol]") {
  const ProtocolResult result = explored("{}");
  CHECK(result.complete);
  CHECK(to_text(word_verdict(result.given)) == "safe");
  CHECK(result.subsets.empty());
  CHECK(result.replacements.empty());
  CHECK_FALSE(result.nesting);
  CHECK(result.wakeup.empty());
  CHECK(end_of(result) == memory::ExploreEnd::complete);
}

TEST_CASE("subsets leave out orders of the scenario, and say which are there",
          "[explore][protocol]") {
  const ProtocolResult result = explored(R"({"subsets": true, "order": {"c": "ldar"}})");
  REQUIRE(result.subsets.size() == 16);
  CHECK(result.subsets.front().name == "A B C D");
  CHECK(abi::to_text(result.subsets.front().order.c) == "ldar");
  CHECK(result.subsets[1].name == "A B C -");
  CHECK(result.subsets[1].order.d == abi::PlaceOrder{});
  CHECK(abi::to_text(result.subsets[1].order.c) == "ldar");
  CHECK(result.subsets[8].name == "- B C D");
  CHECK(result.subsets.back().name == "- - - -");
}

TEST_CASE("replacements change one place each", "[explore][protocol]") {
  const ProtocolResult result =
      explored(R"({"replacements": {"b": ["stlr"], "d": ["data", "none"]}})");
  REQUIRE(result.replacements.size() == 3);
  CHECK(result.replacements[0].name == "B stlr");
  CHECK(abi::to_text(result.replacements[0].order.d) == "dmb ish");
  CHECK(result.replacements[1].name == "D data");
  CHECK(result.replacements[2].name == "D none");
  CHECK(to_text(word_verdict(result.replacements[2])) == "overwritten");
}

TEST_CASE("nesting and wake-ups are explored on request", "[explore][protocol]") {
  const ProtocolResult result = explored(R"({"nesting": true, "wakeup": true})");
  REQUIRE(result.nesting);
  CHECK(to_text(*result.nesting) == "safe");
  CHECK(result.wakeup.size() == 16);
}

TEST_CASE("a limit that is reached is the end of the whole", "[explore][protocol]") {
  const ProtocolResult result = explored(R"({"limits": {"states": 5}})");
  CHECK(result.complete);
  CHECK(end_of(result) == memory::ExploreEnd::stopped);
}

TEST_CASE("a stop ends the exploration and leaves the rest out", "[explore][protocol]") {
  std::atomic<bool> stop{false};
  const auto progress = [&](std::string_view what) { stop = what == "A B - D"; };
  const auto result =
      explore_protocol(scenario_with(R"({"subsets": true, "wakeup": true})"), stop, progress);
  REQUIRE(result);
  CHECK_FALSE(result->complete);
  CHECK(result->subsets.size() == 3);
  CHECK(result->wakeup.empty());
}

TEST_CASE("what was being explored at a stop is in the result, undecided", "[explore][protocol]") {
  const std::atomic<bool> stop{true};
  const auto result = explore_protocol(scenario_with(R"({"subsets": true})"), stop);
  REQUIRE(result);
  CHECK_FALSE(result->complete);
  CHECK(result->given.name == "given");
  CHECK(result->subsets.empty());
}

TEST_CASE("with a race the same orders run in time, and nothing of the ring is explored",
          "[explore][protocol][race]") {
  const ProtocolResult result = explored(
      R"({"ring": {"slots": 2, "record_words": 3}, "order": {"c": "ldar"}, "subsets": true,
          "replacements": {"d": ["data"]}, "race": {"records": 50, "runs": 2}})");
  REQUIRE(result.race);
  CHECK(result.complete);
  CHECK(result.subsets.empty());
  CHECK(result.replacements.empty());
  CHECK(result.given.stale.states == 0);
  CHECK(result.race->records == 50);
  CHECK(result.race->runs == 2);
  CHECK(result.race->seed == 1);
  CHECK(result.race->given.name == "given");
  CHECK(abi::to_text(result.race->given.order.c) == "ldar");
  CHECK(result.race->given.counts.bad == 0);
  REQUIRE(result.race->subsets.size() == 16);
  CHECK(result.race->subsets[1].name == "A B C -");
  REQUIRE(result.race->replacements.size() == 1);
  CHECK(result.race->replacements[0].name == "D data");
}
