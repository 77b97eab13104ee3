// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/read_scenario.h"

#include <chrono>

#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

CpuSpec cpu_with(const std::string& pmu) {
  const auto scenario = read(scenario_with(
      R"(, "platform": {"cpus": [{"type": "a"}], "cpu_types": {"a": {"pmu": )" + pmu + "}}}"));
  REQUIRE(scenario);
  return scenario->cpus[0];
}

StreamSpec stream_of(const std::string& json) {
  const auto scenario =
      read(scenario_with(R"(, "activities": {"a": {"events": {"stall_slot": )" + json + "}}}"));
  CAPTURE(json);
  REQUIRE(scenario);
  CHECK(scenario->activities[0].streams[0].event == EventId{0x3F});
  return scenario->activities[0].streams[0].stream;
}

Distribution distribution_of(const std::string& json) {
  return std::get<RandomStream>(stream_of("{\"random\": " + json + "}")).distribution;
}

}  // namespace

TEST_CASE("the smallest scenario has one CPU of a generic type, one task, and immediate writes",
          "[scenario][read]") {
  const auto scenario = read(scenario_with(""));
  REQUIRE(scenario);
  CHECK(scenario->file == "test.json");
  CHECK(scenario->seed == 1);
  CHECK(scenario->vhe);
  CHECK(scenario->pmu_write_effect.mode == PmuWriteEffect::Mode::immediate);
  REQUIRE(scenario->cpus.size() == 1);
  CHECK(scenario->cpus[0].name == "cpu0");
  CHECK(scenario->cpus[0].type == "generic");
  CHECK(scenario->cpus[0].frequency_mhz == 1000);
  CHECK(scenario->cpus[0].pmu.event_counters == PmuConfig{}.event_counters);
  CHECK(scenario->tasks[0].stream == "app");
  CHECK(scenario->tasks[0].cpus == std::vector<CpuId>{CpuId{0}});
  CHECK_FALSE(scenario->end_ns);
}

TEST_CASE("CPUs are numbered through the groups", "[scenario][read]") {
  const auto scenario =
      read(scenario_with(R"(, "platform": {"cpus": [{"count": 2}, {"frequency_mhz": 500}]})"));
  REQUIRE(scenario);
  REQUIRE(scenario->cpus.size() == 3);
  CHECK(scenario->cpus[1].frequency_mhz == 1000);
  CHECK(scenario->cpus[2].name == "cpu2");
  CHECK(scenario->cpus[2].frequency_mhz == 500);
}

TEST_CASE("single readings win over the profile", "[scenario][read]") {
  const Readings manual = cpu_with("{}").pmu.readings;
  CHECK(manual == readings_of(PmuProfile::manual));
  CHECK(cpu_with(R"({"profile": "pseudocode"})").pmu.readings ==
        readings_of(PmuProfile::pseudocode));
  const Readings mixed =
      cpu_with(R"({"readings": {"fz_c": false, "edge_prev": true}})").pmu.readings;
  CHECK_FALSE(mixed.cycle_flag_never_freezes);
  CHECK(mixed.edge_history_is_previous_cycle);
  CHECK(mixed.spme_prohibits_before_p7);
}

TEST_CASE("the threshold is as wide as it can be unless it is given", "[scenario][read]") {
  CHECK(cpu_with(R"({"version": "p1"})").pmu.threshold_bits == 0);
  CHECK(cpu_with(R"({"version": "p4"})").pmu.threshold_bits == 12);
  CHECK(cpu_with(R"({"version": "p9", "threshold_bits": 3})").pmu.threshold_bits == 3);
}

TEST_CASE("VHE is the default where every CPU has EL2, and an error where one has not",
          "[scenario][read]") {
  const std::string no_el2 =
      R"(, "platform": {"cpus": [{"type": "a"}], "cpu_types": {"a": {"el2": false}}})";
  const auto scenario = read(scenario_with(no_el2));
  REQUIRE(scenario);
  CHECK_FALSE(scenario->vhe);
  CHECK(complains(scenario_with(no_el2 + R"(, "kernel": {"vhe": true})"),
                  "/kernel/vhe: found true, but a CPU has no EL2"));
}

