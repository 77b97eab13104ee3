// SPDX-License-Identifier: Apache-2.0
#include "sim/report/csv.h"

#include <filesystem>

#include <catch2/catch.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/unit/sim/report/example_result.h"

using namespace pmusim;

TEST_CASE("events.csv has a row for each event and quotes what needs it", "[report][csv]") {
  CHECK(report::events_csv(report::example_result()) ==
        "name,event,count,overflows,enabled_ns,running_ns,"
        "intended,lost,leaked,samples,guest_samples,throttles\n"
        "stalls,\"armv8_pmuv3/stall_slot,threshold=2/u\",4711,1,617283,617283,,,,0,0,0\n"
        "cycles:h,cycles:h,0,0,617283,617283,,,,0,0,0\n");
}

TEST_CASE("with the modelled Linux events.csv has the ground truth", "[report][csv]") {
  CHECK_THAT(report::events_csv(report::example_linux_result()),
             Catch::Contains("\ncycles:H,cycles:H,955062,0,1000,1000,1225327,270265,0,0,0,0\n") &&
                 Catch::Contains("\nsampled,instructions:u,12,0,1000,601,12,0,0,5,2,0\n"));
}

TEST_CASE("causes.csv has a row for each event, kind and cause", "[report][csv]") {
  CHECK(report::causes_csv(report::example_linux_result()) ==
        "event,kind,cause,guest_switch,windows,cycles,count,shortest_cycles,longest_cycles\n"
        "cycles:H,blackout,guest_entry_switch,1,500,110000,110000,220,220\n"
        "cycles:H,leak,opening,0,1,65,65,65,65\n");
}

TEST_CASE("bare CPUs have no causes.csv", "[report][csv]") {
  const TemporaryFolder folder;
  REQUIRE(report::write_csv_files(report::example_result(), folder.path().string()));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "causes.csv"));
  REQUIRE(report::write_csv_files(report::example_linux_result(), folder.path().string()));
  CHECK(std::filesystem::exists(folder.path() / "causes.csv"));
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
        "frozen_cycles,filtered_cycles,threshold_cycles,no_edge_cycles,divided_cycles,"
        "no_occurrences_cycles,not_implemented_cycles,set_back_cycles\n"
        "cpu0,PMEVCNTR0_EL0,STALL_SLOT,4711,1,1234000,0,0,0,0,567,0,0,0,0,0,0\n"
        "cpu0,PMEVCNTR1_EL0,0xC123,0,0,0,0,0,1234567,0,0,0,0,0,0,0,0\n"
        "cpu0,PMCCNTR_EL0,,0,0,0,0,1234567,0,0,0,0,0,0,0,0,0\n");
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
