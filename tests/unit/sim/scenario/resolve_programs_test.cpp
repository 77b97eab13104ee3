// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

const RunItem& run_at(const std::vector<Item>& body, std::size_t index) {
  return std::get<RunItem>(body.at(index).what);
}

}  // namespace

TEST_CASE("programs run at EL0 and access registers from EL1 unless they say otherwise",
          "[scenario][programs]") {
  const auto scenario = read(scenario_with(
      "",
      R"([{"cycles": 5}, {"mrs": "pmcr_el0", "name": "a"}, {"msr": "PMCR_EL0", "value": "0x1", "el": 2}])"));
  REQUIRE(scenario);
  const auto& body = scenario->tasks[0].body;
  CHECK(run_at(body, 0).context == ExecutionContext{});
  CHECK(std::get<MrsItem>(body[1].what).context.level == ExceptionLevel::el1);
  CHECK(std::get<MrsItem>(body[1].what).reg == "PMCR_EL0");  // the architectural spelling
  CHECK(std::get<MsrItem>(body[2].what).context.level == ExceptionLevel::el2);
  CHECK(std::get<MsrItem>(body[2].what).value == 1);
}

TEST_CASE("at EL3 the security state is the one of EL3", "[scenario][programs]") {
  const auto at_el3 = [](const std::string& rme) {
    const auto scenario = read(scenario_with(
        R"(, "platform": {"cpus": [{"type": "a"}], "cpu_types": {"a": {"pmu": {"rme": )" + rme +
            "}}}}",
        R"([{"cycles": 5, "el": 3}])"));
    REQUIRE(scenario);
    return run_at(scenario->tasks[0].body, 0).context.security;
  };
  CHECK(at_el3("false") == SecurityState::secure);
  CHECK(at_el3("true") == SecurityState::root);
}

TEST_CASE("items of a handler run where the handler does", "[scenario][programs]") {
  const auto scenario = read(scenario_with(
      R"(, "platform": {"cpus": [{"count": 2, "handlers": {
          "pmu": {"el": 2, "run": [{"cycles": 5}, {"cycles": 6, "el": 0}]},
          "timer": {"run": [{"cycles": 7}]}}}]})"));
  REQUIRE(scenario);
  const auto& handlers = scenario->cpus[1].handlers;
  CHECK(handlers[0].context.level == ExceptionLevel::el2);
  CHECK(run_at(handlers[0].body, 0).context.level == ExceptionLevel::el2);
  CHECK(run_at(handlers[0].body, 1).context.level == ExceptionLevel::el0);
  CHECK(run_at(handlers[1].body, 0).context.level == ExceptionLevel::el1);
  CHECK(handlers[2].body.empty());
}

TEST_CASE("activities go by name or in place; items without one share one",
          "[scenario][programs]") {
  const auto scenario = read(scenario_with(
      R"(, "activities": {"a": {"events": {"stall": 1}}, "b": {"events": {"stall": 2}}})",
      R"([{"cycles": 1, "activity": "b"}, {"cycles": 1}, {"cycles": 1},
                             {"cycles": 1, "activity": {"events": {"stall": 3}}}, {"cycles": 1, "activity": "a"}])"));
  REQUIRE(scenario);
  REQUIRE(scenario->activities.size() == 4);
  const auto& body = scenario->tasks[0].body;
  CHECK(scenario->activities[run_at(body, 0).activity].name == "b");
  CHECK(run_at(body, 1).activity == run_at(body, 2).activity);
  CHECK(scenario->activities[run_at(body, 1).activity].streams.empty());
  CHECK(scenario->activities[run_at(body, 3).activity].streams.size() == 1);
  CHECK(scenario->activities[run_at(body, 4).activity].name == "a");
}

TEST_CASE("time fits 2^62 ps: the last cycle that does, and the first that does not",
          "[scenario][programs]") {
  // At 1 MHz a cycle lasts 10^6 ps: 4,611,686,018,427 cycles are the last below 2^62 ps.
  const auto text = [](const std::string& cycles, const std::string& more = "") {
    return scenario_with(R"(, "platform": {"cpus": [{"frequency_mhz": 1}]})" + more,
                         "[{\"cycles\": " + cycles + "}]");
  };
  CHECK(problems(text("4611686018427")).empty());
  CHECK(complains(text("4611686018428"), "/tasks/0: runs for longer than 2^62 ps"));
  CHECK(problems(text("4611686018428", R"(, "end_ns": 1000)")).empty());  // it never gets there
  CHECK(problems(text("9223372036854775807", R"(, "end_ns": 4611686018427387)")).empty());
  CHECK(complains(text("1", R"(, "end_ns": 4611686018427388)"), "/end_ns"));
}

TEST_CASE("repetitions that overflow 64 bits do not wrap to a short time", "[scenario][programs]") {
  const std::string body =
      R"([{"repeat": 4294967296, "run": [{"repeat": 4294967296, "run": [{"cycles": 1}]}]}])";  // 2^64
                                                                                               // cycles
  CHECK(complains(scenario_with("", body), "runs for longer than 2^62 ps"));
}

TEST_CASE("a bare CPU runs one task, and says that Linux runs several", "[scenario][programs]") {
  const std::string text =
      R"({"format": 1, "name": "x", "platform": {"cpus": [{"count": 2}]}, "tasks": [
      {"name": "a", "cpus": [0], "run": ["isb"]}, {"name": "b", "run": ["isb"]}]})";
  CHECK(problems(text).size() == 1);
  CHECK(complains(text, "/tasks/1: CPU 0 runs task \"a\" already"));
  CHECK(complains(text, R"(set "model" of "kernel" to "linux")"));
}

TEST_CASE("long handlers on many CPUs cannot fill the memory", "[scenario][programs][slow]") {
  std::string items = "\"isb\"";
  for (int i = 1; i < 2'000; ++i) {
    items += ",\"isb\"";
  }
  const auto text = [&](int cpus) {
    return scenario_with(R"(, "platform": {"cpus": [{"count": )" + std::to_string(cpus) +
                         R"(, "handlers": {"pmu": {"run": [)" + items + "]}}}]}");
  };
  CHECK(problems(text(500)).empty());  // 500 * 2000 = 10^6
  CHECK(complains(text(501), "/platform/cpus/0/handlers/pmu: more than 1000000 items"));
}
