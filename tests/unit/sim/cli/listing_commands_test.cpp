// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/scenario/read_scenario.h"
#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim::cli;
using Catch::Contains;
using Json = nlohmann::json;

TEST_CASE("events lists number, names and meaning", "[cli][events]") {
  const Ran ran = run_pmusim({"events", "stall_slot"});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.out, Contains("0x003f") && Contains("STALL_SLOT") && Contains("stall_slot"));
}

TEST_CASE("events marks those that programs on a pipeline yield", "[cli][events]") {
  CHECK_THAT(run_pmusim({"events", "0x31"}).out, Contains("remote_access  yes  "));
  CHECK_THAT(run_pmusim({"events", "0x34"}).out, !Contains("yes"));
  CHECK(Json::parse(run_pmusim({"events", "0x31", "--json"}).out)["events"][0]["programs"] == true);
}

TEST_CASE("events prints one JSON document", "[cli][events]") {
  const Json json = Json::parse(run_pmusim({"events", "0x11", "--json"}).out);
  REQUIRE(json["events"].size() == 1);
  CHECK(json["events"][0]["number"] == 0x11);
  CHECK(json["events"][0]["linux_name"] == "cpu_cycles");
}

TEST_CASE("events that match nothing are a disagreement", "[cli][events]") {
  const Ran ran = run_pmusim({"events", "no_such_event", "--json"});
  CHECK(ran.code == ExitCode::disagreement);
  CHECK(Json::parse(ran.out)["events"].empty());
  CHECK_THAT(ran.err, Contains("no architected event matches \"no_such_event\""));
}

TEST_CASE("regs has three formats", "[cli][regs]") {
  CHECK_THAT(run_pmusim({"regs"}).out, Contains("PMCR_EL0: ") && Contains("S3_3_C9_C12_0"));
  CHECK(run_pmusim({"regs", "--format", "text"}).out == run_pmusim({"regs"}).out);
  CHECK_THAT(run_pmusim({"regs", "--format=md"}).out, Contains("## PMCR_EL0\n"));
  const Json json = Json::parse(run_pmusim({"regs", "--format=json"}).out);
  CHECK(json["registers"][0]["name"] == "PMCR_EL0");
  CHECK(run_pmusim({"regs", "--format", "xml"}).code == ExitCode::usage);
}

TEST_CASE("steps lists the kinds of steps", "[cli][steps]") {
  const Ran ran = run_pmusim({"steps"});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.out, Contains("isb") && Contains("msr"));
}

TEST_CASE("steps lists what kernel code costs", "[cli][steps]") {
  const Ran ran = run_pmusim({"steps"});
  CHECK_THAT(ran.out,
             Contains("kernel path") && Contains("handle_exit") &&
                 Catch::Matches("[^]*\nkvm_arch_vcpu_load +400  chosen\n[^]*"));
}

TEST_CASE("steps prints one JSON document with the rows of the tables", "[cli][steps]") {
  const Ran ran = run_pmusim({"steps", "--json"});
  CHECK(ran.code == ExitCode::fine);
  const Json json = Json::parse(ran.out);
  const auto names = [&](const char* list) {
    std::vector<std::string> all;
    for (const Json& row : json[list]) {
      all.push_back(row["name"]);
    }
    return all;
  };
  CHECK_THAT(names("steps"), Catch::VectorContains(std::string{"isb"}));
  CHECK(json["steps"][0]["meaning"].is_string());
  CHECK_THAT(names("kernel_paths"), Catch::VectorContains(std::string{"kvm_arch_vcpu_load"}));
  for (const Json& path : json["kernel_paths"]) {
    if (path["name"] == "kvm_arch_vcpu_load") {
      CHECK(path["cycles"] == 400);
      CHECK(path["origin"] == "chosen");
    }
  }
  // A line of the text for each row, two headings and the empty line between the tables.
  const std::string text = run_pmusim({"steps"}).out;
  CHECK(static_cast<std::size_t>(std::ranges::count(text, '\n')) ==
        names("steps").size() + names("kernel_paths").size() + 3);
}

TEST_CASE("schema prints the schema or the manual", "[cli][schema]") {
  CHECK(run_pmusim({"schema"}).out == pmusim::scenario::schema_json());
  CHECK(run_pmusim({"schema", "--format", "md"}).out == pmusim::scenario::scenario_manual());
  CHECK(run_pmusim({"schema", "--format", "text"}).code == ExitCode::usage);
}

