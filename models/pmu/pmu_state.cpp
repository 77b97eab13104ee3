// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/pmu_state.h"

namespace pmusim {
namespace {

/// Where a register's state lives; nullptr for registers without state of their own.
const RegValue* storage(const PmuState& state, PmuRegister reg) {
  switch (reg.reg) {
    case PmuReg::pmcr_el0:
      return &state.pmcr;
    case PmuReg::pmcntenset_el0:
    case PmuReg::pmcntenclr_el0:
      return &state.count_enable;
    case PmuReg::pmovsclr_el0:
    case PmuReg::pmovsset_el0:
      return &state.overflow;
    case PmuReg::pmselr_el0:
      return &state.selr;
    case PmuReg::pmccntr_el0:
      return &state.cycle_counter;
    case PmuReg::pmuserenr_el0:
      return &state.userenr;
    case PmuReg::pmintenset_el1:
    case PmuReg::pmintenclr_el1:
      return &state.interrupt_enable;
    case PmuReg::pmuacr_el1:
      return &state.uacr;
    case PmuReg::pmicntr_el0:
      return &state.instruction_counter;
    case PmuReg::pmicfiltr_el0:
      return &state.instruction_filter;
    case PmuReg::pmevcntr_el0:
      return &state.event_counter[reg.index];
    case PmuReg::pmevtyper_el0:
      return &state.event_type[reg.index];
    case PmuReg::pmccfiltr_el0:
      return &state.cycle_filter;
    case PmuReg::mdcr_el2:
      return &state.mdcr_el2;
    case PmuReg::mdcr_el3:
      return &state.mdcr_el3;
    case PmuReg::pmswinc_el0:
    case PmuReg::pmxevtyper_el0:
    case PmuReg::pmxevcntr_el0:
    case PmuReg::pmzr_el0:
    case PmuReg::pmceid0_el0:
    case PmuReg::pmceid1_el0:
    case PmuReg::pmmir_el1:
    case PmuReg::id_aa64dfr0_el1:
    case PmuReg::id_aa64dfr1_el1:
      return nullptr;
  }
  return nullptr;
}

/// Bits that always read as one.
RegValue fixed_ones(const PmuConfig& config, PmuReg reg) {
  if (reg == PmuReg::pmcr_el0 && !config.aarch32) {
    return with<regs::kPmcrEl0, "LC">(0, 1);
  }
  return reg == PmuReg::pmicfiltr_el0 ? kInstRetiredEventNumber : 0;
}

}  // namespace

PmuState reset_state(const PmuConfig& config) {
  PmuState state;
  if (config.el2) {
    state.mdcr_el2 = with<regs::kMdcrEl2, "HPMN">(0, config.event_counters);
  }
  if (config.readings.edge_history_starts_true) {
    state.edge_condition = ~std::uint32_t{0};
  }
  return state;
}

RegValue raw(const PmuConfig& config, const PmuState& state, PmuRegister reg) {
  const RegValue* value = is_implemented(config, reg) ? storage(state, reg) : nullptr;
  return value == nullptr ? 0 : *value | fixed_ones(config, reg.reg);
}

void set_raw(const PmuConfig& config, PmuState& state, PmuRegister reg, RegValue value) {
  if (!is_implemented(config, reg)) {
    return;
  }
  // The state is not const; storage() is written once, for both uses.
  auto* target =
      const_cast<RegValue*>(storage(state, reg));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  if (target != nullptr) {
    *target = value & implemented_mask(config, reg.reg);
  }
}

}  // namespace pmusim
