// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/sim/engine/forked_run.h"
#include "tests/unit/sim/engine/scenarios.h"

using namespace pmusim;
using namespace pmusim::test;

// The plain scenario has a STALL_SLOT amount of 3 and one instruction retired in every cycle of its
// activity, and none of the former in instruction steps; so counts follow by multiplication.

namespace {

std::string count_of(const engine::RunResult& result, std::size_t event) {
  return std::to_string(result.events[event].count);
}

std::string why_of(const engine::RunResult& result, std::size_t event) {
  std::string text;
  for (const engine::WhyNot& why : result.events[event].why) {
    text += why.reason + " " + std::to_string(why.cycles.count()) + ";";
  }
  return text;
}

}  // namespace

TEST_CASE("a counting event counts its occurrences where its filter lets it",
          "[engine][perf][systemc]") {
  auto scenario = plain_scenario();
  add_task(scenario, 0, {run_item(kUser, 1000), run_item(kKernel, 500)}, 2);
  add_perf(scenario,
           {{"all", "stall_slot", {}},
            {"user", "stall_slot:u", {}},
            {"kernel", "stall_slot:k", {}},
            {"cycles", "cycles:u", {}}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return count_of(result, 0) + " " + count_of(result, 1) + " " + count_of(result, 2) + " " +
                 count_of(result, 3);
        }) == "9000 6000 3000 2000");
  CHECK(run_and_ask(scenario, {}, [](const auto& result) { return why_of(result, 1); }) ==
        "filtered 1000;");
}

TEST_CASE("exclude bits filter on bare CPUs as the modifiers that set them do",
          "[engine][perf][systemc]") {
  auto scenario = plain_scenario();
  add_task(scenario, 0, {run_item(kUser, 1000), run_item(kKernel, 500)}, 2);
  add_perf(scenario,
           {{.name = "user",
             .event = "stall_slot",
             .period = {},
             .exclude = {.kernel = true, .hv = true}},
            {.name = "kernel", .event = "cycles", .period = {}, .exclude = {.user = true}},
            {.name = "none", .event = "stall_slot:u", .period = {}, .exclude = {.user = true}}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return count_of(result, 0) + " " + count_of(result, 1) + " " + count_of(result, 2);
        }) == "6000 1000 0");
}

TEST_CASE("a counter that never moves says why", "[engine][why][systemc]") {
  auto scenario = plain_scenario();
  add_task(scenario, 0, {run_item(kUser, 1000)});
  add_perf(scenario,
           {{"threshold", "armv8_pmuv3/stall_slot,threshold=4,threshold_compare=2/", {}},
            {"absent", "armv8_pmuv3/event=0x10/", {}},
            {"filtered", "stall_slot:k", {}}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return why_of(result, 0) + " " + why_of(result, 1) + " " + why_of(result, 2);
        }) == "threshold 1000; no_occurrences 1000; filtered 1000;");
}

TEST_CASE("a counter that stands where it began tells what kept it there, or brought it back",
          "[engine][why][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].pmu.edge = true;
  scenario.cpus[0].pmu.aarch32 = true;                  // otherwise LC is set, and D is ignored
  scenario.cpus[0].registers = {{"PMCR_EL0", 0b1000}};  // D: every 64th cycle
  const auto msr = [](std::string reg, RegValue value) {
    return msr_item(kKernel, std::move(reg), value);
  };
  constexpr RegValue kAtLeastFour = RegValue{0b100} << 61U | RegValue{4} << 32U | 0x3f;
  constexpr RegValue kEdge = RegValue{0b001} << 61U | RegValue{1} << 60U;
  add_task(scenario,
           0,
           {msr("PMEVTYPER0_EL0", kAtLeastFour),
            msr("PMEVTYPER1_EL0", kAtLeastFour | kEdge),
            msr("PMEVTYPER2_EL0", 0x3f),  // counts, and is set to zero
            msr("PMEVTYPER3_EL0", 0x10),  // does not occur, and is set to five
            msr("PMEVCNTR3_EL0", 5),
            msr("PMCNTENSET_EL0", RegValue{1} << 31U | 0b1111),
            msr("PMCR_EL0", 0b1001),  // E, D
            run_item(kKernel, 30),
            msr("PMEVCNTR2_EL0", 0)});
  const std::string why = run_and_ask(scenario, {}, [](const auto& result) {
    std::string text;
    for (const engine::CounterResult& counter : result.cpus[0].counters) {
      if (counter.counting.count() > 0) {
        text += counter.name + " " + std::to_string(counter.value) + " " +
                counter.why.back().reason + "\n";
      }
    }
    return text;
  });
  CHECK(why ==
        "PMEVCNTR0_EL0 0 threshold\nPMEVCNTR1_EL0 0 no_edge\nPMEVCNTR2_EL0 0 set_back\n"
        "PMEVCNTR3_EL0 5 no_occurrences\nPMCCNTR_EL0 0 divided\n");
}

