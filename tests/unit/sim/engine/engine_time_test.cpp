// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include <catch2/catch.hpp>

#include "sim/scenario/end_of_time.h"
#include "tests/unit/sim/engine/forked_run.h"
#include "tests/unit/sim/engine/scenarios.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

scenario::Item ipi_item(std::uint16_t target) {
  return {scenario::IpiItem{CpuId{target}}};
}

scenario::Item wait_item() {
  return {scenario::WaitItem{}};
}

std::string interrupts_of(const engine::CpuResult& cpu) {
  std::string text;
  for (const engine::InterruptResult& interrupt : cpu.interrupts) {
    text += interrupt.source + " " + std::to_string(interrupt.raised.count()) + " " +
            std::to_string(interrupt.taken.count()) + ";";
  }
  return text;
}

/// In both step modes and both build orders, which must agree.
std::string ask_all_ways(const scenario::Scenario& scenario,
                         const std::function<std::string(const engine::RunResult&)>& ask) {
  const std::string answer = run_and_ask(scenario, {}, ask);
  for (const auto step : {engine::StepMode::span, engine::StepMode::cycle}) {
    for (const bool reverse : {false, true}) {
      const engine::RunOptions options{.step = step, .reverse_build_order = reverse};
      CHECK(run_and_ask(scenario, options, ask) == answer);
    }
  }
  return answer;
}

}  // namespace

TEST_CASE("a run ends when the last task does", "[engine][time][systemc]") {
  auto scenario = plain_scenario(3);
  scenario.cpus[1].frequency_mhz = 500;
  add_task(scenario, 0, {run_item(kUser, 1000)});
  add_task(scenario, 1, {run_item(kUser, 700)});
  CHECK(ask_all_ways(scenario, [](const auto& result) {
          return std::to_string(result.simulated_ps) + " " +
                 std::to_string(result.cpus[0].cycles.count()) + " " +
                 std::to_string(result.cpus[1].cycles.count()) + " " +
                 std::to_string(result.cpus[2].cycles.count()) + " " +
                 std::to_string(result.complete);
        }) == "1400000 1000 700 0 1");
}

TEST_CASE("what the reader lets pass as short enough comes to its end", "[engine][time][systemc]") {
  // The last cycle that scenarios may have at 1 MHz, and the last nanosecond that may stop a run.
  auto scenario = plain_scenario(1);
  scenario.cpus[0].frequency_mhz = 1;
  const auto end_of = [](const auto& result) {
    return std::to_string(result.simulated_ps) + " " +
           std::to_string(result.cpus[0].cycles.count()) + " " +
           std::to_string(result.notes.size());
  };
  constexpr std::uint64_t kLastCycle = scenario::kEndOfTime.count() / 1'000'000;
  constexpr std::uint64_t kLastNanosecond = scenario::kEndOfTime.count() / 1000;
  add_task(scenario, 0, {run_item(kUser, kLastCycle)});
  CHECK(run_and_ask(scenario, {}, end_of) == "4611686018427000000 4611686018427 0");

  scenario.end_ns = kLastNanosecond;
  scenario.tasks.clear();
  add_task(scenario, 0, {run_item(kUser, kLastCycle + 1)});
  CHECK(run_and_ask(scenario, {}, end_of) == "4611686018427387000 4611686018427 0");
}

TEST_CASE("tasks of one CPU run one after the other", "[engine][time][systemc]") {
  auto scenario = plain_scenario();
  add_task(scenario, 0, {run_item(kUser, 100)});
  add_task(scenario, 0, {run_item(kUser, 50)});
  CHECK(ask_all_ways(scenario, [](const auto& result) {
          return std::to_string(result.cpus[0].cycles.count());
        }) == "150");
}

TEST_CASE("the end of the scenario cuts whatever runs", "[engine][time][systemc]") {
  auto scenario = plain_scenario(2);
  scenario.cpus[1].frequency_mhz = 333;
  scenario.end_ns = 100;
  add_task(scenario, 0, {run_item(kUser, 1'000'000'000'000)});
  add_task(scenario, 1, {run_item(kUser, 1'000'000'000'000)});
  // 333 MHz: 33 cycles end at 99.0991 ns, the next would end at 102.1.
  CHECK(ask_all_ways(scenario, [](const auto& result) {
          return std::to_string(result.cpus[0].cycles.count()) + " " +
                 std::to_string(result.cpus[1].cycles.count()) + " " +
                 std::to_string(result.complete);
        }) == "100 33 1");
}

