// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

std::string with_protocol(const std::string& protocol, const std::string& more = "") {
  return R"({"format": 1, "name": "x", "protocol": )" + protocol + more + "}";
}

ProtocolSpec protocol_of(const std::string& protocol) {
  const auto scenario = read(with_protocol(protocol));
  REQUIRE(scenario);
  REQUIRE(scenario->protocol);
  return *scenario->protocol;
}

}  // namespace

TEST_CASE("a protocol without more is the kernel's, with one slot and two records",
          "[scenario][protocol]") {
  const ProtocolSpec protocol = protocol_of("{}");
  CHECK(protocol.ring.words == 1);
  CHECK(protocol.ring.record_words == 1);
  CHECK(protocol.ring.records == 2);
  CHECK(abi::to_text(protocol.order.a) == "ctrl");
  CHECK(abi::to_text(protocol.order.d) == "dmb ish");
  CHECK_FALSE(protocol.subsets);
  CHECK_FALSE(protocol.nesting);
  CHECK_FALSE(protocol.wakeup);
}

TEST_CASE("the size of a ring is given in slots or in words", "[scenario][protocol]") {
  CHECK(protocol_of(R"({"ring": {"slots": 3, "record_words": 4}})").ring.words == 12);
  CHECK(protocol_of(R"({"ring": {"words": 5, "record_words": 4}})").ring.words == 5);
  CHECK(protocol_of(R"({"ring": {"record_words": 4}})").ring.words == 4);
  CHECK(complains(with_protocol(R"({"ring": {"words": 5, "slots": 1}})"),
                  R"(/protocol/ring/slots: found both "slots" and "words")"));
  CHECK(complains(with_protocol(R"({"ring": {"words": 3, "record_words": 4}})"),
                  "a record of 4 words does not fit into a ring of 3"));
  CHECK(problems(with_protocol(R"({"ring": {"slots": 16, "record_words": 4}})")).empty());
  CHECK(complains(with_protocol(R"({"ring": {"slots": 17, "record_words": 4}})"),
                  "17 slots of 4 words are 68 words"));
}

TEST_CASE("orders are read by place", "[scenario][protocol]") {
  const ProtocolSpec protocol =
      protocol_of(R"({"order": {"c": "ldapr"}, "replacements": {"d": ["stlr", "data"]}})");
  CHECK(abi::to_text(protocol.order.c) == "ldapr");
  CHECK(abi::to_text(protocol.order.b) == "dmb ishst");
  CHECK(protocol.replacements[0].empty());
  REQUIRE(protocol.replacements[3].size() == 2);
  CHECK(abi::to_text(protocol.replacements[3][1]) == "data");
}

TEST_CASE("an order that cannot stand at its place is refused with what can",
          "[scenario][protocol]") {
  CHECK(complains(with_protocol(R"({"order": {"b": "ldar"}})"),
                  R"(/protocol/order/b: found "ldar", expected "none" or one of stlr, dmb ishst)"));
  CHECK(complains(with_protocol(R"({"order": {"a": "ldar+ldapr"}})"), "cannot join"));
}

TEST_CASE("a protocol leaves no room for what runs", "[scenario][protocol]") {
  const auto lines = problems(with_protocol(
      "{}",
      R"(, "platform": {}, "kernel": {}, "tasks": [], "guests": [], "perf": [], "activities": {},
         "end_ns": 5, "pmu_write_effect": "immediate")"));
  CHECK(lines.size() == 8);
  for (const std::string& line : lines) {
    CHECK(line.find("a scenario with \"protocol\" has no \"") != std::string::npos);
  }
}

TEST_CASE("a race has records, runs and latencies, each with a default", "[scenario][protocol]") {
  CHECK_FALSE(protocol_of("{}").race);
  const auto race = protocol_of(R"({"race": {}})").race;
  REQUIRE(race);
  CHECK(race->records == 1000);
  CHECK(race->runs == 1);
  CHECK(race->latencies.remote == 40);
  const auto other =
      protocol_of(R"({"race": {"records": 5, "latencies": {"delayed_of_256": 0}}})").race;
  CHECK(other->records == 5);
  CHECK(other->latencies.delayed_of_256 == 0);
  CHECK(complains(with_protocol(R"({"race": {"runs": 0}})"), "from 1 to 100000"));
  CHECK(complains(with_protocol(R"({"race": {"latencies": {"remote_cycles": 1001}}})"),
                  "from 1 to 1000"));
}
