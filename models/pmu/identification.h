// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/pmu/pmu_config.h"

namespace pmusim {

/// True when the configuration counts `event`. Without a list of its own it counts every
/// architected event.
[[nodiscard]] bool implements_event(const PmuConfig& config, EventId event);

// Values of the identification registers.
// Source: Arm ARM DDI 0487, PMCEID0_EL0, PMCEID1_EL0, PMMIR_EL1, ID_AA64DFR0_EL1, ID_AA64DFR1_EL1.

/// @param which  0 for PMCEID0_EL0, 1 for PMCEID1_EL0.
[[nodiscard]] RegValue pmceid_value(const PmuConfig& config, unsigned which);
[[nodiscard]] RegValue pmmir_value(const PmuConfig& config);
[[nodiscard]] RegValue dfr0_value(const PmuConfig& config);
[[nodiscard]] RegValue dfr1_value(const PmuConfig& config);

}  // namespace pmusim
