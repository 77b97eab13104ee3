// SPDX-License-Identifier: Apache-2.0
//
// Events that are counted by the modelled Linux.
#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

std::string with_perf(const std::string& perf, const std::string& kernel = "{}") {
  return R"({"format": 1, "name": "x", "kernel": {"model": "linux", "perf": )" + kernel +
         R"(}, "platform": {"cpus": [{"type": "a"}, {"type": "b"}],
         "cpu_types": {"a": {"pmu": {"event_counters": 2, "threshold_bits": 8}}, "b": {"pmu": {"event_counters": 4}}}},
      "tasks": [{"name": "app", "cpus": [1], "run": [{"cycles": 1}]}],
      "guests": [{"name": "vm", "vcpus": [{"cpu": 0, "run": ["exit"]}]}], "perf": [)" +
         perf + "]}";
}

std::string with_events(const std::string& events) {
  return with_perf(R"({"events": )" + events + "}");
}

}  // namespace

TEST_CASE("events follow a task or a vCPU by name", "[scenario][perf]") {
  const auto scenario = read(with_perf(
      R"({"task": "app", "inherit": true, "events": ["cycles"]}, {"task": "vm/vcpu0", "events": ["stall"]}, {"events": ["r1"]})"));
  REQUIRE(scenario);
  CHECK(scenario->perf[0].task == "app");
  CHECK(scenario->perf[0].inherit);
  CHECK(scenario->perf[0].cpus.empty());
  CHECK(scenario->perf[1].task == "vm/vcpu0");
  CHECK_FALSE(scenario->perf[1].inherit);
  CHECK_FALSE(scenario->perf[2].task);
  CHECK(scenario->perf[2].cpus.size() == 2);
}

TEST_CASE("events belong to CPUs or to a task, and only a task has children", "[scenario][perf]") {
  CHECK(complains(with_perf(R"({"task": "app", "cpus": [0], "events": ["cycles"]})"),
                  R"(/perf/0/task: found both "cpus" and "task")"));
  CHECK(complains(with_perf(R"({"task": "ap", "events": ["cycles"]})"),
                  R"(unknown task "ap"; did you mean "app"?)"));
  CHECK(complains(with_perf(R"({"inherit": true, "events": ["cycles"]})"),
                  "/perf/0/inherit: events of CPUs have no children"));
}

TEST_CASE("events of a group share a number, others have none", "[scenario][perf]") {
  const auto scenario = read(with_events(
      R"(["r1", {"group": ["{r2,r3}:u"]}, {"group": [{"event": "r4", "name": "four"}, "cycles"]}])"));
  REQUIRE(scenario);
  const auto& events = scenario->perf[0].events;
  REQUIRE(events.size() == 5);
  CHECK_FALSE(events[0].group);
  REQUIRE(events[1].group);
  CHECK(events[1].group == events[2].group);
  REQUIRE(events[3].group);
  CHECK(events[3].group == events[4].group);
  CHECK(events[3].group != events[1].group);
  CHECK(events[3].name == "four");
}

TEST_CASE("groups do not nest, and are not empty", "[scenario][perf]") {
  CHECK(complains(with_events(R"([{"group": [{"group": ["r1"]}]}])"), "/perf/0/events/0/group/0"));
  CHECK(
      complains(with_events(R"([{"group": []}])"), "/perf/0/events/0/group: found an empty list"));
}

TEST_CASE("more events than counters take turns; a group that never fits is refused",
          "[scenario][perf]") {
  CHECK(problems(with_events(R"(["r{1..30}"])")).empty());
  CHECK(problems(with_events(R"([{"group": ["r1", "r2", "cycles"]}, {"group": ["r3", "r4"]}])"))
            .empty());
  CHECK(
      complains(with_events(R"([{"group": ["r1", "r2", "cycles", "r3"]}])"),
                R"(/perf/0/events/0/group/3: the driver refuses "r3": cpu0 never has a counter)"));
  const std::string three = R"("events": [{"group": ["r1", "r2", "r3"]}]})";
  CHECK(problems(with_perf(R"({"cpus": [1], )" + three)).empty());
  CHECK(problems(with_perf(R"({"task": "app", )" + three)).empty());  // it never runs on cpu0
  CHECK_FALSE(problems(with_perf(R"({"task": "vm/vcpu0", )" + three)).empty());
}

TEST_CASE("a threshold is held against the CPUs on which the task may run", "[scenario][perf]") {
  const std::string events = R"("events": ["armv8_pmuv3/stall_slot,threshold=256/"]})";
  CHECK(problems(with_perf(R"({"task": "app", )" + events)).empty());
  CHECK(complains(with_perf(R"({"task": "vm/vcpu0", )" + events), "threshold_max of cpu0"));
}