TEST_CASE("the PMU interrupts two cycles after the overflowing cycle began, plus the skid",
          "[engine][interrupt][systemc]") {
  auto scenario = plain_scenario();
  const auto skid = GENERATE(0U, 7U);
  CAPTURE(skid);
  scenario.cpus[0].irq_skid = Cycles{skid};
  scenario.cpus[0].registers = {{"PMCR_EL0", 0x81},
                                {"PMCNTEN", 0x1},
                                {"PMINTEN", 0x1},
                                {"PMEVTYPER0_EL0", 0x3f},
                                {"PMEVCNTR0_EL0", RegValue{0} - 30}};
  add_task(scenario, 0, {run_item(kUser, 100)});
  // The tenth cycle, number 9, adds the thirtieth occurrence; its end is edge 10.
  CHECK(ask_all_ways(scenario, [](const auto& result) { return interrupts_of(result.cpus[0]); }) ==
        "pmu 10 " + std::to_string(11 + skid) + ";");
}

TEST_CASE("an IPI arrives after its latency and is seen at the target's next edge",
          "[engine][interrupt][ipi][systemc]") {
  auto scenario = plain_scenario(2);
  scenario.cpus[1].frequency_mhz = 300;  // edges at 3.333, 6.667, 10 ns ...
  scenario.cpus[1].ipi_latency_ns = 20;
  add_task(scenario, 0, {run_item(kUser, 9), ipi_item(1), run_item(kUser, 200)});
  add_task(scenario, 1, {run_item(kUser, 50)});
  // Sent at the end of cycle 9: 10 ns. It arrives at 30 ns, which is the target's edge 9, and is
  // seen at edge 10.
  CHECK(ask_all_ways(scenario, [](const auto& result) { return interrupts_of(result.cpus[1]); }) ==
        "ipi 9 10;");
}

TEST_CASE("CPUs that interrupt each other at every turn stay in step",
          "[engine][interrupt][ipi][systemc]") {
  auto scenario = plain_scenario(4);
  for (std::uint16_t cpu = 0; cpu < 4; ++cpu) {
    scenario.cpus[cpu].ipi_latency_ns = cpu;
    scenario.cpus[cpu].frequency_mhz = cpu % 2 == 0 ? 1000 : 1500;
    add_task(scenario,
             cpu,
             {run_item(kUser, 3U + cpu),
              ipi_item(static_cast<std::uint16_t>((cpu + 1) % 4)),
              ipi_item(cpu)},
             40);
  }
  CHECK_FALSE(ask_all_ways(scenario, [](const auto& result) {
                std::string text;
                for (const auto& cpu : result.cpus) {
                  text += interrupts_of(cpu) + "|";
                }
                return text;
              }).empty());
}

TEST_CASE("a timer goes on while the CPU is idle, until the last task ends",
          "[engine][interrupt][timer][systemc]") {
  auto scenario = plain_scenario(2);
  scenario.cpus[0].timer_period_ns = 100;
  add_task(scenario, 0, {run_item(kUser, 10)});
  add_task(scenario, 1, {run_item(kUser, 1000)});
  // Fires at 100 to 1000 ns; the one at 1000 ns would be taken after the end.
  CHECK(ask_all_ways(scenario, [](const auto& result) {
          return std::to_string(result.cpus[0].interrupts_by_source[1]);
        }) == "9");
}

TEST_CASE("WFI stops the clock: nothing counts", "[engine][wfi][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].timer_period_ns = 500;
  add_task(scenario, 0, {run_item(kUser, 10), wait_item(), run_item(kUser, 10)});
  add_perf(scenario, {{"cycles", "cycles", {}}});
  // 10 + WFI + exception return + 10 cycles; elapsed: from 11 to edge 501 asleep.
  CHECK(ask_all_ways(scenario, [](const auto& result) {
          return std::to_string(result.cpus[0].cycles.count()) + " " +
                 std::to_string(result.cpus[0].elapsed.count()) + " " +
                 std::to_string(result.events[0].count);
        }) == "22 512 22");
}

TEST_CASE("a wait that can never end ends the run, with a note", "[engine][wfi][systemc]") {
  auto scenario = plain_scenario(3);
  scenario.cpus[2].timer_period_ns = 50;  // alone, it would go on for ever
  add_task(scenario, 0, {run_item(kUser, 10), wait_item(), run_item(kUser, 10)});
  add_task(scenario, 1, {run_item(kUser, 100)});
  CHECK(ask_all_ways(scenario, [](const auto& result) {
          return std::to_string(result.simulated_ps) + " " + result.notes.at(0);
        }) == "100000 cpu0: waits for an interrupt that never comes");
}

