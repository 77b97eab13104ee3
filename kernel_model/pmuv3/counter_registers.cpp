// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/counter_registers.h"

#include "models/pmu/pmu_registers.h"

namespace pmusim::kernel {

namespace {

SysReg only(PmuReg reg) {
  return encoding_of({reg, 0});
}

PmuRegisters all_registers() {
  PmuRegisters regs{.counter = {},
                    .type = {},
                    .pmcr = only(PmuReg::pmcr_el0),
                    .pmcntenset = only(PmuReg::pmcntenset_el0),
                    .pmcntenclr = only(PmuReg::pmcntenclr_el0),
                    .pmintenset = only(PmuReg::pmintenset_el1),
                    .pmintenclr = only(PmuReg::pmintenclr_el1),
                    .pmovsclr = only(PmuReg::pmovsclr_el0),
                    .pmuserenr = only(PmuReg::pmuserenr_el0),
                    .pmmir = only(PmuReg::pmmir_el1),
                    .pmceid0 = only(PmuReg::pmceid0_el0),
                    .pmceid1 = only(PmuReg::pmceid1_el0),
                    .id_aa64dfr0 = only(PmuReg::id_aa64dfr0_el1),
                    .id_aa64dfr1 = only(PmuReg::id_aa64dfr1_el1)};
  for (unsigned index = 0; index < kMaxEventCounters; ++index) {
    regs.counter[index] = encoding_of({PmuReg::pmevcntr_el0, index});
    regs.type[index] = encoding_of({PmuReg::pmevtyper_el0, index});
  }
  regs.counter[kCycleCounter] = only(PmuReg::pmccntr_el0);
  regs.type[kCycleCounter] = only(PmuReg::pmccfiltr_el0);
  regs.counter[kInstructionCounter] = only(PmuReg::pmicntr_el0);
  regs.type[kInstructionCounter] = only(PmuReg::pmicfiltr_el0);
  return regs;
}

}  // namespace

const PmuRegisters& pmu_registers() {
  static const PmuRegisters kRegisters = all_registers();
  return kRegisters;
}

}  // namespace pmusim::kernel