TEST_CASE("caps shows the default PMU as sysfs does", "[cli][caps]") {
  const Ran ran = run_pmusim({"caps"});
  CHECK(ran.code == ExitCode::fine);
  // 12 threshold bits: 4095; 8 slots.
  CHECK_THAT(ran.out,
             Contains("threshold_max  0x00000fff") && Contains("slots          0x00000008"));
  CHECK_THAT(ran.out, Contains("PMMIR_EL1") && Contains("ID_AA64DFR0_EL1"));
}

TEST_CASE("caps shows each CPU type of a scenario once", "[cli][caps]") {
  Files files;
  const std::string file = files.add("s.json", R"({"format": 1, "name": "s", "platform": {
    "cpus": [{"count": 2, "type": "big"}, {"type": "little"}],
    "cpu_types": {"big": {"slots": 10}, "little": {"slots": 3, "pmu": {"threshold_bits": 8}}}},
    "tasks": [{"name": "t", "run": [{"el": 0, "cycles": 1}]}], "expect": [{"that": "/seed", "at_least": 0}]})");
  const Ran ran = run_pmusim({"caps", "--scenario", file});
  CHECK(ran.err.empty());
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.out,
             Contains("CPU type big") && Contains("CPU type little") && Contains("0x0000000a") &&
                 Contains("0x000000ff"));
  CHECK(run_pmusim({"caps", "--scenario", files.path("none.json")}).code == ExitCode::wrong_input);
}

TEST_CASE("caps prints one JSON document", "[cli][caps]") {
  const Json json = Json::parse(run_pmusim({"caps", "--json"}).out);
  REQUIRE(json["cpu_types"].size() == 1);
  const Json& caps = json["cpu_types"][0];
  CHECK(caps["name"] == "default");
  CHECK(caps["slots"] == 8);
  CHECK(caps["bus_slots"] == 0);
  CHECK(caps["bus_width"] == 0);
  CHECK(caps["threshold_max"] == 4095);
  CHECK(caps["registers"][0]["name"] == "PMMIR_EL1");
  CHECK(caps["registers"][0]["value"] == "0x0000000000c00008");  // THWIDTH 12, SLOTS 8
}

TEST_CASE("caps shows what a 32-bit kernel sees: no thresholds", "[cli][caps]") {
  Files files;
  const std::string file = files.add("s.json", R"({"format": 1, "name": "s", "platform": {
    "cpus": [{"type": "big"}], "cpu_types": {"big": {"pmu": {"aarch32": true}}}},
    "kernel": {"aarch32": true},
    "tasks": [{"name": "t", "run": [{"el": 0, "cycles": 1}]}], "expect": [{"that": "/seed", "at_least": 0}]})");
  const Ran ran = run_pmusim({"caps", "--scenario", file, "--json"});
  CHECK(ran.err.empty());
  const Json json = Json::parse(ran.out);
  REQUIRE(json["cpu_types"].size() == 1);
  CHECK(json["cpu_types"][0]["name"] == "big");
  CHECK(json["cpu_types"][0]["threshold_max"] == 0);
  CHECK(json["cpu_types"][0]["slots"] == 8);
  CHECK_THAT(run_pmusim({"caps", "--scenario", file}).out, Contains("threshold_max  0x00000000"));
}

TEST_CASE("explain shows encoding, fields, contexts and tracking", "[cli][explain]") {
  const Ran ran =
      run_pmusim({"explain", "armv8_pmuv3/stall_slot,threshold=2,threshold_compare=2/"});
  CHECK(ran.code == ExitCode::fine);
  // The example A-E2 of the driver's encoding, with STALL_SLOT.
  CHECK_THAT(ran.out,
             Contains("PMEVTYPER<n>_EL0 = 0x800000020800003f") && Contains("config1 = 0x50"));
  CHECK_THAT(ran.out, Contains("Non-secure EL2") && Contains("KVM tracks the counter in: none"));
  CHECK_THAT(ran.out, !Contains("Around a KVM guest"));
}

TEST_CASE("explain shows the blackout of a host-only event around a guest", "[cli][explain]") {
  const Ran nvhe = run_pmusim({"explain", "cycles:H", "--guest"});
  CHECK_THAT(nvhe.out, Contains("events_host") && Contains("intended, but not counted"));
  const Ran vhe = run_pmusim({"explain", "cycles:H", "--guest", "--vhe"});
  CHECK_THAT(vhe.out, Contains("Around a KVM guest") && !Contains("intended, but not counted"));
}

TEST_CASE("explain refuses what perf refuses", "[cli][explain]") {
  CHECK(run_pmusim({"explain", "no_such_event"}).code == ExitCode::wrong_input);
  CHECK(run_pmusim({"explain", "armv8_pmuv3/stall_slot,threshold=4096/"}).code ==
        ExitCode::wrong_input);
}