TEST_CASE("a handler that does not remove its cause ends the run, with a note",
          "[engine][interrupt][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].registers = {{"PMCR_EL0", 0x1}, {"PMINTEN", 0x1}, {"PMOVS", 0x1}};
  scenario.cpus[0].handlers[0].body = {run_item(kKernel, 1)};
  add_task(scenario, 0, {run_item(kUser, 100)});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return result.notes.at(0).substr(0, 12);
        }) == "cpu0: halted");
}

TEST_CASE("a timer handler that takes longer than the period ends the run, with a note",
          "[engine][interrupt][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].timer_period_ns = 1;
  scenario.cpus[0].handlers[1].body = {run_item(kKernel, 5)};
  add_task(scenario, 0, {run_item(kUser, 100)});
  const auto note = [](const auto& result) {
    return result.notes.at(0).substr(result.notes.at(0).find(';'));
  };
  CHECK(run_and_ask(scenario, {}, note) ==
        "; the handler takes longer than the period of the timer");
}

TEST_CASE("a stop request gives a partial result that is marked so", "[engine][stop][systemc]") {
  auto scenario = plain_scenario(3);
  scenario.cpus[1].frequency_mhz = 333;
  for (std::uint16_t cpu = 0; cpu < 3; ++cpu) {
    add_task(scenario, cpu, {run_item(kUser, 700)}, 1'000'000'000);
  }
  const auto step = GENERATE(engine::StepMode::span, engine::StepMode::cycle);
  CHECK(in_child([&] {
          std::atomic<bool> stop{true};
          const auto result = engine::run(scenario, {.step = step, .stop = &stop});
          const auto& cpus = result->cpus;
          // All CPUs stand at the same instant, the last edge not after it.
          const bool together = cpus[0].elapsed.count() == result->simulated_ps / 1000 &&
                                cpus[0].elapsed == cpus[2].elapsed &&
                                cpus[1].elapsed.count() == result->simulated_ps * 333 / 1'000'000;
          return std::string{result->complete ? "complete" : "partial"} +
                 (together ? ", together" : ", apart");
        }) == "partial, together");
}

TEST_CASE("a run may end in the middle of every kind of step", "[engine][systemc]") {
  auto scenario = plain_scenario(2);
  scenario.cpus[0].timer_period_ns = 37;
  scenario.cpus[0].irq_skid = Cycles{3};
  scenario.cpus[0].handlers[1].body = {
      run_item(kKernel, 4), {scenario::MaskItem{false}}, run_item(kKernel, 4)};
  add_task(scenario,
           0,
           {run_item(kUser, 9),
            msr_item(kKernel, "PMCR_EL0", 1),
            mrs_item(kKernel, "PMCCNTR_EL0", "x"),
            {scenario::IsbItem{}},
            ipi_item(1),
            {scenario::MaskItem{true}},
            run_item(kUser, 5),
            {scenario::MaskItem{false}},
            wait_item()},
           3);
  add_task(scenario, 1, {wait_item(), run_item(kUser, 20)}, 2);
  add_perf(scenario, {{"sampled", "cycles", 30}});
  for (std::uint64_t end = 1; end < 130; end += 1) {
    scenario.end_ns = end;
    CAPTURE(end);
    const std::string by_spans = run_to_text(scenario);
    CHECK(by_spans.find("child failed") == std::string::npos);
    if (end % 7 == 0) {
      CHECK(run_to_text(scenario, {.step = engine::StepMode::cycle}) == by_spans);
    }
  }
}

TEST_CASE("progress is reported with growing time", "[engine][progress][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].timer_period_ns = 10;
  add_task(scenario, 0, {run_item(kUser, 1000)}, 5000);
  CHECK(in_child([&] {
          std::uint64_t last = 0;
          bool grows = true;
          const engine::RunOptions options{.step = engine::StepMode::cycle,
                                           .progress = [&](const engine::Progress& progress) {
                                             grows = grows && progress.simulated_ps > last;
                                             last = progress.simulated_ps;
                                           }};
          return std::string{engine::run(scenario, options) && grows ? "grows" : "does not"};
        }) == "grows");
}
