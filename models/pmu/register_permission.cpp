// SPDX-License-Identifier: Apache-2.0
//
// May software make this access? The checks in the manual's order.
#include "models/pmu/counting_rules.h"
#include "models/pmu/register_access.h"
#include "models/pmu/register_selection.h"

namespace pmusim {
namespace {

using namespace regs;
using selection::below_el2;
using selection::first_of_second_range;
using selection::resolve;
using selection::user_access_is_per_counter;

bool is_event_counter_register(PmuRegister reg) {
  return reg.reg == PmuReg::pmevcntr_el0 || reg.reg == PmuReg::pmevtyper_el0;
}

bool is_instruction_counter_register(PmuReg reg) {
  return reg == PmuReg::pmicntr_el0 || reg == PmuReg::pmicfiltr_el0;
}

/// Registers about the PMU that the PMU's own trap controls do not cover.
bool is_outside_pmu_traps(PmuReg reg) {
  return reg == PmuReg::mdcr_el2 || reg == PmuReg::mdcr_el3 || reg == PmuReg::id_aa64dfr0_el1 ||
         reg == PmuReg::id_aa64dfr1_el1;
}

bool is_read_only(PmuReg reg) {
  return reg == PmuReg::pmceid0_el0 || reg == PmuReg::pmceid1_el0 || reg == PmuReg::pmmir_el1 ||
         reg == PmuReg::id_aa64dfr0_el1 || reg == PmuReg::id_aa64dfr1_el1;
}

bool is_write_only(PmuReg reg) {
  return reg == PmuReg::pmswinc_el0 || reg == PmuReg::pmzr_el0;
}

/// UNDEFINED whatever the permissions: absent, wrong direction, or below the register's Exception
/// level.
bool is_undefined(const PmuConfig& config,
                  PmuRegister reg,
                  AccessKind kind,
                  const ExecutionContext& who) {
  if (!is_implemented(config, reg) || (kind == AccessKind::read && is_write_only(reg.reg)) ||
      (kind == AccessKind::write && is_read_only(reg.reg))) {
    return true;
  }
  switch (reg.reg) {
    case PmuReg::pmintenset_el1:
    case PmuReg::pmintenclr_el1:
    case PmuReg::pmuacr_el1:
    case PmuReg::pmmir_el1:
    case PmuReg::id_aa64dfr0_el1:
    case PmuReg::id_aa64dfr1_el1:
      return who.level == ExceptionLevel::el0;
    case PmuReg::pmuserenr_el0:
      return who.level == ExceptionLevel::el0 && kind == AccessKind::write;
    case PmuReg::mdcr_el2:
      return below_el2(who);
    case PmuReg::mdcr_el3:
      return who.level != ExceptionLevel::el3;
    default:
      return false;
  }
}

/// PMUSERENR_EL0 lets EL0 make this access.
/// @param asked  the register named in the instruction, before PMSELR_EL0 is followed.
bool user_may(const PmuConfig& config, const PmuState& state, PmuReg asked, AccessKind kind) {
  const RegValue permissions = state.userenr;
  const bool enabled = is_set<kPmuserenrEl0, "EN">(permissions);
  const bool per_counter = user_access_is_per_counter(config, state);
  switch (asked) {
    case PmuReg::pmuserenr_el0:
      return true;
    case PmuReg::pmcr_el0:
      return enabled && !per_counter;
    case PmuReg::pmicntr_el0:
    case PmuReg::pmicfiltr_el0:
      return per_counter;
    case PmuReg::pmceid0_el0:
    case PmuReg::pmceid1_el0:
      return (enabled || per_counter) && !is_set<kPmuserenrEl0, "TID">(permissions);
    case PmuReg::pmswinc_el0:
      return enabled || per_counter || is_set<kPmuserenrEl0, "SW">(permissions);
    case PmuReg::pmselr_el0:
      return enabled || per_counter || is_set<kPmuserenrEl0, "ER">(permissions);
    case PmuReg::pmevcntr_el0:
    case PmuReg::pmxevcntr_el0:
      return enabled || per_counter ||
             (kind == AccessKind::read && is_set<kPmuserenrEl0, "ER">(permissions));
    case PmuReg::pmccntr_el0:
      return enabled || per_counter ||
             (kind == AccessKind::read && is_set<kPmuserenrEl0, "CR">(permissions));
    default:
      return enabled || per_counter;
  }
}

bool traps_to_el2(const PmuState& state, PmuRegister reg) {
  const RegValue control = state.mdcr_el2;
  return is_set<kMdcrEl2, "TPM">(control) ||
         (reg.reg == PmuReg::pmcr_el0 && is_set<kMdcrEl2, "TPMCR">(control)) ||
         (is_event_counter_register(reg) && reg.index >= first_of_second_range(state));
}

bool traps_to_el3(const PmuConfig& config, const PmuState& state, PmuReg reg) {
  const bool second_set = is_instruction_counter_register(reg) || reg == PmuReg::pmuacr_el1;
  return is_set<kMdcrEl3, "TPM">(state.mdcr_el3) ||
         (second_set && config.at_least(PmuVersion::p9) &&
          !is_set<kMdcrEl3, "EnPM2">(state.mdcr_el3));
}

}  // namespace

namespace selection {

PmuRegister resolve(const PmuState& state, PmuRegister reg) {
  const auto selected = static_cast<unsigned>(get<kPmselrEl0, "SEL">(state.selr));
  if (reg.reg == PmuReg::pmxevcntr_el0) {
    return {PmuReg::pmevcntr_el0, selected};
  }
  if (reg.reg == PmuReg::pmxevtyper_el0) {
    return selected == kCycleCounter ? PmuRegister{PmuReg::pmccfiltr_el0, 0}
                                     : PmuRegister{PmuReg::pmevtyper_el0, selected};
  }
  return reg;
}

}  // namespace selection

AccessOutcome check_access(const PmuConfig& config,
                           const PmuState& state,
                           PmuRegister asked,
                           AccessKind kind,
                           const ExecutionContext& who) {
  const PmuRegister reg = resolve(state, asked);
  if (is_undefined(config, asked, kind, who) || is_undefined(config, reg, kind, who)) {
    return AccessOutcome::undefined;
  }
  if (is_outside_pmu_traps(reg.reg)) {
    return AccessOutcome::done;
  }
  const bool el2 = el2_enabled(config, who);
  if (who.level == ExceptionLevel::el0 && !user_may(config, state, asked.reg, kind)) {
    return el2 && who.tge ? AccessOutcome::trap_to_el2 : AccessOutcome::trap_to_el1;
  }
  if (below_el2(who) && el2 && traps_to_el2(state, reg)) {
    return AccessOutcome::trap_to_el2;
  }
  if (config.el3 && who.level != ExceptionLevel::el3 && traps_to_el3(config, state, reg.reg)) {
    return AccessOutcome::trap_to_el3;
  }
  return AccessOutcome::done;
}

}  // namespace pmusim
