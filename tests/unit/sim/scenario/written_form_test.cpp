// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

TEST_CASE("the resolved form is a scenario that resolves to itself, byte for byte",
          "[scenario][resolved]") {
  const std::string name = GENERATE("smallest", "thresholds", "everything", "linux");
  CAPTURE(name);
  const std::string path = std::string{PMUSIM_TEST_DATA} + "/scenarios/" + name + ".json";
  const auto scenario = read_scenario_file(path);
  REQUIRE(scenario);
  const std::string resolved = resolved_json(*scenario);
  const auto again = read_scenario_text(resolved, path);
  REQUIRE(again);
  CHECK(resolved_json(*again) == resolved);
}

TEST_CASE("every default is visible in the resolved form", "[scenario][resolved]") {
  const auto scenario = read(scenario_with(""));
  REQUIRE(scenario);
  const std::string text = resolved_json(*scenario);
  for (const char* part : {"\"seed\": 1",
                           "\"frequency_mhz\": 1000",
                           "\"event_counters\": 6",
                           "\"threshold_bits\": 12",
                           "\"pmu_write_effect\": \"immediate\"",
                           "\"vhe\": true",
                           "\"fz_c\": true",
                           "\"el\": 0",
                           "\"security\": \"non_secure\"",
                           "\"stream\": \"app\"",
                           "\"cpus\": \"all\"",
                           "\"repeat\": 1"}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("every default of the modelled Linux is visible in the resolved form",
          "[scenario][resolved]") {
  const auto scenario = read(scenario_with(R"(, "kernel": {"model": "linux"},
      "guests": [{"name": "vm", "vcpus": [{"run": [{"cycles": 5}]}]}], "perf": [{"task": "app", "events": ["r1"]}])"));
  REQUIRE(scenario);
  const std::string text = resolved_json(*scenario);
  for (const char* part : {"\"model\": \"linux\"",
                           "\"tick_hz\": 250",
                           "\"slice_us\": 3000",
                           "\"kvm_arch_vcpu_load\": 400",
                           "\"entry_after_switch_cycles\": 800",
                           "\"toggle_drops_threshold\": true",
                           "\"max_sample_rate\": 100000",
                           "\"mux_interval_ms\": 0",
                           "\"stream\": \"vm/vcpu0\"",
                           "\"el\": 1",
                           "\"inherit\": false"}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("equal CPUs side by side are one group in the resolved form", "[scenario][resolved]") {
  const auto scenario = read(scenario_with(
      R"(, "platform": {"cpus": [{"count": 2}, {"count": 1}, {"frequency_mhz": 2}, {"count": 1000}]})"));
  REQUIRE(scenario);
  const std::string text = resolved_json(*scenario);
  CHECK(text.find("\"count\": 3") != std::string::npos);
  CHECK(text.find("\"count\": 1000") != std::string::npos);
}
