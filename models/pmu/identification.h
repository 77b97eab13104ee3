// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/pmu/pmu_config.h"

namespace pmusim {

/// True when the configuration has `event`: by its list of events, or without one, if `event` is
/// architected. Decides identification bits.
[[nodiscard]] bool implements_event(const PmuConfig& config, EventId event);

/// True when an event counter that selects `event` counts what an activity has for it. Without a
/// list a PMU counts whatever its CPU's activities have, IMPLEMENTATION DEFINED events too.
[[nodiscard]] bool counts_event(const PmuConfig& config, EventId event);

// Values of the identification registers.
// Source: Arm ARM DDI 0487, PMCEID0_EL0, PMCEID1_EL0, PMMIR_EL1, ID_AA64DFR0_EL1, ID_AA64DFR1_EL1.

/// @param which  0 for PMCEID0_EL0, 1 for PMCEID1_EL0.
[[nodiscard]] RegValue pmceid_value(const PmuConfig& config, unsigned which);
[[nodiscard]] RegValue pmmir_value(const PmuConfig& config);
[[nodiscard]] RegValue dfr0_value(const PmuConfig& config);
[[nodiscard]] RegValue dfr1_value(const PmuConfig& config);

}  // namespace pmusim