TEST_CASE("writes take effect as the scenario says", "[scenario][read]") {
  const auto effect = [](const std::string& json) {
    const auto scenario = read(scenario_with(", \"pmu_write_effect\": " + json));
    REQUIRE(scenario);
    return scenario->pmu_write_effect;
  };
  CHECK(effect(R"("at_context_sync")").mode == PmuWriteEffect::Mode::at_context_sync);
  CHECK(effect(R"({"after_cycles": 1000000})").cycles == Cycles{1'000'000});
  CHECK(complains(scenario_with(R"(, "pmu_write_effect": {"after_cycles": 0})"),
                  "/pmu_write_effect/after_cycles"));
  CHECK(complains(scenario_with(R"(, "pmu_write_effect": {"after_cycles": 1000001})"),
                  "from 1 to 1000000"));
}

TEST_CASE("every kind of stream is read", "[scenario][read]") {
  CHECK(std::get<ConstantStream>(stream_of("3")).amount == 3);
  const auto periodic = std::get<PeriodicStream>(stream_of(R"({"every": 10, "phase": 3})"));
  CHECK(periodic.period_cycles == 10);
  CHECK(periodic.phase_cycles == 3);
  CHECK(periodic.amount == 1);
  const auto runs = std::get<RunLengthStream>(stream_of(R"({"runs": [[5, 0], [2, 7]]})")).runs;
  REQUIRE(runs.size() == 2);
  CHECK(runs[1].cycles == 2);
  CHECK(runs[1].amount == 7);
  CHECK(std::get<ListedStream>(stream_of(R"({"list": [1, 0, 4294967295]})")).amounts.back() ==
        4294967295U);
  const auto burst = std::get<BurstStream>(stream_of(R"({"burst": {"mean_gap_cycles": 5.5}})"));
  CHECK(burst.mean_burst_cycles == BurstStream{}.mean_burst_cycles);
  CHECK(burst.mean_gap_cycles == 5.5);
}

TEST_CASE("every distribution is read, and its parameters are checked", "[scenario][read]") {
  using Kind = Distribution::Kind;
  CHECK(distribution_of(R"({"binomial": [255, 1]})").trials == 255);
  CHECK(distribution_of(R"({"bernoulli": 0.25})").trials == 1);
  CHECK(distribution_of(R"({"bernoulli": 0.25})").probability == 0.25);
  CHECK(distribution_of(R"({"poisson": [0.5, 15]})").kind == Kind::poisson);
  CHECK(distribution_of(R"({"poisson": [0.5, 15]})").greatest == 15);
  CHECK(distribution_of(R"({"uniform": [4, 4]})").least == 4);
  CHECK(distribution_of(R"({"table": [0, 1]})").weights == std::vector<double>{0, 1});
  for (const char* wrong : {R"({"binomial": [256, 0.5]})",
                            R"({"binomial": [0, 0.5]})",
                            R"({"uniform": [5, 4]})",
                            R"({"table": [0, 0]})",
                            R"({"table": []})",
                            R"({"table": [1, -1]})",
                            R"({"poisson": [256, 1]})"}) {
    CAPTURE(wrong);
    CHECK_FALSE(
        problems(
            scenario_with(std::string{R"(, "activities": {"a": {"events": {"stall": {"random": )"} +
                          wrong + "}}}}"))
            .empty());
  }
}

TEST_CASE("a pipeline dispatches no more than it has slots", "[scenario][read]") {
  const auto text = [](const std::string& dispatch) {
    return scenario_with(R"(, "activities": {"a": {"pipeline": {"slots": 4, "dispatch": )" +
                         dispatch + "}}}");
  };
  CHECK(problems(text(R"({"binomial": [4, 0.5]})")).empty());
  CHECK(complains(text(R"({"binomial": [5, 0.5]})"), "up to 5 operations a cycle through 4 slots"));
  CHECK(problems(text(R"({"table": [1, 1, 1, 1, 1, 0]})")).empty());  // amount 5 never comes
  CHECK(complains(text(R"({"table": [1, 1, 1, 1, 1, 1]})"), "up to 5"));
  CHECK(complains(text(R"({"uniform": [0, 5]})"), "up to 5"));
  CHECK(complains(text(R"({"poisson": [1, 5]})"), "up to 5"));
}

