// SPDX-License-Identifier: Apache-2.0
//
// What the permission check and the effects of register accesses have in common.
#pragma once

#include "models/common/context.h"
#include "models/pmu/pmu_state.h"

namespace pmusim::selection {

[[nodiscard]] inline bool below_el2(const ExecutionContext& who) {
  return who.level < ExceptionLevel::el2;
}

/// MDCR_EL2.HPMN.
[[nodiscard]] inline unsigned first_of_second_range(const PmuState& state) {
  return static_cast<unsigned>(get<regs::kMdcrEl2, "HPMN">(state.mdcr_el2));
}

/// PMUSERENR_EL0.UEN: EL0 reaches the counters that PMUACR_EL1 opens.
[[nodiscard]] inline bool user_access_is_per_counter(const PmuConfig& config,
                                                     const PmuState& state) {
  return config.at_least(PmuVersion::p9) && is_set<regs::kPmuserenrEl0, "UEN">(state.userenr);
}

/// The register that an access reaches: for an indirect one, the counter or type register that
/// PMSELR_EL0 selects.
[[nodiscard]] PmuRegister resolve(const PmuState& state, PmuRegister reg);

}  // namespace pmusim::selection
