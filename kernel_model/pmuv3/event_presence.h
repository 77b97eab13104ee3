// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/common/units.h"

namespace pmusim::kernel {

/// Whether PMCEID0_EL0 and PMCEID1_EL0 tell that the PMU has `event`; nothing for an event without
/// an identification bit there. Without the bit the driver maps no generic event to it and shows no
/// such name in sysfs; numbers from the user are not checked.
/// @linux v6.18 drivers/perf/arm_pmuv3.c __armv8pmu_probe_pmu, armv8pmu_event_attr_is_visible
[[nodiscard]] constexpr std::optional<bool> is_present(RegValue pmceid0,
                                                       RegValue pmceid1,
                                                       RegValue event) {
  constexpr RegValue kEventsOfRegister = 0x20;
  constexpr RegValue kSecondSpace = 0x4000;  // in the upper halves
  const bool is_upper = event >= kSecondSpace;
  const RegValue number = is_upper ? event - kSecondSpace : event;
  if (number >= 2 * kEventsOfRegister) {
    return std::nullopt;
  }
  const RegValue half = (number < kEventsOfRegister ? pmceid0 : pmceid1) >> (is_upper ? 32U : 0U);
  return (half >> number % kEventsOfRegister & 1U) != 0;
}

}  // namespace pmusim::kernel
