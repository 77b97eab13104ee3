// SPDX-License-Identifier: Apache-2.0
#include "sim/report/csv.h"

#include <filesystem>

#include <catch2/catch.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/unit/sim/report/example_result.h"

using namespace pmusim;

TEST_CASE("events.csv has a row for each event and quotes what needs it", "[report][csv]") {
  CHECK(report::events_csv(report::example_result()) ==
        "name,event,count,overflows,enabled_ns,running_ns\n"
        "stalls,\"armv8_pmuv3/stall_slot,threshold=2/u\",4711,1,617283,617283\n"
        "cycles:h,cycles:h,0,0,617283,617283\n");
}

TEST_CASE("a quote in a field is doubled", "[report][csv]") {
  engine::RunResult result;
  result.events = {{.name = "a\"b",
                    .event = "c",
                    .count = 1,
                    .overflows = 0,
                    .enabled_ns = 0,
                    .running_ns = 0,
                    .why = {},
                    .per_cpu = {}}};
  CHECK_THAT(report::events_csv(result), Catch::Contains("\n\"a\"\"b\",c,1,"));
}

TEST_CASE("counters.csv has a column for each reason", "[report][csv]") {
  CHECK(report::counters_csv(report::example_result()) ==
        "cpu,counter,event,value,overflow_flag,counting_cycles,debug_state_cycles,disabled_cycles,"
        "prohibited_cycles,"
        "frozen_cycles,filtered_cycles,threshold_cycles,no_occurrences_cycles\n"
        "cpu0,PMEVCNTR0_EL0,STALL_SLOT,4711,1,1234000,0,0,0,0,567,0,0\n"
        "cpu0,PMEVCNTR1_EL0,0xC123,0,0,0,0,0,1234567,0,0,0,0\n"
        "cpu0,PMCCNTR_EL0,,0,0,0,0,1234567,0,0,0,0,0\n");
}

TEST_CASE("interrupts.csv has a row for each interrupt", "[report][csv]") {
  CHECK(report::interrupts_csv(report::example_result()) ==
        "cpu,source,raised_cycle,taken_cycle\ncpu0,pmu,100,112\n");
}

TEST_CASE("the three files are written into the folder", "[report][csv]") {
  const TemporaryFolder folder;
  REQUIRE(report::write_csv_files(report::example_result(), (folder.path() / "csv").string()));
  for (const char* name : {"events.csv", "counters.csv", "interrupts.csv"}) {
    CHECK(std::filesystem::exists(folder.path() / "csv" / name));
  }
}
