// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario/read_scenario.h"
#include "tests/unit/sim/engine/forked_run.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// What `question` says about the result of the scenario with this text.
std::string ask(const std::string& text,
                const std::function<std::string(const engine::RunResult&)>& question) {
  const auto scenario = scenario::read_scenario_text(text, "test.json", {});
  if (!scenario) {
    return scenario::to_text(scenario.error().listed().front());
  }
  return run_and_ask(*scenario, {}, question);
}

/// "name=count " for each event.
std::string counts_of(const engine::RunResult& result) {
  std::string counts;
  for (const engine::PerfEventResult& event : result.events) {
    counts += fmt::format("{}={} ", event.name, event.count);
  }
  return counts;
}

}  // namespace

TEST_CASE("the names of CPU types do not decide which PMU a task's event takes",
          "[engine][linux][systemc]") {
  const auto count = [](const std::string& first, const std::string& second) {
    return ask(fmt::format(R"({{
      "format": 1, "name": "two_types",
      "platform": {{"cpus": [{{"type": "{0}"}}, {{"type": "{1}"}}],
                    "cpu_types": {{"{0}": {{}}, "{1}": {{}}}}}},
      "kernel": {{"vhe": false}},
      "tasks": [{{"name": "app", "cpus": [0, 1],
                  "run": [{{"cycles": 1000}}, {{"migrate": 1}}, {{"cycles": 3000}}]}}],
      "perf": [{{"task": "app", "events": ["cycles:u"]}}]
    }})",
                           first,
                           second),
               counts_of);
  };
  // The PMU that was registered last is asked first.
  CHECK(count("a", "b") == "cycles:u=3000 ");
  CHECK(count("b", "a") == "cycles:u=3000 ");
}

TEST_CASE("an inherited event in error in one task is intended in the others alone",
          "[engine][linux][systemc]") {
  // One counter, which the parent's own pinned event takes. On two CPUs the tasks take turns on
  // each, so that both see both.
  const auto [cpus, moves] =
      GENERATE(std::pair{"0", R"("yield")"},
               std::pair{"0, 1", R"({"migrate": 1}, "yield", {"migrate": 0})"});
  const auto task = [&, cpus = cpus, moves = moves](const std::string& name,
                                                    const std::string& parent) {
    return fmt::format(R"({{"name": "{}", {} "cpus": [{}], "repeat": 5,
      "run": [{{"cycles": 100, "activity": "a"}}, {}, {{"cycles": 100, "activity": "a"}}]}})",
                       name,
                       parent,
                       cpus,
                       moves);
  };
  const std::string parent = task("p", "");
  const std::string child = task("c", R"("parent": "p",)");
  const std::string text = fmt::format(R"({{
    "format": 1, "name": "inherited",
    "platform": {{"cpus": [{{"count": 2}}],
                  "cpu_types": {{"generic": {{"pmu": {{"event_counters": 1}}}}}}}},
    "kernel": {{"vhe": false}},
    "activities": {{"a": {{"events": {{"INST_RETIRED": 2, "BR_RETIRED": 1}}}}}},
    "tasks": [{}, {}],
    "perf": [{{"task": "p", "events": ["br_retired:uD"]}},
             {{"task": "p", "inherit": true,
               "events": [{{"name": "shared", "event": "inst_retired:uD"}}]}}]
  }})",
                                       parent,
                                       child);
  CHECK(ask(text, [](const engine::RunResult& result) {
          const engine::PerfEventResult& shared = result.events.at(1);
          return fmt::format(
              "{} {} {}", shared.count, shared.truth->intended, fmt::join(result.notes, "; "));
        }) == "2000 2000 ");
}

