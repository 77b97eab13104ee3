// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/result_builder.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <string_view>

#include "models/activity/events.h"
#include "models/pmu/counting_rules.h"
#include "models/pmu/identification.h"
#include "models/pmu/threshold.h"
#include "sim/engine/linux/linux_result.h"

namespace pmusim::engine {

namespace {

constexpr RegValue kEventMask = 0xffff;

/// Reasons in the order of a result.
constexpr std::array kReasons{CountStatus::debug_state,
                              CountStatus::disabled,
                              CountStatus::prohibited,
                              CountStatus::frozen,
                              CountStatus::filtered};

/// Control registers that a result shows, besides the event types.
constexpr std::array kShownRegisters{PmuReg::pmcr_el0,
                                     PmuReg::pmcntenset_el0,
                                     PmuReg::pmintenset_el1,
                                     PmuReg::pmovsset_el0,
                                     PmuReg::pmuserenr_el0,
                                     PmuReg::pmuacr_el1,
                                     PmuReg::pmccfiltr_el0,
                                     PmuReg::pmicfiltr_el0,
                                     PmuReg::mdcr_el2,
                                     PmuReg::mdcr_el3};

PmuRegister register_of_counter(unsigned counter) {
  if (counter == kCycleCounter) {
    return {PmuReg::pmccntr_el0, 0};
  }
  return counter == kInstructionCounter ? PmuRegister{PmuReg::pmicntr_el0, 0}
                                        : PmuRegister{PmuReg::pmevcntr_el0, counter};
}

PmuRegister type_register_of(unsigned counter) {
  if (counter == kCycleCounter) {
    return {PmuReg::pmccfiltr_el0, 0};
  }
  return counter == kInstructionCounter ? PmuRegister{PmuReg::pmicfiltr_el0, 0}
                                        : PmuRegister{PmuReg::pmevtyper_el0, counter};
}

EventId event_of_counter(const PmuState& state, unsigned counter) {
  if (counter == kCycleCounter) {
    return kCpuCycles;
  }
  return counter == kInstructionCounter
             ? kInstRetired
             : EventId{static_cast<std::uint16_t>(state.event_type[counter] & kEventMask)};
}

/// The architectural counters of `config`, ascending.
std::vector<unsigned> counters_of(const PmuConfig& config) {
  std::vector<unsigned> counters(config.event_counters);
  std::iota(counters.begin(), counters.end(), 0U);
  counters.push_back(kCycleCounter);
  if (config.instruction_counter) {
    counters.push_back(kInstructionCounter);
  }
  return counters;
}

/// Nothing happens for an event counter whose event the PMU does not have.
bool is_not_implemented(CpuUnit& unit, unsigned counter) {
  return counter < kMaxEventCounters &&
         !counts_event(unit.spec().pmu, event_of_counter(unit.pmu().state(), counter));
}

/// Why a counter that could count stands where it began; empty when it does not.
std::string_view why_unmoved(CpuUnit& unit, unsigned counter) {
  const CountingLog& log = unit.pmu().counting_log();
  if (log.has_counted(counter)) {
    const PmuRegister reg = register_of_counter(counter);
    const bool is_back = unit.pmu().raw(reg) == raw(unit.spec().pmu, unit.initial_state(), reg);
    return is_back ? "set_back" : "";
  }
  if (log.cycles_with_event(counter) == 0) {
    return is_not_implemented(unit, counter) ? "not_implemented" : "no_occurrences";
  }
  if (counter == kCycleCounter) {
    return "divided";
  }
  // What may happen in an activity need not have happened so far.
  if (counter == kInstructionCounter) {
    return "no_occurrences";
  }
  const RegValue type = unit.pmu().state().event_type[counter];
  if (Threshold{type}.counts_edges()) {
    return "no_edge";
  }
  const bool has_threshold =
      get<regs::kPmevtyperEl0, "TC">(type) != 0 || get<regs::kPmevtyperEl0, "TH">(type) != 0;
  return has_threshold ? "threshold" : "no_occurrences";
}

/// Why `counter` did not count in some cycles, or never moved although it could.
std::vector<WhyNot> why_not(CpuUnit& unit, unsigned counter) {
  const CountingLog& log = unit.pmu().counting_log();
  std::vector<WhyNot> why;
  for (const CountStatus status : kReasons) {
    if (const std::uint64_t cycles = log.cycles(counter, status); cycles > 0) {
      why.push_back({std::string{to_string(status)}, Cycles{cycles}});
    }
  }
  if (const std::uint64_t counting = log.cycles(counter, CountStatus::counting); counting > 0) {
    if (const std::string_view reason = why_unmoved(unit, counter); !reason.empty()) {
      why.push_back({std::string{reason}, Cycles{counting}});
    }
  }
  return why;
}

bool is_set_up(const PmuCore& pmu, unsigned counter) {
  const bool has_type = pmu.raw(type_register_of(counter)) != 0;
  return has_type || (pmu.raw({PmuReg::pmintenset_el1, 0}) >> counter & 1U) != 0;
}

std::vector<CounterResult> counters_of(CpuUnit& unit) {
  std::vector<CounterResult> results;
  for (const unsigned counter : counters_of(unit.spec().pmu)) {
    const PmuRegister reg = register_of_counter(counter);
    const RegValue flags = unit.pmu().raw({PmuReg::pmovsset_el0, 0});
    results.push_back(
        {.name = name_of(reg),
         .event = event_of_counter(unit.pmu().state(), counter),
         .value = unit.pmu().raw(reg),
         .overflow_flag = ((flags >> counter) & 1U) != 0,
         .is_set_up = is_set_up(unit.pmu(), counter),
         .counting = Cycles{unit.pmu().counting_log().cycles(counter, CountStatus::counting)},
         .why = why_not(unit, counter)});
  }
  return results;
}

std::vector<std::pair<std::string, RegValue>> registers_of(CpuUnit& unit) {
  const PmuConfig& config = unit.spec().pmu;
  std::vector<std::pair<std::string, RegValue>> registers;
  const auto show = [&](PmuRegister reg) {
    if (is_implemented(config, reg)) {
      registers.emplace_back(name_of(reg), unit.pmu().raw(reg));
    }
  };
  for (const PmuReg reg : kShownRegisters) {
    show({reg, 0});
  }
  for (unsigned counter = 0; counter < config.event_counters; ++counter) {
    show({PmuReg::pmevtyper_el0, counter});
  }
  return registers;
}

CpuResult cpu_result(CpuUnit& unit) {
  const Cpu& cpu = unit.cpu();
  CpuResult result;
  result.name = unit.spec().name;
  result.type = unit.spec().type;
  result.frequency_mhz = unit.clock().mhz();
  result.cycles = CycleTime{cpu.executed().count()};
  result.elapsed = cpu.cycle();
  result.counters = counters_of(unit);
  result.registers = registers_of(unit);
  unit.log().report(result);
  // In the order of scenario::InterruptSource.
  for (const InterruptLine line : {InterruptLine::pmu, InterruptLine::timer, InterruptLine::ipi}) {
    result.interrupts_by_source.push_back(cpu.taken(line));
    result.interrupts_taken += cpu.taken(line);
  }
  result.deepest_interrupt = cpu.deepest();
  for (const TakenInterrupt& taken : cpu.first_interrupts()) {
    result.interrupts.push_back({.source = std::string{to_string(taken.line)},
                                 .raised = taken.raised,
                                 .taken = taken.taken});
  }
  return result;
}

void add(std::vector<WhyNot>& sum, const std::vector<WhyNot>& part) {
  for (const WhyNot& why : part) {
    const auto same = std::ranges::find(sum, why.reason, &WhyNot::reason);
    if (same == sum.end()) {
      sum.push_back(why);
    } else {
      same->cycles += why.cycles;
    }
  }
}

PerfEventCount count_on(CpuUnit& unit, const PerfCounters::Counter& counter) {
  return {.cpu = unit.cpu().id(),
          .counter = name_of(register_of_counter(counter.slot.index)),
          .count = unit.perf().count(counter),
          .why = why_not(unit, counter.slot.index)};
}

PerfEventResult event_result(const scenario::PerfEventSpec& spec,
                             std::size_t group,
                             std::size_t event,
                             Simulation& simulation,
                             std::vector<std::string>& notes) {
  PerfEventResult result;
  result.name = spec.name;
  result.event = spec.event;
  // Without multiplexing an event counts from beginning to end.
  result.enabled_ns = simulation.end().count() / 1000;
  result.running_ns = result.enabled_ns;
  for (const auto& unit : simulation.units()) {
    for (const PerfCounters::Counter& counter : unit->perf().counters()) {
      if (counter.group == group && counter.event == event) {
        result.per_cpu.push_back(count_on(*unit, counter));
        result.count += result.per_cpu.back().count;
        result.overflows += counter.overflows;
        add(result.why, result.per_cpu.back().why);
        if (unit->perf().may_miss_wraps(counter)) {
          notes.push_back("event '" + spec.name + "' on " + unit->spec().name +
                          ": a counter of 32 bits wrapped, and the scenario's own handler of the "
                          "PMU's interrupt does not count wraps: the count has one of them");
        }
      }
    }
  }
  return result;
}

std::string text_of(const scenario::PmuWriteEffect& effect) {
  using Mode = scenario::PmuWriteEffect::Mode;
  switch (effect.mode) {
    case Mode::immediate:
      return "immediate";
    case Mode::at_context_sync:
      return "at_context_sync";
    case Mode::after_cycles:
      return "after_cycles: " + std::to_string(effect.cycles.count());
  }
  return "?";
}

}  // namespace

RunResult result_of(const scenario::Scenario& scenario, Simulation& simulation) {
  RunResult result;
  result.scenario = scenario.name;
  result.seed = scenario.seed;
  result.complete = !simulation.was_stopped();
  result.gave_up = simulation.gave_up();
  result.pmu_write_effect = text_of(scenario.pmu_write_effect);
  result.simulated_ps = simulation.end().count();
  for (const auto& unit : simulation.units()) {
    result.cpus.push_back(cpu_result(*unit));
  }
  result.notes = simulation.notes();
  if (simulation.memory() != nullptr) {
    result.memory = simulation.memory()->locations();
  }
  if (simulation.linux_software() != nullptr) {
    add_linux_result(scenario, *simulation.linux_software(), result);
    return result;
  }
  for (std::size_t group = 0; group < scenario.perf.size(); ++group) {
    const auto& events = scenario.perf[group].events;
    for (std::size_t event = 0; event < events.size(); ++event) {
      result.events.push_back(event_result(events[event], group, event, simulation, result.notes));
    }
  }
  return result;
}

}  // namespace pmusim::engine
