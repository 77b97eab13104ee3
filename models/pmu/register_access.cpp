// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/register_access.h"

#include <algorithm>

#include "models/pmu/counting_rules.h"
#include "models/pmu/identification.h"
#include "models/pmu/register_selection.h"

namespace pmusim {
namespace {

using namespace regs;
using selection::below_el2;
using selection::first_of_second_range;
using selection::resolve;
using selection::user_access_is_per_counter;

constexpr RegValue bit(unsigned index) {
  return RegValue{1} << index;
}

constexpr RegValue kEventCounterBits = bit(kCycleCounter) - 1;

/// Event counters that software in `who` reaches: below HPMN from EL0 and EL1 with EL2 enabled,
/// else all.
RegValue accessible_event_counters(const PmuConfig& config,
                                   const PmuState& state,
                                   const ExecutionContext& who) {
  const unsigned limit = below_el2(who) && el2_enabled(config, who) ? first_of_second_range(state)
                                                                    : config.event_counters;
  return bit(std::min(limit, config.event_counters)) - 1;
}

/// Bits of registers with one bit a counter that `who` may see; before EL0's per-counter control.
RegValue accessible_bits(const PmuConfig& config,
                         const PmuState& state,
                         const ExecutionContext& who) {
  RegValue bits = accessible_event_counters(config, state, who) | bit(kCycleCounter);
  const bool gated_by_el3 =
      config.el3 && who.level != ExceptionLevel::el3 && !is_set<kMdcrEl3, "EnPM2">(state.mdcr_el3);
  const bool gated_by_user =
      who.level == ExceptionLevel::el0 && !user_access_is_per_counter(config, state);
  if (config.instruction_counter && !gated_by_el3 && !gated_by_user) {
    bits |= bit(kInstructionCounter);
  }
  return bits;
}

/// Counters that PMUACR_EL1 opens to `who`: all of them unless EL0 access is per counter.
RegValue open_counters(const PmuConfig& config,
                       const PmuState& state,
                       const ExecutionContext& who) {
  const bool limited =
      who.level == ExceptionLevel::el0 && user_access_is_per_counter(config, state);
  return limited ? state.uacr : ~RegValue{0};
}

/// Counters whose state EL0 may read but not write: ER, CR and IR with per-counter access.
RegValue read_only_counters(const PmuConfig& config,
                            const PmuState& state,
                            const ExecutionContext& who) {
  if (who.level != ExceptionLevel::el0 || !user_access_is_per_counter(config, state)) {
    return 0;
  }
  RegValue bits = 0;
  if (is_set<kPmuserenrEl0, "ER">(state.userenr)) {
    bits |= kEventCounterBits;
  }
  if (is_set<kPmuserenrEl0, "CR">(state.userenr)) {
    bits |= bit(kCycleCounter);
  }
  if (is_set<kPmuserenrEl0, "IR">(state.userenr)) {
    bits |= bit(kInstructionCounter);
  }
  return bits;
}

RegValue readable(const PmuConfig& config, const PmuState& state, const ExecutionContext& who) {
  return accessible_bits(config, state, who) & open_counters(config, state, who);
}

RegValue writable(const PmuConfig& config, const PmuState& state, const ExecutionContext& who) {
  return readable(config, state, who) & ~read_only_counters(config, state, who);
}

/// The counter that a counter, type or filter register belongs to, as a bit; 0 for other registers.
RegValue counter_bit(PmuRegister reg) {
  switch (reg.reg) {
    case PmuReg::pmevcntr_el0:
    case PmuReg::pmevtyper_el0:
      return bit(reg.index);
    case PmuReg::pmccntr_el0:
    case PmuReg::pmccfiltr_el0:
      return bit(kCycleCounter);
    case PmuReg::pmicntr_el0:
    case PmuReg::pmicfiltr_el0:
      return bit(kInstructionCounter);
    default:
      return 0;
  }
}

RegValue read_control(const PmuConfig& config, const PmuState& state, const ExecutionContext& who) {
  const unsigned counters = below_el2(who) && el2_enabled(config, who)
                                ? first_of_second_range(state)
                                : config.event_counters;
  return with<kPmcrEl0, "N">(raw(config, state, {PmuReg::pmcr_el0, 0}), counters);
}

void zero_counters(PmuState& state, RegValue counters) {
  for (unsigned counter = 0; counter < kMaxEventCounters; ++counter) {
    if ((counters & bit(counter)) != 0) {
      state.event_counter[counter] = 0;
    }
  }
  if ((counters & bit(kCycleCounter)) != 0) {
    state.cycle_counter = 0;
  }
  if ((counters & bit(kInstructionCounter)) != 0) {
    state.instruction_counter = 0;
  }
}

void write_control(const PmuConfig& config,
                   PmuState& state,
                   RegValue value,
                   const ExecutionContext& who) {
  const bool was_divided = is_set<kPmcrEl0, "D">(state.pmcr);
  set_raw(config, state, {PmuReg::pmcr_el0, 0}, value);
  if (config.readings.divider_phase_restarts) {
    state.divider = 0;  // the 64th counting cycle from here counts
  } else if (!was_divided && is_set<kPmcrEl0, "D">(state.pmcr)) {
    state.divider = 63;  // the very next counting cycle counts
  }
  RegValue zeroed = 0;
  if (is_set<kPmcrEl0, "P">(value)) {
    zeroed |= accessible_event_counters(config, state, who);
  }
  if (is_set<kPmcrEl0, "C">(value)) {
    zeroed |= bit(kCycleCounter);
  }
  zero_counters(state, zeroed);
}

void software_increment(const PmuConfig& config,
                        PmuState& state,
                        RegValue value,
                        const ExecutionContext& who) {
  RegValue reached = value & accessible_event_counters(config, state, who);
  if (!is_set<kPmuserenrEl0, "SW">(state.userenr)) {
    reached &= open_counters(config, state, who);
  }
  for (unsigned counter = 0; counter < config.event_counters; ++counter) {
    const bool counts_it = (state.event_type[counter] & 0xffffU) == kSwIncrEventNumber;
    if ((reached & bit(counter)) != 0 && counts_it) {
      ++state.software_increments[counter];
    }
  }
}

}  // namespace

RegValue read_register(const PmuConfig& config,
                       const PmuState& state,
                       PmuRegister asked,
                       const ExecutionContext& who) {
  const PmuRegister reg = resolve(state, asked);
  switch (reg.reg) {
    case PmuReg::pmcr_el0:
      return read_control(config, state, who);
    case PmuReg::pmcntenset_el0:
    case PmuReg::pmcntenclr_el0:
    case PmuReg::pmovsclr_el0:
    case PmuReg::pmovsset_el0:
    case PmuReg::pmintenset_el1:
    case PmuReg::pmintenclr_el1:
      return raw(config, state, reg) & readable(config, state, who);
    case PmuReg::pmceid0_el0:
      return pmceid_value(config, 0);
    case PmuReg::pmceid1_el0:
      return pmceid_value(config, 1);
    case PmuReg::pmmir_el1:
      return pmmir_value(config);
    case PmuReg::id_aa64dfr0_el1:
      return dfr0_value(config);
    case PmuReg::id_aa64dfr1_el1:
      return dfr1_value(config);
    default:
      break;
  }
  const bool open = (counter_bit(reg) & ~open_counters(config, state, who)) == 0;
  return open ? raw(config, state, reg) : 0;
}

WriteReach reach_of_write(PmuReg reg) {
  switch (reg) {
    case PmuReg::pmevcntr_el0:
    case PmuReg::pmxevcntr_el0:
    case PmuReg::pmccntr_el0:
    case PmuReg::pmicntr_el0:
    case PmuReg::pmzr_el0:
    case PmuReg::pmselr_el0:
    case PmuReg::pmuserenr_el0:
    case PmuReg::pmuacr_el1:
      return WriteReach::values;
    case PmuReg::pmovsclr_el0:
    case PmuReg::pmovsset_el0:
    case PmuReg::pmintenset_el1:
    case PmuReg::pmintenclr_el1:
      return WriteReach::flags;
    default:
      return WriteReach::control;
  }
}

void write_register(const PmuConfig& config,
                    PmuState& state,
                    PmuRegister asked,
                    RegValue value,
                    const ExecutionContext& who) {
  const PmuRegister reg = resolve(state, asked);
  const auto bits = [&] {
    return value & writable(config, state, who) & implemented_mask(config, reg.reg);
  };
  switch (reg.reg) {
    case PmuReg::pmcr_el0:
      return write_control(config, state, value, who);
    case PmuReg::pmcntenset_el0:
      state.count_enable |= bits();
      return;
    case PmuReg::pmcntenclr_el0:
      state.count_enable &= ~bits();
      return;
    case PmuReg::pmovsset_el0:
      state.overflow |= bits();
      return;
    case PmuReg::pmovsclr_el0:
      state.overflow &= ~bits();
      return;
    case PmuReg::pmintenset_el1:
      state.interrupt_enable |= bits();
      return;
    case PmuReg::pmintenclr_el1:
      state.interrupt_enable &= ~bits();
      return;
    case PmuReg::pmswinc_el0:
      return software_increment(config, state, value, who);
    case PmuReg::pmzr_el0:
      return zero_counters(state, value & writable(config, state, who));
    default:
      break;
  }
  const RegValue shut = ~open_counters(config, state, who) | read_only_counters(config, state, who);
  if ((counter_bit(reg) & shut) == 0) {
    set_raw(config, state, reg, value);
  }
}

}  // namespace pmusim