TEST_CASE("a count that wraps unseen while interrupts are masked is explained",
          "[engine][linux][systemc]") {
  // Interrupts are masked for 2 * 10^9 cycles at each tick, and ticks follow each other.
  const std::string answer =
      ask(R"({
    "format": 1, "name": "wraps",
    "kernel": {"vhe": false, "tick_hz": 100, "costs": {"irq_entry": 1000000000, "tick": 1000000000}},
    "end_ns": 30000000000,
    "tasks": [{"name": "app", "run": [{"cycles": 1000000}], "repeat": 20}],
    "perf": [{"events": ["cycles", {"name": "long", "event": "armv8_pmuv3/cpu_cycles,long/"}]}]
  })",
          [](const engine::RunResult& result) {
            std::string text = fmt::format("{} {}", result.contradicts_itself, result.notes.size());
            for (const auto& cause : result.windows->by_cause) {
              if (cause.cause == "counter_wrap") {
                text += fmt::format(
                    " {} {} of 2^32", cause.event, cause.count % (std::uint64_t{1} << 32U));
              }
            }
            return text;
          });
  CHECK(answer == "false 0 cycles 0 of 2^32");
}

TEST_CASE("an event that never was meant to count says whether it could not, or excludes all",
          "[engine][linux][systemc]") {
  const auto reasons = [](const engine::RunResult& result) {
    std::string text;
    for (const engine::PerfEventResult& event : result.events) {
      text += event.name + ":";
      for (const engine::WhyNot& why : event.why) {
        text += " " + why.reason;
      }
      text += "; ";
    }
    return text;
  };
  // Two counters, of which the group would take both. Paths of the kernel cost nothing, so that no
  // cycle precedes an error.
  const std::string scenario = R"({{
    "format": 1, "name": "reasons",
    "platform": {{"cpu_types": {{"generic": {{"pmu": {{"event_counters": 2}}}}}}}},
    "kernel": {{"vhe": false, "costs": {{{}}}}},
    "activities": {{"a": {{"events": {{"INST_RETIRED": 2, "BR_RETIRED": 1}}}}}},
    "end_ns": {},
    "tasks": [{{"name": "p", "run": [{{"cycles": 1000, "activity": "a"}}]}}],
    "perf": [{{{} "events": [{{"name": "first", "event": "inst_retired:uD"}},
                          {{"group": [{{"name": "leader", "event": "br_retired:uD"}},
                                     {{"name": "member", "event": "inst_retired:u"}}]}},
                          {{"name": "guest", "event": "cycles:G"}}]}}]
  }})";
  const std::string free = R"("perf_install_in_context": 0, "event_sched_in": 0,
    "perf_event_task_sched_in": 0, "schedule_pick": 0, "switch_to": 0)";
  const std::string both = "first:; leader: error_pinned; member: not_scheduled; guest: excluded; ";
  CHECK(ask(fmt::format(fmt::runtime(scenario), free, 2000, ""), reasons) == both);
  CHECK(ask(fmt::format(fmt::runtime(scenario), free, 2000, R"("task": "p",)"), reasons) == both);
  CHECK(ask(fmt::format(fmt::runtime(scenario), R"("perf_install_in_context": 100000)", 1, ""),
            reasons) ==
        "first: not_installed; leader: not_installed; member: not_installed; guest: "
        "not_installed; ");
}

TEST_CASE("an event counts on the PMU that it names", "[engine][linux][systemc]") {
  CHECK(ask(R"({
    "format": 1, "name": "named",
    "platform": {"cpus": [{"type": "z"}, {"type": "a"}], "cpu_types": {"z": {}, "a": {}}},
    "kernel": {"vhe": false},
    "tasks": [{"name": "app", "cpus": [0, 1],
               "run": [{"cycles": 1000}, {"migrate": 1}, {"cycles": 3000}]}],
    "perf": [{"task": "app", "events": [{"name": "any", "event": "armv8_pmuv3/cpu_cycles/u"},
                                        {"name": "z", "event": "armv8_pmuv3_0/cpu_cycles/u"},
                                        {"name": "a", "event": "armv8_pmuv3_1/cpu_cycles/u"}]},
             {"cpus": [0], "events": [{"name": "cpu0", "event": "armv8_pmuv3_0/cpu_cycles/u"}]}]
  })",
            counts_of) == "any=3000 z=1000 a=3000 cpu0=1000 ");
}
