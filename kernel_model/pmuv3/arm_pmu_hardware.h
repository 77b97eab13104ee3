// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/pmuv3/counter_allocation.h"
#include "kernel_model/pmuv3/event_encoding.h"
#include "models/common/units.h"

namespace pmusim::kernel {

/// What the driver's probe found out about a PMU. @linux struct arm_pmu
struct ArmPmuHardware {
  bool present{};  ///< there is a PMUv3
  CounterAllocation::Counters counters;
  PmuCapabilities caps;
  RegValue pmceid0{};
  RegValue pmceid1{};

  /// The counters, by bit of PMCNTENSET_EL0.
  [[nodiscard]] RegValue counter_mask() const {
    return ((RegValue{1} << counters.event_counters) - 1) | RegValue{1} << 31U |
           (counters.instruction_counter ? RegValue{1} << 32U : 0);
  }
};

}  // namespace pmusim::kernel