TEST_CASE("what is yet to come has not occurred, on each kind of counter",
          "[engine][why][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].pmu.version = PmuVersion::p9;
  scenario.cpus[0].pmu.instruction_counter = true;
  for (auto& event : scenario.activities[0].streams) {
    event.stream = scenario::PeriodicStream{.period_cycles = 5000, .phase_cycles = 4999};
  }
  add_task(scenario, 0, {run_item(kUser, 1000)});
  add_perf(scenario,
           {{"instruction counter", "instructions:u", {}}, {"event counter", "stall_slot:u", {}}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return result.events[0].per_cpu[0].counter + " " + why_of(result, 0) + " " +
                 result.events[1].per_cpu[0].counter + " " + why_of(result, 1);
        }) == "PMICNTR_EL0 no_occurrences 1000; PMEVCNTR0_EL0 no_occurrences 1000;");
}

TEST_CASE("without VHE an event that leaves out the host does not count on bare CPUs",
          "[engine][perf][systemc]") {
  auto scenario = plain_scenario();
  add_task(scenario, 0, {run_item(kUser, 1000), run_item(kKernel, 500)});
  add_perf(scenario,
           {{"guest", "stall_slot:G", {}},
            {"guest_kernel", "stall_slot:Gk", {}},
            {"sampled", "stall_slot:G", 100},
            {"both", "stall_slot", {}}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return count_of(result, 0) + " " + count_of(result, 1) + " " + count_of(result, 2) + " " +
                 count_of(result, 3) + " " + why_of(result, 0);
        }) == "0 0 0 4500 disabled 1500;");
}

