// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

std::string with_events(const std::string& events, const std::string& pmu = "{}") {
  return scenario_with(
      R"(, "platform": {"cpus": [{"count": 2, "type": "a"}], "cpu_types": {"a": {"pmu": )" + pmu +
      R"(}}}, "perf": [{"events": )" + events + "}]");
}

}  // namespace

TEST_CASE("braces make several events, each named as its text", "[scenario][perf]") {
  const auto scenario =
      read(with_events(R"(["{cycles,stall}:u", {"event": "r{10..12}", "period": 7}])"));
  REQUIRE(scenario);
  const auto& events = scenario->perf[0].events;
  REQUIRE(events.size() == 5);
  CHECK(events[0].event == "cycles:u");
  CHECK(events[0].name == "cycles:u");
  CHECK(events[1].event == "stall:u");
  CHECK(events[4].event == "r12");
  CHECK(events[4].period == 7);
  CHECK_FALSE(events[0].period);
  CHECK(scenario->perf[0].cpus == std::vector<CpuId>{CpuId{0}, CpuId{1}});
}

TEST_CASE("a name stands for one event only, and is unique over all groups", "[scenario][perf]") {
  CHECK(complains(with_events(R"([{"event": "{stall,cycles}", "name": "n"}])"),
                  "one name for 2 events"));
  CHECK(complains(with_events(R"(["cycles", "cycles"])"),
                  "/perf/0/events/1: an event called \"cycles\" exists"));
  CHECK(complains(with_events(R"(["cycles"]}, {"events": ["cycles"])"),
                  "/perf/1/events/0: an event called"));
  CHECK(problems(with_events(R"(["cycles", {"event": "cycles", "name": "again"}])")).empty());
}

TEST_CASE("a threshold is refused above the width of the CPU's field", "[scenario][perf]") {
  const auto text = [](int threshold, int bits) {
    return with_events("[\"armv8_pmuv3/stall_slot,threshold=" + std::to_string(threshold) + "/\"]",
                       "{\"threshold_bits\": " + std::to_string(bits) + "}");
  };
  CHECK(problems(text(255, 8)).empty());
  CHECK(complains(text(256, 8), "threshold 256 is above 255, the threshold_max of cpu0"));
  CHECK(complains(text(1, 0), "threshold 1 is above 0"));
  CHECK(complains(text(256, 8), R"(raise "threshold_bits" of CPU type)"));
  CHECK(problems(text(0, 0)).empty());  // no threshold at all
  CHECK(complains(with_events(R"(["armv8_pmuv3/stall,threshold=1/"])", R"({"version": "p1"})"),
                  R"(thresholds need "version" p4 or later)"));
}

TEST_CASE("a 32-bit kernel refuses every threshold, on PMUs that have them", "[scenario][perf]") {
  const auto with_kernel = [](int threshold, const std::string& aarch32) {
    std::string text =
        with_events("[\"armv8_pmuv3/stall_slot,threshold=" + std::to_string(threshold) + "/\"]",
                    R"({"threshold_bits": 12, "aarch32": true})");
    return text.insert(text.find("\"perf\""), R"("kernel": {"aarch32": )" + aarch32 + "}, ");
  };
  CHECK(
      complains(with_kernel(1, "true"),
                "/perf/0/events/0: threshold 1 is above 0, the threshold_max of a 32-bit kernel"));
  CHECK(complains(with_kernel(1, "true"), "set \"aarch32\" of \"kernel\" to false"));
  CHECK(problems(with_kernel(0, "true")).empty());
  CHECK(problems(with_kernel(1, "false")).empty());
}

TEST_CASE("the counters of a 32-bit kernel have 32 bits: a long event takes two",
          "[scenario][perf]") {
  const auto text = [](const std::string& aarch32) {
    return scenario_with(R"(, "platform": {"cpus": [{"type": "a"}], "cpu_types": {"a": {"pmu":
        {"event_counters": 3, "aarch32": true}}}}, "kernel": {"aarch32": )" +
                         aarch32 + R"(},
        "perf": [{"events": ["armv8_pmuv3/stall,long=1/", "armv8_pmuv3/stall_slot,long=1/"]}])");
  };
  CHECK(problems(text("false")).empty());
  CHECK(complains(text("true"), "/perf/0/events/1: no counter is left on cpu0"));
}

TEST_CASE("the driver's refusals are known before the run", "[scenario][perf]") {
  CHECK(complains(with_events(R"(["r1e"])"), "the driver refuses event CHAIN"));
  CHECK(complains(with_events(R"(["armv8_pmuv3/stall,rdpmc=1/"])"), "not modelled yet"));
}

