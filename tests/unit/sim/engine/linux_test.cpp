// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "sim/scenario/read_scenario.h"
#include "tests/unit/sim/engine/forked_run.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// What `ask` says about the result of the scenario with this text.
std::string ask(const std::string& text,
                const std::function<std::string(const engine::RunResult&)>& question) {
  const auto scenario = scenario::read_scenario_text(text, "test.json", {});
  REQUIRE(scenario);
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
