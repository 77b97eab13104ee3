// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/perf_counters.h"

#include <algorithm>
#include <utility>

#include "kernel_model/pmuv3/event_encoding.h"
#include "models/activity/events.h"
#include "models/common/expect.h"
#include "sim/engine/software_log.h"
#include "sim/scenario/exclude_bits.h"
#include "userspace_model/stat/event_parser.h"

namespace pmusim::engine {

namespace {

constexpr RegValue kLowHalf = 0xffff'ffff;
constexpr unsigned kVersionP4 = 5;  // ID_AA64DFR0_EL1.PMUVer: PMMIR_EL1 exists

/// The odd half of a chained pair counts carries at every Exception level: the even half's filter
/// alone decides. @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_write_event_type
constexpr RegValue kChainType = kChain.value() | RegValue{1} << 27U;

PmuRegister only(PmuReg reg) {
  return {reg, 0};
}

PmuRegister event_counter(unsigned index) {
  return {PmuReg::pmevcntr_el0, index};
}

PmuRegister event_type_register(unsigned index) {
  return {PmuReg::pmevtyper_el0, index};
}

PmuRegister counter_register(const CounterSlot& slot) {
  switch (slot.kind) {
    case CounterSlot::Kind::cycle:
      return only(PmuReg::pmccntr_el0);
    case CounterSlot::Kind::instruction:
      return only(PmuReg::pmicntr_el0);
    case CounterSlot::Kind::event:
    case CounterSlot::Kind::chained:
      break;
  }
  return event_counter(slot.index);
}

RegValue bits_of(const CounterSlot& slot) {
  const RegValue bit = RegValue{1} << slot.index;
  return slot.kind == CounterSlot::Kind::chained ? bit | bit >> 1U : bit;
}

bool is_kernel_at_el2(const PmuConfig& config, const scenario::Scenario& scenario) {
  return scenario.vhe && config.el2;
}

kernel::PmuCapabilities capabilities_of(const PmuCore& pmu,
                                        const ExecutionContext& kernel,
                                        const scenario::Scenario& scenario) {
  const auto read = [&](PmuReg reg) { return pmu.read(encoding_of(only(reg)), kernel).value; };
  const auto version = static_cast<unsigned>((read(PmuReg::id_aa64dfr0_el1) >> 8U) & 0xfU);
  return {.pmmir = version >= kVersionP4 ? read(PmuReg::pmmir_el1) : 0,
          .pmu_version = version,
          .kernel_at_el2 = is_kernel_at_el2(pmu.config(), scenario),
          .aarch32_kernel = scenario.aarch32_kernel};
}

tl::unexpected<Error> at(const scenario::PerfEventSpec& spec, Error error) {
  error.where = "event '" + spec.name + "'" + (error.where.empty() ? "" : ": " + error.where);
  return tl::unexpected{std::move(error)};
}

}  // namespace

PerfCounters::PerfCounters(PmuCore& pmu, const scenario::Scenario& scenario)
    : pmu_{pmu},
      scenario_{scenario},
      kernel_context_{.level = is_kernel_at_el2(pmu.config(), scenario) ? ExceptionLevel::el2
                                                                        : ExceptionLevel::el1} {}

Result<void> PerfCounters::set_up(CpuId cpu) {
  const auto pmu_handler = static_cast<std::size_t>(scenario::InterruptSource::pmu);
  serves_interrupts_ = scenario_.cpus[cpu.value()].handlers[pmu_handler].body.empty();
  const auto counters = available();
  if (!counters) {
    return tl::unexpected{counters.error()};
  }
  CounterAllocation allocation{*counters};
  for (std::size_t group = 0; group < scenario_.perf.size(); ++group) {
    const scenario::PerfSpec& perf = scenario_.perf[group];
    if (std::ranges::find(perf.cpus, cpu) == perf.cpus.end()) {
      continue;
    }
    for (std::size_t event = 0; event < perf.events.size(); ++event) {
      if (auto added = add(group, event, allocation); !added) {
        return at(perf.events[event], std::move(added.error()));
      }
    }
  }
  return counters_.empty() ? Result<void>{} : program();
}

Result<CounterAllocation::Counters> PerfCounters::available() const {
  return read(only(PmuReg::pmcr_el0)).map([&](RegValue pmcr) {
    return CounterAllocation::Counters{
        .event_counters = static_cast<unsigned>((pmcr >> 11U) & 0x1fU),
        .long_counters = has_long_counters(),
        .instruction_counter = pmu_.config().instruction_counter && !scenario_.aarch32_kernel};
  });
}

bool PerfCounters::has_long_counters() const {
  return pmu_.config().at_least(PmuVersion::p5) && !scenario_.aarch32_kernel;
}

Result<void> PerfCounters::add(std::size_t group,
                               std::size_t event,
                               CounterAllocation& allocation) {
  const scenario::PerfEventSpec& spec = scenario_.perf[group].events[event];
  const auto parsed = userspace::parse_event(spec.event);
  if (!parsed) {
    return tl::unexpected{parsed.error()};
  }
  const abi::PerfEventAttr attr = scenario::excluding(parsed->attr, spec.exclude);
  const auto type = kernel::event_type(attr, capabilities_of(pmu_, kernel_context_, scenario_));
  if (!type) {
    return tl::unexpected{type.error()};
  }
  const auto slot = allocation.get_event_idx(attr);
  if (!slot) {
    return fail(ErrorCode::not_modelled,
                {},
                "no counter is left for it; the kernel would multiplex, which is not modelled",
                "give the PMU more event_counters, or count fewer events on this CPU");
  }
  Counter counter{.group = group,
                  .event = event,
                  .slot = *slot,
                  .type = *type,
                  .deferred = kernel::is_deferred(attr, is_kernel_at_el2(pmu_.config(), scenario_)),
                  .period = spec.period.value_or(0)};
  if (counter.period > mask_of(counter)) {
    return fail(ErrorCode::not_modelled,
                {},
                "period " + std::to_string(counter.period) + " does not fit a counter of 32 bits",
                "take a period below 2^32, a PMU of version p5 or later, or the term 'long'");
  }
  counters_.push_back(counter);
  return {};
}

Result<void> PerfCounters::program() {
  const bool uses_instruction_counter = std::ranges::any_of(
      counters_, [](const Counter& c) { return c.slot.kind == CounterSlot::Kind::instruction; });
  if (uses_instruction_counter && pmu_.config().el3) {
    // Firmware at EL3 lets lower levels use the instruction counter: MDCR_EL3.EnPM2.
    const PmuRegister mdcr = only(PmuReg::mdcr_el3);
    pmu_.set_raw(mdcr, pmu_.raw(mdcr) | RegValue{1} << 7U);
  }
  for (const Counter& counter : counters_) {
    if (auto programmed = program(counter); !programmed) {
      return at(spec_of(counter), std::move(programmed.error()));
    }
  }
  // PMCR_EL0: E, LC, and LP where it exists. @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_reset
  const RegValue long_event = has_long_counters() ? RegValue{1} << 7U : 0;
  const RegValue controls = 1U | RegValue{1} << 6U | long_event;
  auto started = read(only(PmuReg::pmcr_el0)).and_then([&](RegValue pmcr) {
    return write(only(PmuReg::pmcr_el0), pmcr | controls);
  });
  pmu_.synchronize_context();
  return started;
}

Result<void> PerfCounters::program(const Counter& counter) {
  return program_type(counter)
      .and_then([&] { return program_value(counter); })
      .and_then([&]() -> Result<void> {
        return needs_interrupt(counter)
                   ? write(only(PmuReg::pmintenset_el1), RegValue{1} << counter.slot.index)
                   : Result<void>{};
      })
      .and_then([&]() -> Result<void> {
        return counter.deferred ? Result<void>{}
                                : write(only(PmuReg::pmcntenset_el0), bits_of(counter.slot));
      });
}

Result<void> PerfCounters::program_type(const Counter& counter) {
  switch (counter.slot.kind) {
    case CounterSlot::Kind::cycle:
      return write(only(PmuReg::pmccfiltr_el0), counter.type);
    case CounterSlot::Kind::instruction:
      return write(only(PmuReg::pmicfiltr_el0), counter.type);
    case CounterSlot::Kind::event:
      return write(event_type_register(counter.slot.index), counter.type);
    case CounterSlot::Kind::chained:
      return write(event_type_register(counter.slot.index - 1), counter.type).and_then([&] {
        return write(event_type_register(counter.slot.index), kChainType);
      });
  }
  return {};
}

Result<void> PerfCounters::program_value(const Counter& counter) {
  const RegValue start = (RegValue{0} - counter.period) & mask_of(counter);
  if (counter.slot.kind == CounterSlot::Kind::chained) {
    return write(event_counter(counter.slot.index), start >> 32U).and_then([&] {
      return write(event_counter(counter.slot.index - 1), start & kLowHalf);
    });
  }
  return write(counter_register(counter.slot), start);
}

tl::unexpected<Error> PerfCounters::out_of_reach(std::string_view access,
                                                 PmuRegister reg,
                                                 AccessOutcome outcome) const {
  return fail(ErrorCode::invalid_input,
              {},
              "setting it up " + std::string{access} + " " + name_of(reg) + " at " +
                  std::string{to_string(kernel_context_.level)} + ", which ends with " +
                  to_text(outcome),
              "check the registers that the scenario sets, MDCR_EL2 and MDCR_EL3 above all");
}

Result<void> PerfCounters::write(PmuRegister reg, RegValue value) {
  const AccessOutcome outcome = pmu_.write(encoding_of(reg), value, kernel_context_);
  if (outcome != AccessOutcome::done) {
    return out_of_reach("writes", reg, outcome);
  }
  return {};
}

Result<RegValue> PerfCounters::read(PmuRegister reg) const {
  const auto access = pmu_.read(encoding_of(reg), kernel_context_);
  if (access.outcome != AccessOutcome::done) {
    return out_of_reach("reads", reg, access.outcome);
  }
  return access.value;
}

/// Linux enables the overflow interrupt of every event; only a period that ends, or a wrap of a
/// counter that is narrower than the count, gives it something to do.
bool PerfCounters::needs_interrupt(const Counter& counter) const {
  return counter.period != 0 || (is_short(counter) && serves_interrupts_);
}

bool PerfCounters::may_miss_wraps(const Counter& counter) const {
  return counter.period == 0 && is_short(counter) && !serves_interrupts_ && has_flag(counter);
}

bool PerfCounters::has_flag(const Counter& counter) const {
  return ((pmu_.raw(only(PmuReg::pmovsset_el0)) >> counter.slot.index) & 1U) != 0;
}

const scenario::PerfEventSpec& PerfCounters::spec_of(const Counter& counter) const {
  return scenario_.perf[counter.group].events[counter.event];
}

bool PerfCounters::is_short(const Counter& counter) const {
  return counter.slot.kind == CounterSlot::Kind::event && !has_long_counters();
}

RegValue PerfCounters::mask_of(const Counter& counter) const {
  return is_short(counter) ? kLowHalf : ~RegValue{0};
}

RegValue PerfCounters::value_of(const Counter& counter) const {
  if (counter.slot.kind == CounterSlot::Kind::chained) {
    return pmu_.raw(event_counter(counter.slot.index)) << 32U |
           (pmu_.raw(event_counter(counter.slot.index - 1)) & kLowHalf);
  }
  return pmu_.raw(counter_register(counter.slot)) & mask_of(counter);
}

std::uint64_t PerfCounters::count(const Counter& counter) const {
  const RegValue value = value_of(counter);
  if (counter.period == 0) {
    // A short counter that wrapped and was not served yet.
    const std::uint64_t wraps = counter.periods + (is_short(counter) && has_flag(counter) ? 1 : 0);
    return is_short(counter) ? (wraps << 32U) + value : value;
  }
  // The counter started `period` below its wrap, so this is what it has counted since, wrapped or
  // not.
  return counter.periods * counter.period + ((value + counter.period) & mask_of(counter));
}

Software PerfCounters::handle_irq(ExecutionContext context) {
  const SysReg flags_register = encoding_of(only(PmuReg::pmovsclr_el0));
  const StepResult flags = co_await step::Mrs{context, flags_register};
  if (flags.outcome != AccessOutcome::done) {
    co_return;
  }
  co_await step::Msr{context, flags_register, flags.value};
  for (Counter& counter : counters_) {  // complete since the set-up
    if (((flags.value >> counter.slot.index) & 1U) != 0) {
      co_await next_period(context, counter);
    }
  }
}

Software PerfCounters::next_period(ExecutionContext context, Counter& counter) {
  if (counter.period == 0) {
    counter.periods += is_short(counter) ? 1U : 0U;
    co_return;
  }
  const bool chained = counter.slot.kind == CounterSlot::Kind::chained;
  const SysReg high = encoding_of(counter_register(counter.slot));
  const SysReg low = chained ? encoding_of(event_counter(counter.slot.index - 1)) : high;
  RegValue value = 0;
  if (chained) {
    const StepResult read = co_await step::Mrs{context, high};
    value = read.value << 32U;
  }
  const StepResult read = co_await step::Mrs{context, low};
  if (read.outcome != AccessOutcome::done) {
    co_return;
  }
  // A 32-bit kernel sees the lower half of counters that may have 64 bits.
  value |= read.value & (chained ? kLowHalf : mask_of(counter));
  const RegValue reload = reload_value(counter, value);
  if (chained) {
    co_await step::Msr{context, high, reload >> 32U};
    co_await step::Msr{context, low, reload & kLowHalf};
  } else {
    co_await step::Msr{context, low, reload};
  }
}

RegValue PerfCounters::reload_value(Counter& counter, RegValue value) const {
  ++counter.overflows;
  counter.periods += value / counter.period + 1;
  return (value % counter.period - counter.period) & mask_of(counter);
}

}  // namespace pmusim::engine