TEST_CASE("events go by name in any case and by number; one stands once", "[scenario][read]") {
  for (const char* name :
       {"STALL_SLOT", "stall_slot", "Stall_Slot", "0x3f", "0X3F", "r3f", "R3F"}) {
    CAPTURE(name);
    const auto scenario = read(
        scenario_with(std::string{R"(, "activities": {"a": {"events": {")"} + name + R"(": 1}}})"));
    REQUIRE(scenario);
    CHECK(scenario->activities[0].streams[0].event == EventId{0x3F});
  }
  CHECK(
      complains(scenario_with(R"(, "activities": {"a": {"events": {"stall_slot": 1, "r3f": 2}}})"),
                "/activities/a/events/r3f: event \"r3f\" has a stream already"));
  CHECK(complains(scenario_with(R"(, "activities": {"a": {"events": {"r10000": 2}}})"),
                  "unknown event"));
}

TEST_CASE("an expectation keeps its value as JSON", "[scenario][read]") {
  const auto scenario = read(scenario_with(
      R"(, "expect": [{"that": "/a/b", "equals": [1, "x", null]}, {"that": "/c", "approx": 1.5e3, "within": 0}])"));
  REQUIRE(scenario);
  CHECK(scenario->expect[0].want_json == R"([1,"x",null])");
  CHECK(scenario->expect[0].op == Expectation::Op::equals);
  CHECK(scenario->expect[1].want_json == "1.5e3");
  CHECK(scenario->expect[1].op == Expectation::Op::approx);
  CHECK(scenario->expect[1].within == 0);
}

TEST_CASE("every problem of the example in the style guide is found in one go",
          "[scenario][read]") {
  const auto lines =
      problems(R"({"format": 1, "name": "x", "tasks": [{"name": "a", "run": ["isb"]}],
    "platform": {"cpus": [{"type": "a"}], "cpu_types": {"a": {"pmu": {"event_countrs": 4}}, "b": {"pmu": {"event_counters": -1}}}}})");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] ==
        "test.json:2:71: /platform/cpu_types/a/pmu/event_countrs: unknown key \"event_countrs\"; "
        "did you mean "
        "\"event_counters\"?");
  CHECK(lines[1] ==
        "test.json:2:107: /platform/cpu_types/b/pmu/event_counters: found -1, expected an integer "
        "from 0 to 31; number "
        "of event counters; the cycle counter is not counted here");
}

TEST_CASE("a file of many problems lists two hundred and counts the rest", "[scenario][read]") {
  std::string keys;
  for (int i = 0; i < 1'000; ++i) {
    keys += ", \"unknown" + std::to_string(i) + "\": 1";
  }
  const auto scenario = read(scenario_with(keys));
  REQUIRE_FALSE(scenario);
  CHECK(scenario.error().count() == 1'000);
  CHECK(scenario.error().listed().size() == 200);
}

TEST_CASE("a problem that is not listed is one problem too", "[scenario][read]") {
  // Each task has one mistake. That nothing in it takes time follows from that, and that a second
  // task runs on the CPU is not looked at where a task is wrong.
  std::string tasks;
  for (int i = 0; i < 300; ++i) {
    tasks += (i == 0 ? "" : ",") + (R"({"name": "t)" + std::to_string(i)) +
             R"(", "run": [{"cycles": 0}]})";
  }
  const auto scenario = read(R"({"format": 1, "name": "x", "tasks": [)" + tasks + "]}");
  REQUIRE_FALSE(scenario);
  CHECK(scenario.error().count() == 300);
}

TEST_CASE("what cannot be opened is a problem like any other", "[scenario][read]") {
  for (const char* path : {"/nowhere.json", "/", "/dev/null", ""}) {
    CAPTURE(path);
    const auto scenario = read_scenario_file(path);
    REQUIRE_FALSE(scenario);
    CHECK(scenario.error().count() == 1);
  }
}

TEST_CASE("a small scenario is read within 5 ms", "[scenario][read]") {
  const std::string path = std::string{PMUSIM_TEST_DATA} + "/scenarios/thresholds.json";
  REQUIRE(read_scenario_file(path));  // the first call makes the tables
  auto best = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    REQUIRE(read_scenario_file(path));
    best = std::min(best, std::chrono::steady_clock::now() - start);
  }
#ifdef __SANITIZE_ADDRESS__
  constexpr int kInstrumented = 10;
#else
  constexpr int kInstrumented = 1;
#endif
  CHECK(best < std::chrono::milliseconds{5} * kInstrumented);
}
