// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vcd_signals.h"

#include <array>

#include "models/pmu/pmu_registers.h"

namespace pmusim::engine {

namespace {

constexpr std::array kTracedRegisters{PmuReg::pmcr_el0,
                                      PmuReg::pmcntenset_el0,
                                      PmuReg::pmintenset_el1,
                                      PmuReg::pmovsset_el0,
                                      PmuReg::pmselr_el0,
                                      PmuReg::pmuserenr_el0,
                                      PmuReg::pmuacr_el1,
                                      PmuReg::pmccfiltr_el0,
                                      PmuReg::pmicfiltr_el0,
                                      PmuReg::mdcr_el2,
                                      PmuReg::mdcr_el3};

bool is_state(FieldAccess access) {
  switch (access) {
    case FieldAccess::rw:
    case FieldAccess::w1s:
    case FieldAccess::w1c:
      return true;
    case FieldAccess::ro:
    case FieldAccess::wo:
    case FieldAccess::res0:
    case FieldAccess::raz_wi:
      break;
  }
  return false;
}

VcdSignal whole(PmuRegister reg) {
  return {
      "pmu." + name_of(reg), 64, [reg](CpuUnit& unit, CycleTime) { return unit.pmu().raw(reg); }};
}

void add_fields(std::vector<VcdSignal>& signals, const PmuConfig& config, PmuRegister reg) {
  const FeatureMask features = features_of(config);
  for (const FieldDesc& field : describe(reg.reg).fields) {
    if (is_state(field.access) && (field.needs & ~features) == 0) {
      signals.push_back({"pmu." + name_of(reg) + "." + std::string{field.name},
                         field.msb - field.lsb + 1,
                         [reg, mask = field.mask(), lsb = field.lsb](CpuUnit& unit, CycleTime) {
                           return (unit.pmu().raw(reg) & mask) >> lsb;
                         }});
    }
  }
}

/// As an interrupt controller names the states: 0 inactive, 1 pending, 2 active, 3 active and
/// pending.
VcdSignal interrupt_state(InterruptLine line) {
  return {"irq." + std::string{to_string(line)},
          2,
          [line](CpuUnit& unit, CycleTime now) -> std::uint64_t {
            const bool pending = unit.interrupts().is_pending(line, now);
            return (pending ? 1U : 0U) | (unit.cpu().is_handling(line) ? 2U : 0U);
          }};
}

}  // namespace

std::vector<VcdSignal> control_signals(const PmuConfig& config) {
  std::vector<VcdSignal> signals{
      {"el",
       2,
       [](CpuUnit& unit, CycleTime) -> std::uint64_t {
         return static_cast<std::uint64_t>(unit.cpu().context().level);
       }},
      {"security",
       2,
       [](CpuUnit& unit, CycleTime) {
         return static_cast<std::uint64_t>(unit.cpu().context().security);
       }},
      {"debug_state",
       1,
       [](CpuUnit& unit, CycleTime) -> std::uint64_t { return unit.cpu().context().debug_state; }},
      {"state",
       2,
       [](CpuUnit& unit, CycleTime) { return static_cast<std::uint64_t>(unit.cpu().state()); }},
      {"masked",
       1,
       [](CpuUnit& unit, CycleTime) -> std::uint64_t { return unit.cpu().is_masked(); }},
      {"pmu.irq",
       1,
       [](CpuUnit& unit, CycleTime) -> std::uint64_t { return unit.cpu().pmu_line(); }},
      interrupt_state(InterruptLine::pmu),
      interrupt_state(InterruptLine::ipi),
      interrupt_state(InterruptLine::timer)};
  for (const PmuReg reg : kTracedRegisters) {
    if (is_implemented(config, {reg, 0})) {
      add_fields(signals, config, {reg, 0});
    }
  }
  for (unsigned counter = 0; counter < config.event_counters; ++counter) {
    signals.push_back(whole({PmuReg::pmevtyper_el0, counter}));
  }
  return signals;
}

std::vector<VcdSignal> counter_signals(const PmuConfig& config) {
  std::vector<VcdSignal> signals;
  signals.reserve(config.event_counters + 2);
  for (unsigned counter = 0; counter < config.event_counters; ++counter) {
    signals.push_back(whole({PmuReg::pmevcntr_el0, counter}));
  }
  signals.push_back(whole({PmuReg::pmccntr_el0, 0}));
  if (config.instruction_counter) {
    signals.push_back(whole({PmuReg::pmicntr_el0, 0}));
  }
  return signals;
}

}  // namespace pmusim::engine