TEST_CASE("exclude bits belong to every event that the text names", "[scenario][perf]") {
  const auto scenario =
      read(with_events(R"([{"event": "{cycles,stall}:u", "exclude": ["guest", "kernel"]},
                           {"event": "r3f", "exclude": ["hv", "host", "user"]},
                           {"event": "r40", "exclude": []}, "r41"])"));
  REQUIRE(scenario);
  const auto& events = scenario->perf[0].events;
  REQUIRE(events.size() == 5);
  CHECK(events[0].exclude == ExcludeBits{.kernel = true, .guest = true});
  CHECK(events[1].exclude == events[0].exclude);
  CHECK(events[2].exclude == ExcludeBits{.user = true, .hv = true, .host = true});
  CHECK(events[3].exclude == ExcludeBits{});
  CHECK(events[4].exclude == ExcludeBits{});
}

TEST_CASE("a bit may repeat what the modifiers exclude, but not deny what they name",
          "[scenario][perf]") {
  const auto text = [](const std::string& event, const std::string& bit) {
    return with_events(R"([{"event": ")" + event + R"(", "exclude": [")" + bit + "\"]}]");
  };
  const auto [letter, bit] = GENERATE(table<std::string, std::string>(
      {{"u", "user"}, {"k", "kernel"}, {"h", "hv"}, {"H", "host"}, {"G", "guest"}}));
  CAPTURE(letter);
  CHECK(complains(text("cycles:" + letter, bit),
                  "/perf/0/events/0/exclude/0: modifier " + letter + " of \"cycles:" + letter +
                      "\" asks for what \"" + bit + "\" leaves out; leave one of the two out"));
  CHECK(complains(text("cycles:ukhGH", bit), "asks for what \"" + bit + "\" leaves out"));
  CHECK(problems(text("{cycles,stall}:" + letter, bit)).size() == 1);
  for (const char* other : {"u", "k", "h", "H", "G"}) {
    CHECK(problems(text("cycles:" + std::string{other}, bit)).empty() == (letter != other));
  }
  CHECK(problems(text("cycles", bit)).empty());
}

TEST_CASE("an exclude bit is one of five, and stands once", "[scenario][perf]") {
  const auto text = [](const std::string& bits) {
    return with_events(R"([{"event": "cycles", "exclude": )" + bits + "}]");
  };
  CHECK(complains(text(R"(["usr"])"), R"(/perf/0/events/0/exclude/0: found "usr", expected)"));
  CHECK(complains(text(R"(["usr"])"), R"(did you mean "user"?)"));
  CHECK(complains(text(R"(["idle"])"), R"("user", "kernel", "hv", "host" or "guest")"));
  CHECK(complains(text(R"("user")"), "/perf/0/events/0/exclude: found \"user\", expected a list"));
  CHECK(complains(text(R"(["hv", "user", "hv"])"),
                  "/perf/0/events/0/exclude/2: \"hv\" is listed twice"));
  CHECK(problems(text(R"(["hv", "user", "hv"])")).size() == 1);
}

TEST_CASE("the period goes up to 2^63 - 1", "[scenario][perf]") {
  CHECK(problems(with_events(R"([{"event": "cycles", "period": 9223372036854775807}])")).empty());
  CHECK(complains(with_events(R"([{"event": "cycles", "period": 9223372036854775808}])"),
                  "/perf/0/events/0/period"));
  CHECK(complains(with_events(R"([{"event": "cycles", "period": 0}])"), "/perf/0/events/0/period"));
}

TEST_CASE("groups on different CPUs do not share counters, groups on one do", "[scenario][perf]") {
  const auto text = [](const std::string& second) {
    return scenario_with(R"(, "platform": {"cpus": [{"count": 2, "type": "a"}],
        "cpu_types": {"a": {"pmu": {"event_counters": 1}}}},
        "perf": [{"cpus": [0], "events": ["r01"]}, {"cpus": )" +
                         second + R"(, "events": ["r02"]}])");
  };
  CHECK(problems(text("[1]")).empty());
  CHECK(complains(text("[0]"), "/perf/1/events/0: no counter is left on cpu0 for \"r02\""));
  CHECK(complains(text("\"all\""), "no counter is left on cpu0"));
}

TEST_CASE("registers and events may be given for the same CPU", "[scenario][perf]") {
  CHECK(
      problems(
          scenario_with(
              R"(, "platform": {"cpus": [{"registers": {"PMCR_EL0": 1}}]}, "perf": [{"events": ["cycles"]}])"))
          .empty());
}

TEST_CASE("more events than all counters of the largest platform are refused at once",
          "[scenario][perf]") {
  const std::string ten_thousand = R"("r{1..10000}:u")";
  std::string events = "[" + ten_thousand;
  for (int i = 0; i < 6; ++i) {
    events += "," + ten_thousand;
  }
  const auto scenario = read(with_events(events + "]"));
  REQUIRE_FALSE(scenario);
  CHECK(complains(with_events(events + "]"), "exists already"));
}