TEST_CASE("a counter of 32 bits loses no wrap", "[engine][perf][systemc]") {
  auto scenario = plain_scenario();
  const bool aarch32 = GENERATE(false, true);
  scenario.aarch32_kernel = aarch32;
  scenario.cpus[0].pmu.aarch32 = aarch32;
  scenario.cpus[0].pmu.version = aarch32 ? PmuVersion::p5 : PmuVersion::p4;
  scenario.activities[0].streams[0].stream = scenario::ConstantStream{4'000'000};
  // 4 * 10^10 occurrences wrap 32 bits nine times.
  add_task(scenario, 0, {run_item(kUser, 10'000), run_item(kKernel, 100)});
  add_perf(scenario, {{"short", "stall_slot:u", {}}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return count_of(result, 0) + " " + std::to_string(result.cpus[0].interrupts_taken);
        }) == "40000000000 9");

  // A handler of the scenario's own does not count wraps.
  const auto pmu = static_cast<std::size_t>(scenario::InterruptSource::pmu);
  scenario.cpus[0].handlers[pmu].body = {run_item(kKernel, 10)};
  CHECK(run_and_ask(scenario,
                    {},
                    [](const auto& result) {
                      return count_of(result, 0) + " " + std::to_string(result.notes.size()) + " " +
                             std::to_string(result.cpus[0].interrupts_taken);
                    }) ==
        std::to_string((std::uint64_t{40'000'000'000} & 0xffff'ffff) + (std::uint64_t{1} << 32U)) +
            " 1 0");
}

TEST_CASE("set-up that a trap keeps from the PMU is refused with the register",
          "[engine][perf][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].registers = {{"MDCR_EL3", RegValue{1} << 6U}};  // TPM
  add_task(scenario, 0, {run_item(kUser, 10)});
  add_perf(scenario, {{"user", "stall_slot:u", {}}});
  CHECK_THAT(run_to_text(scenario),
             Catch::Contains("reads PMCR_EL0 at EL1, which ends with trap_to_el3"));
}

TEST_CASE("without VHE perf has the counters that MDCR_EL2 leaves to EL1",
          "[engine][perf][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].registers = {{"MDCR_EL2", 2}};
  add_task(scenario, 0, {run_item(kUser, 10)});
  add_perf(scenario,
           {{"a", "stall_slot:u", {}}, {"b", "stall_slot:u", {}}, {"c", "stall_slot:u", {}}});
  CHECK_THAT(run_to_text(scenario), Catch::Contains("no counter is left"));
}

TEST_CASE("a counter whose event the PMU does not have says so", "[engine][why][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].pmu.events = {kSwIncr, kCpuCycles, kInstRetired};
  add_task(scenario, 0, {run_item(kUser, 1000)});
  // The activity has STALL_SLOT; threshold_compare=3 counts cycles with less than the threshold.
  add_perf(
      scenario,
      {{"absent", "r3f", {}},
       {"present", "instructions", {}},
       {"below", "armv8_pmuv3/event=0x3f,threshold=1,threshold_compare=3,threshold_count=1/", {}}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return why_of(result, 0) + " " + count_of(result, 0) + " " + count_of(result, 1) + " " +
                 count_of(result, 2);
        }) == "not_implemented 1000; 0 1000 1000");
}

TEST_CASE(
    "a sampling event interrupts every period and loses nothing to code that it does not count",
    "[engine][perf][systemc]") {
  auto scenario = plain_scenario();
  const auto skid = GENERATE(0U, 12U, 150U);
  scenario.cpus[0].irq_skid = Cycles{skid};
  add_task(scenario, 0, {run_item(kUser, 10'000)});
  add_perf(scenario, {{"user", "stall_slot:u", 1000}});
  // 30,000 occurrences are 30 periods. The last one is complete at the task's last cycle, which
  // ends the run.
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          const auto& event = result.events[0];
          return std::to_string(event.count) + " " + std::to_string(event.overflows);
        }) == "30000 29");
}

TEST_CASE("periods shorter than the skid are counted, though not each has its interrupt",
          "[engine][perf][skid][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].irq_skid = Cycles{100};
  add_task(scenario, 0, {run_item(kUser, 10'000)});
  add_perf(scenario, {{"user", "stall_slot:u", 50}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) { return count_of(result, 0); }) ==
        "30000");
}

TEST_CASE("a counter of 32 bits samples with its own width", "[engine][perf][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].pmu.version = PmuVersion::p4;
  add_task(scenario, 0, {run_item(kUser, 10'000), run_item(kKernel, 100)});
  add_perf(scenario,
           {{"short", "stall_slot:u", 1000}, {"chained", "armv8_pmuv3/stall_slot,long=1/u", 1500}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return count_of(result, 0) + " " + std::to_string(result.events[0].overflows) + " " +
                 count_of(result, 1) + " " + std::to_string(result.events[1].overflows);
        }) == "30000 30 30000 20");
}

TEST_CASE("a 32-bit kernel counts in the lower halves of 64-bit counters",
          "[engine][perf][aarch32][systemc]") {
  auto scenario = plain_scenario();
  scenario.aarch32_kernel = true;
  scenario.cpus[0].pmu.aarch32 = true;
  REQUIRE(scenario.cpus[0].pmu.at_least(PmuVersion::p5));
  scenario.activities[0].streams[0].stream = scenario::ConstantStream{1'000'000};
  // 10^10 occurrences wrap 32 bits twice.
  add_task(scenario, 0, {run_item(kUser, 10'000), run_item(kKernel, 100)});
  add_perf(scenario,
           {{"short", "stall_slot:u", 1'000'000'000},
            {"long", "armv8_pmuv3/stall_slot,long=1/u", {}},
            {"long_sampled", "armv8_pmuv3/stall_slot,long=1/u", 5'000'000'000}});
  const std::string counts = run_and_ask(scenario, {}, [](const auto& result) {
    std::string text;
    for (std::size_t event = 0; event < 3; ++event) {
      text += count_of(result, event) + " " + std::to_string(result.events[event].overflows) + "; ";
    }
    return text;
  });
  CHECK(counts == "10000000000 10; 10000000000 0; 10000000000 2; ");
}

TEST_CASE("the one wrap that the flag shows is counted once for a 32-bit kernel",
          "[engine][perf][aarch32][systemc]") {
  auto scenario = plain_scenario();
  scenario.aarch32_kernel = true;
  scenario.cpus[0].pmu.aarch32 = true;
  scenario.activities[0].streams[0].stream = scenario::ConstantStream{500'000};
  add_task(scenario, 0, {run_item(kUser, 10'000)});
  add_perf(scenario, {{"counting", "stall_slot:u", {}}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) { return count_of(result, 0); }) ==
        "5000000000");
}

TEST_CASE("a 32-bit kernel refuses a threshold", "[engine][perf][aarch32][systemc]") {
  auto scenario = plain_scenario();
  scenario.aarch32_kernel = true;
  add_perf(scenario, {{"one", "armv8_pmuv3/stall_slot,threshold=1/", {}}});
  CHECK(run_to_text(scenario).find("threshold 1 is above 0") != std::string::npos);
}

TEST_CASE("an event that finds no counter is refused, since the kernel would multiplex",
          "[engine][perf][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].pmu.event_counters = 1;
  add_perf(scenario, {{"one", "stall_slot", {}}, {"two", "stall_slot", {}}});
  const std::string error = run_to_text(scenario);
  CHECK(error.find("test.json: cpu0: event 'two'") != std::string::npos);
  CHECK(error.find("multiplex") != std::string::npos);
}

TEST_CASE("raw registers program the PMU without perf", "[engine][registers][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].registers = {
      {"PMCR_EL0", 0x1}, {"PMCNTEN", 0x1}, {"PMEVTYPER0_EL0", 0x3f}, {"PMEVCNTR0_EL0", 100}};
  add_task(scenario, 0, {run_item(kUser, 10)});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          const auto& counter = result.cpus[0].counters[0];
          return counter.name + " " + std::to_string(counter.value) + " " +
                 std::to_string(counter.counting.count());
        }) == "PMEVCNTR0_EL0 130 10");
}

TEST_CASE("a write takes effect when the scenario says", "[engine][write-effect][systemc]") {
  using Mode = scenario::PmuWriteEffect::Mode;
  auto scenario = plain_scenario();
  scenario.cpus[0].registers = {{"PMCR_EL0", 0x1}, {"PMEVTYPER0_EL0", 0x3f}};
  // EL1 throughout: no exception between the items. The ISB itself is one cycle without STALL_SLOT.
  add_task(scenario,
           0,
           {run_item(kKernel, 10),
            msr_item(kKernel, "PMCNTENSET_EL0", 1),
            run_item(kKernel, 10),
            {scenario::IsbItem{}},
            run_item(kKernel, 10)});
  const auto counted = [&] {
    return run_and_ask(scenario, {}, [](const auto& result) {
      return std::to_string(result.cpus[0].counters[0].value);
    });
  };
  scenario.pmu_write_effect = {.mode = Mode::immediate};
  CHECK(counted() == "60");
  scenario.pmu_write_effect = {.mode = Mode::at_context_sync};
  CHECK(counted() == "30");
  scenario.pmu_write_effect = {.mode = Mode::after_cycles, .cycles = Cycles{4}};
  CHECK(counted() == "48");
  scenario.pmu_write_effect = {.mode = Mode::after_cycles, .cycles = Cycles{100}};
  CHECK(counted() == "30");
}

TEST_CASE("reads and refused writes are in the result, with their cycle",
          "[engine][registers][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].registers = {{"PMCR_EL0", 0x1}, {"PMCNTEN", 0x8000'0000}};
  add_task(scenario,
           0,
           {run_item(kKernel, 10),
            mrs_item(kKernel, "PMCCNTR_EL0", "here"),
            mrs_item(kUser, "PMCCNTR_EL0", "there"),
            msr_item(kUser, "PMCR_EL0", 0)});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          const auto& reads = result.cpus[0].reads;
          const auto& refused = result.cpus[0].refused_writes;
          return reads[0].name + " " + std::to_string(*reads[0].value) + " at " +
                 std::to_string(reads[0].at.count()) + ", " + reads[1].outcome + ", " +
                 refused[0].reg + " " + refused[0].outcome + " at " +
                 std::to_string(refused[0].at.count());
        }) == "here 11 at 11, trap_to_el1, PMCR_EL0 trap_to_el1 at 13");
}
