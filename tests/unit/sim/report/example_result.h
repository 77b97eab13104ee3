// SPDX-License-Identifier: Apache-2.0
//
// A result in which every part of a report has something to show.
#pragma once

#include "sim/engine/run_result.h"

namespace pmusim::report {

inline engine::CpuResult example_cpu() {
  engine::CpuResult cpu;
  cpu.name = "cpu0";
  cpu.type = "big";
  cpu.frequency_mhz = 2000;
  cpu.cycles = CycleTime{1'234'567};
  cpu.elapsed = CycleTime{1'234'570};
  cpu.counters = {
      {.name = "PMEVCNTR0_EL0",
       .event = EventId{0x3f},
       .value = 4711,
       .overflow_flag = true,
       .counting = Cycles{1'234'000},
       .why = {{"filtered", Cycles{567}}}},
      {.name = "PMEVCNTR1_EL0",
       .event = EventId{0xc123},
       .value = 0,
       .overflow_flag = false,
       .counting = Cycles{0},
       .why = {{"prohibited", Cycles{1'234'567}}}},
      {.name = "PMCCNTR_EL0",
       .event = std::nullopt,
       .value = 0,
       .overflow_flag = false,
       .counting = Cycles{0},
       .why = {{"disabled", Cycles{1'234'567}}}},
  };
  cpu.registers = {{"PMCR_EL0", 0x41}, {"PMOVSSET_EL0", 0x1}};
  cpu.reads = {{.name = "first",
                .reg = "PMEVCNTR0_EL0",
                .at = CycleTime{10},
                .value = 0x20,
                .outcome = "done"},
               {.name = "second",
                .reg = "PMCR_EL0",
                .at = CycleTime{11},
                .value = std::nullopt,
                .outcome = "trap_to_el2"}};
  cpu.reads_made = 2;
  cpu.refused_writes = {{.reg = "PMCR_EL0", .at = CycleTime{12}, .outcome = "trap_to_el3"}};
  cpu.writes_refused = 5;
  cpu.interrupts_taken = 3;
  cpu.interrupts_by_source = {1, 0, 2};
  cpu.interrupts = {{.source = "pmu", .raised = CycleTime{100}, .taken = CycleTime{112}}};
  return cpu;
}

inline engine::RunResult example_result() {
  engine::RunResult result;
  result.scenario = "example";
  result.seed = 7;
  result.pmu_write_effect = "immediate";
  result.simulated_ps = 617'283'999;
  result.cpus = {example_cpu()};
  result.events = {{.name = "stalls",
                    .event = "armv8_pmuv3/stall_slot,threshold=2/u",
                    .count = 4711,
                    .overflows = 1,
                    .enabled_ns = 617'283,
                    .running_ns = 617'283,
                    .why = {{"filtered", Cycles{567}}},
                    .per_cpu = {{CpuId{0}, "PMEVCNTR0_EL0", 4711, {{"filtered", Cycles{567}}}}}},
                   {.name = "cycles:h",
                    .event = "cycles:h",
                    .count = 0,
                    .overflows = 0,
                    .enabled_ns = 617'283,
                    .running_ns = 617'283,
                    .why = {{"prohibited", Cycles{1'234'567}}},
                    .per_cpu = {}}};
  result.notes = {"task app waits for ever"};
  return result;
}

/// With the modelled Linux: what was counted beside what was intended.
inline engine::RunResult example_linux_result() {
  engine::RunResult result = example_result();
  engine::PerfEventResult host;
  host.name = host.event = "cycles:H";
  host.count = 955'062;
  host.enabled_ns = host.running_ns = 1'000;
  host.truth = engine::EventTruth{.intended = 1'225'327, .lost = 270'265, .leaked = 0};
  engine::PerfEventResult sampled;
  sampled.name = "sampled";
  sampled.event = "instructions:u";
  sampled.count = 12;
  sampled.enabled_ns = 1'000;
  sampled.running_ns = 601;
  sampled.samples = 5;
  sampled.guest_samples = 2;
  sampled.truth = engine::EventTruth{.intended = 12, .lost = 0, .leaked = 0};
  engine::PerfEventResult nothing;
  nothing.name = nothing.event = "cycles:h";
  nothing.why = {{"excluded", Cycles{0}}};
  nothing.truth.emplace();
  result.events = {host, sampled, nothing};
  result.windows.emplace();
  result.windows->guest_entries = 500;
  result.windows->by_cause = {{.event = "cycles:H",
                               .kind = "blackout",
                               .cause = "guest_entry_switch",
                               .is_guest_switch = true,
                               .windows = 500,
                               .cycles = 110'000,
                               .count = 110'000,
                               .shortest = 220,
                               .longest = 220,
                               .by_length = {}},
                              {.event = "cycles:H",
                               .kind = "leak",
                               .cause = "opening",
                               .is_guest_switch = false,
                               .windows = 1,
                               .cycles = 65,
                               .count = 65,
                               .shortest = 65,
                               .longest = 65,
                               .by_length = {}}};
  return result;
}

}  // namespace pmusim::report
