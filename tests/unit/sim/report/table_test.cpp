// SPDX-License-Identifier: Apache-2.0
#include "sim/report/table.h"

#include <algorithm>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/unit/sim/report/example_result.h"

using namespace pmusim;
using Catch::Contains;

namespace {

report::ExpectationOutcome failed_expectation() {
  report::ExpectationOutcome outcome;
  outcome.expectation = {.that = "/events/stalls/count",
                         .op = scenario::Expectation::Op::equals,
                         .want_json = "1",
                         .within = 0};
  outcome.got_json = "4711";
  outcome.problem = "want 1, got 4711";
  return outcome;
}

std::string table(const engine::RunResult& result) {
  return report::result_table(result, {});
}

}  // namespace

TEST_CASE("the table shows events with grouped counts", "[report][table]") {
  const std::string text = table(report::example_result());
  CHECK_THAT(
      text,
      Contains("4,711") && Contains("stalls") && Contains("armv8_pmuv3/stall_slot,threshold=2/u"));
  CHECK_THAT(text, Contains("617,283 ns simulated, 1 CPU, seed 7, PMU write effect: immediate"));
}

TEST_CASE("the table says in words why something did not move", "[report][table]") {
  CHECK_THAT(
      table(report::example_result()),
      Contains("did not move: MDCR_EL2 or MDCR_EL3 prohibits counting there (1,234,567 cycles)"));
}

TEST_CASE("the table shows what locations hold, their first words", "[report][table]") {
  engine::RunResult result = report::example_result();
  CHECK_THAT(table(result), !Contains("Memory"));
  result.memory = {{.name = "x", .address = 0x10000, .words = {2000}},
                   {.name = "ring", .address = 0x10040, .words = {1, 2, 3, 4, 5}}};
  CHECK_THAT(table(result), Contains("\nMemory\n  x = 2000\n  ring = 1, 2, 3, 4, ...\n"));
  result.memory.resize(25, {.name = "y", .address = 0x20000, .words = {0}});
  CHECK_THAT(table(result), Contains("\n  and 5 more locations; --json lists all\n"));
}

TEST_CASE("the table omits counters that nobody switched on", "[report][table]") {
  engine::RunResult result = report::example_result();
  result.events.clear();
  CHECK_THAT(table(result), Contains("PMEVCNTR0_EL0  STALL_SLOT") && !Contains("PMCCNTR_EL0"));
}

TEST_CASE("a counter behind an event stands in the table of events only", "[report][table]") {
  CHECK_THAT(table(report::example_result()),
             !Contains("PMEVCNTR0_EL0  STALL_SLOT") && Contains("PMEVCNTR1_EL0  0xC123"));
}

TEST_CASE("a counter that stood still at some other value than zero says why", "[report][table]") {
  engine::RunResult result = report::example_result();
  result.cpus[0].counters[1].value = 77;
  result.cpus[0].counters[1].counting = Cycles{5};
  result.cpus[0].counters[1].why = {{"no_occurrences", Cycles{5}}};
  CHECK_THAT(table(result), Contains("did not move: its event did not occur (5 cycles)"));
  result.cpus[0].counters[1].why = {{"not_implemented", Cycles{5}}};
  CHECK_THAT(table(result), Contains("did not move: the PMU does not implement its event (5"));
}

TEST_CASE("a counter that was set up, but never enabled, says so", "[report][table]") {
  engine::RunResult result = report::example_result();
  result.events.clear();
  engine::CounterResult counter;
  counter.name = "PMEVCNTR0_EL0";
  counter.event = EventId{0x11};
  counter.why = {{"disabled", Cycles{100}}};
  counter.is_set_up = true;
  result.cpus[0].counters = {counter};
  counter.name = "PMEVCNTR1_EL0";
  counter.is_set_up = false;
  result.cpus[0].counters.push_back(counter);
  CHECK_THAT(table(result),
             Contains("PMEVCNTR0_EL0  CPU_CYCLES") && Contains("was not enabled (100 cycles)") &&
                 !Contains("PMEVCNTR1_EL0"));
}

TEST_CASE("reads beyond those that the table lists are counted, and told where they are",
          "[report][table]") {
  engine::RunResult result = report::example_result();
  engine::CpuResult& cpu = result.cpus[0];
  cpu.reads.assign(25, cpu.reads.at(0));
  cpu.reads_made = 25;
  CHECK_THAT(table(result), Contains("and 5 more; --json lists all\n"));
  cpu.reads_made = 30'000;
  CHECK_THAT(table(result), Contains("and 29,980 more; --json lists the first 25\n"));
}

TEST_CASE("the table shows interrupts and reads of a CPU", "[report][table]") {
  CHECK_THAT(table(report::example_result()),
             Contains("interrupts: pmu 1, ipi 2") && Contains("0x20") && Contains("trap_to_el2"));
}

TEST_CASE("the table tells refused writes and notes", "[report][table]") {
  CHECK_THAT(table(report::example_result()),
             Contains("5 MSR refused; the first: PMCR_EL0, trap_to_el3 at cycle 12") &&
                 Contains("\nNote: task app waits for ever\n"));
}

TEST_CASE("the table lists the expectations that do not hold", "[report][table]") {
  std::vector<report::ExpectationOutcome> outcomes{failed_expectation(), failed_expectation()};
  outcomes[1].ok = true;
  const std::string text = report::result_table(report::example_result(), outcomes);
  CHECK_THAT(text,
             Contains("Expectations: 1 of 2 hold") &&
                 Contains("FAILED /events/stalls/count: want 1, got 4711"));
}

TEST_CASE("the table of an unfinished run says so and checks nothing", "[report][table]") {
  engine::RunResult result = report::example_result();
  result.complete = false;
  CHECK_THAT(table(result), Contains("INCOMPLETE") && Contains("Expectations were not checked"));
}

TEST_CASE("the table has colours only when asked", "[report][table]") {
  CHECK_THAT(report::result_table(report::example_result(), {}, {.color = true}),
             Contains("\033["));
  CHECK_THAT(table(report::example_result()), !Contains("\033"));
}

TEST_CASE("the table names eight CPUs and counts the others", "[report][table]") {
  engine::RunResult result = report::example_result();
  result.cpus.resize(10, report::example_cpu());
  CHECK_THAT(table(result), Contains("and 2 more CPUs; --json lists all"));
  result.cpus.resize(8);
  CHECK_THAT(table(result), !Contains("more CPUs"));
}

TEST_CASE("the table is at most 100 columns wide", "[report][table]") {
  engine::RunResult result = report::example_result();
  for (const char* reason : {"filtered", "frozen", "disabled", "threshold"}) {
    result.events[1].why.push_back({reason, Cycles{UINT64_MAX}});
  }
  std::istringstream text{table(result)};
  for (std::string line; std::getline(text, line);) {
    CHECK(line.size() <= 100);
  }
}

TEST_CASE("long names of events and reads, and what was expected of them, fit into 100 columns",
          "[report][table]") {
  const std::string name = "armv8_pmuv3/stall_slot,threshold=2,threshold_compare=2,long/ukhGH";
  engine::RunResult result = report::example_result();
  result.events[0].name = name + name;
  result.events[0].event = name;
  result.cpus[0].reads[0].name = name;
  report::ExpectationOutcome failed = failed_expectation();
  failed.expectation.that = "/events/" + name + name + "/count";
  std::istringstream text{report::result_table(result, std::vector{failed})};
  for (std::string line; std::getline(text, line);) {
    CHECK(line.size() <= 100);
  }
}