TEST_CASE("only the leader of a group is pinned or exclusive", "[scenario][perf]") {
  CHECK(problems(with_events(R"([{"group": ["r1:D", "r2"]}, "r3:e", "r4:D"])")).empty());
  CHECK(complains(with_events(R"([{"group": ["r1", "r2:D"]}])"),
                  "/perf/0/events/0/group/1: the kernel refuses a pinned or exclusive event"));
  CHECK(complains(with_events(R"([{"group": ["r1", "r2:e"]}])"), "does not lead its group"));
}

TEST_CASE("a frequency is no period, and at most the limit of the kernel", "[scenario][perf]") {
  const auto text = [](const std::string& keys, const std::string& kernel = "{}") {
    return with_perf(R"({"events": [{"event": "r1", )" + keys + "}]}", kernel);
  };
  const auto scenario = read(text(R"("frequency": 100000)"));
  REQUIRE(scenario);
  CHECK(scenario->perf[0].events[0].frequency == 100'000);
  CHECK(complains(text(R"("frequency": 100001)"), "the kernel refuses 100001 samples a second"));
  CHECK(problems(text(R"("frequency": 100001)", R"({"max_sample_rate": 100001})")).empty());
  CHECK(
      complains(text(R"("frequency": 1, "period": 1)"), R"(found both "period" and "frequency")"));
  CHECK(complains(with_events(R"([{"event": "armv8_pmuv3/event=0x11,period=5/", "frequency": 1}])"),
                  "/perf/0/events/0/frequency: the event's text has a period already"));
}

TEST_CASE("bare CPUs have no tasks to follow, no groups and no frequencies", "[scenario][perf]") {
  const auto text = [](const std::string& perf) {
    return scenario_with(R"(, "kernel": {"model": "none"}, "perf": [{)" + perf + "}]");
  };
  CHECK(complains(text(R"("task": "app", "events": ["r1"])"),
                  R"(/perf/0/task: "task" needs the modelled Linux)"));
  CHECK(complains(text(R"("events": [{"group": ["r1"]}])"),
                  "/perf/0/events/0: a group of events needs the modelled Linux"));
  CHECK(complains(text(R"("events": [{"event": "r1", "frequency": 5}])"),
                  R"(/perf/0/events/0/frequency: "frequency" needs the modelled Linux)"));
}

TEST_CASE("an event names a PMU of the machine, on its CPUs", "[scenario][perf]") {
  const auto text = [](const std::string& where, const std::string& event) {
    return R"({"format": 1, "name": "x", "kernel": {"model": "linux"},
      "platform": {"cpus": [{"type": "z"}, {"type": "a", "count": 2}],
                   "cpu_types": {"z": {"pmu": {"version": "p1", "event_counters": 1,
                                               "events": ["sw_incr", "cpu_cycles", "inst_retired", "stall_slot",
                                                          "stall_frontend", "stall_backend"]}},
                                 "a": {}}},
      "tasks": [{"name": "t", "cpus": [0, 1], "run": [{"cycles": 1}]}],
      "perf": [{)" +
           where + R"( "events": [")" + event + R"("]}]})";
  };
  const std::string of_task = R"("task": "t",)";
  for (const auto& where : {of_task, std::string{R"("cpus": [1, 2],)"}}) {
    CHECK(problems(text(where, "armv8_pmuv3_1/cycles/")).empty());
    CHECK(problems(text(where, "armv8_pmuv3/cycles/")).empty());
    CHECK(problems(text(where, "armv8_pmuv3_1/stall_slot,threshold=9/")).empty());
    for (const std::string name : {"armv8_pmuv3_2",
                                   "armv8_pmuv3_01",
                                   "armv8_pmuv3_x",
                                   "armv8_pmuv3_",
                                   "armv8_cortex_a53",
                                   "armv9_pmuv3_0"}) {
      CHECK(complains(text(where, name + "/cycles/"),
                      "/perf/0/events/0: there is no PMU called \"" + name + "\""));
    }
  }
  CHECK(problems(text(of_task, "armv8_pmuv3_0/cycles/")).empty());
  CHECK(problems(text(R"("cpus": [0],)", "armv8_pmuv3_0/cycles/")).empty());
  CHECK(complains(text(R"("cpus": [0],)", "armv8_pmuv3_1/cycles/"),
                  "/perf/0/events/0: ENOENT: cpu0 is not one of armv8_pmuv3_1"));
  CHECK(complains(text("", "armv8_pmuv3_0/cycles/"),
                  "/perf/0/events/0: ENOENT: cpu1 is not one of armv8_pmuv3_0"));
  // Of the other PMU's limits nothing matters to it, of its own all.
  CHECK(
      complains(text(of_task, "armv8_pmuv3_0/stall_slot,threshold=9/"), "threshold 9 is above 0"));
  CHECK(problems(text(of_task, "armv8_pmuv3_1/br_retired/")).empty());
  for (const char* event : {"armv8_pmuv3_0/br_retired/", "br_retired"}) {
    CHECK(complains(text(of_task, event), "(ENOENT): CPU type \"z\" does not have BR_RETIRED"));
  }
}
