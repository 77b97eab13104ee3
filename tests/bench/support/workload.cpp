// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/workload.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "models/pmu/pmu_registers.h"

namespace pmusim::bench {

namespace {

using namespace scenario;

constexpr std::array<std::uint16_t, kStreams> kEvents{0x3f, 0x3b, 0x04, 0x24, 0x13, 0x05};

StreamSpec stream_of(std::size_t index, Shape shape, const RecordedRing& ring) {
  switch (shape) {
    case Shape::dense: {
      const auto& amounts = ring.amounts[index % kStreams];
      return ListedStream{{amounts.begin(), amounts.end()}};
    }
    case Shape::constant:
      return ConstantStream{constant_amount(index)};
    case Shape::periodic:
      return PeriodicStream{.period_cycles = period_of(index), .phase_cycles = 0, .amount = kPulse};
    case Shape::runs:
      return RunLengthStream{runs_of(index, ring)};
    case Shape::random:
      return RandomStream{{.kind = Distribution::Kind::binomial,
                           .trials = static_cast<std::uint32_t>(index % 6) + 3,
                           .probability = 0.3,
                           .weights = {}}};
  }
  return {};
}

/// Counter 0 interrupts, and a handler of two register writes starts its next period.
void sample(CpuSpec& cpu, std::uint64_t period) {
  const RegValue reload = 0 - period;
  cpu.registers.emplace_back("PMEVCNTR0_EL0", reload);
  cpu.registers.emplace_back("PMINTEN", 1);
  const ExecutionContext kernel{.level = ExceptionLevel::el2};
  auto& handler = cpu.handlers[static_cast<std::size_t>(InterruptSource::pmu)];
  handler.context = kernel;
  handler.body = {{MsrItem{kernel, "PMEVCNTR0_EL0", reload}}, {MsrItem{kernel, "PMOVSCLR_EL0", 1}}};
}

CpuSpec cpu_of(std::size_t number, const Workload& workload) {
  CpuSpec cpu;
  cpu.name = "cpu" + std::to_string(number);
  cpu.type = "big";
  cpu.pmu.event_counters = workload.counters;
  for (unsigned counter = 0; counter < workload.counters; ++counter) {
    cpu.registers.emplace_back(fmt::format("PMEVTYPER{}_EL0", counter), event_type_of(counter));
  }
  const RegValue all = (RegValue{1} << workload.counters) - 1;
  cpu.registers.emplace_back("PMCNTEN", all);
  cpu.registers.emplace_back("PMCR_EL0", 0xc1);  // E, LC and LP
  if (workload.sampling_period != 0) {
    sample(cpu, workload.sampling_period);
  } else {
    cpu.registers.emplace_back("PMINTEN", all);  // overflows are checked for, and are far away
  }
  return cpu;
}

}  // namespace

std::uint64_t spans_of(const Workload& workload) {
  return kSpansOfGroup *
         std::max<std::uint64_t>(1, workload.cycles / (kSpansOfGroup * workload.span));
}

Scenario scenario_of(const Workload& workload) {
  Scenario scenario;
  scenario.name = "bench";
  const RecordedRing ring = make_recorded_ring();
  ActivitySpec activity;
  for (std::size_t counter = 0; counter < workload.counters; ++counter) {
    activity.streams.push_back({event_of(counter), stream_of(counter, workload.shape, ring)});
  }
  scenario.activities.push_back(std::move(activity));
  TaskSpec task{.name = "load", .stream = "load", .cpus = {}, .body = {}, .repeat = 1};
  for (std::size_t cpu = 0; cpu < workload.cpus; ++cpu) {
    scenario.cpus.push_back(cpu_of(cpu, workload));
    task.cpus.emplace_back(static_cast<std::uint16_t>(cpu));
  }
  for (std::uint64_t span = 0; span < kSpansOfGroup; ++span) {
    const auto level = level_of_span(span) == 0 ? ExceptionLevel::el0 : ExceptionLevel::el1;
    task.body.push_back({RunItem{{.level = level}, Cycles{workload.span}, 0}});
  }
  task.repeat = spans_of(workload) / kSpansOfGroup;
  scenario.tasks.push_back(std::move(task));
  return scenario;
}

EventId event_of(std::size_t index) {
  return EventId{static_cast<std::uint16_t>(kEvents[index % kStreams] + index / kStreams * 0x100U)};
}

RegValue event_type_of(std::size_t index) {
  const ReferenceCounter& counter = counter_of(index);
  RegValue type = event_of(index).value();
  type = with<regs::kPmevtyperEl0, "TC">(type, counter.control);
  type = with<regs::kPmevtyperEl0, "TH">(type, counter.limit);
  type = with<regs::kPmevtyperEl0, "U">(type, (counter.levels & 1U) != 0 ? 0 : 1);
  return with<regs::kPmevtyperEl0, "P">(type, (counter.levels & 2U) != 0 ? 0 : 1);
}

std::vector<Piece> runs_of(std::size_t index, const RecordedRing& ring) {
  const auto& amounts = ring.amounts[index % kStreams];
  constexpr std::uint32_t kRuns = 4096;
  std::vector<Piece> runs;
  runs.reserve(kRuns);
  for (std::uint32_t run = 0; run < kRuns; ++run) {
    runs.push_back(
        {.cycles = 1 + (run * 7 + static_cast<std::uint32_t>(index)) % 40, .amount = amounts[run]});
  }
  return runs;
}

}  // namespace pmusim::bench
