// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/abi/perf_event_attr.h"
#include "kernel_model/pmuv3/rule_mutations.h"
#include "models/common/result.h"
#include "models/common/units.h"

namespace pmusim::kernel {

/// What the driver knows of the PMU, read from identification registers.
struct PmuCapabilities {
  RegValue pmmir{};        ///< PMMIR_EL1, 0 before PMUv3p4
  unsigned pmu_version{};  ///< ID_AA64DFR0_EL1.PMUVer
  bool kernel_at_el2{};    ///< VHE
  bool aarch32_kernel{};   ///< a 32-bit kernel: threshold_max is 0
};

/// The largest threshold that the driver accepts; sysfs caps/threshold_max.
/// @linux v6.18 drivers/perf/arm_pmuv3.c threshold_max
[[nodiscard]] std::uint64_t threshold_max(const PmuCapabilities& caps);

/// The PMEVTYPERn_EL0 value for `attr`: event, exception-level filter, threshold.
///
/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_set_event_filter
/// @error invalid_input  EINVAL for a threshold above threshold_max or event CHAIN.
[[nodiscard]] Result<RegValue> event_type(const abi::PerfEventAttr& attr,
                                          const PmuCapabilities& caps,
                                          const RuleMutations& broken = {});

/// Whether the host leaves the counter of an event disabled: without VHE the hypervisor's switch
/// enables the counters that leave out the host.
/// @linux v6.18 arch/arm64/include/asm/kvm_host.h kvm_pmu_counter_deferred
[[nodiscard]] bool is_deferred(const abi::PerfEventAttr& attr,
                               bool kernel_at_el2,
                               const RuleMutations& broken = {});

}  // namespace pmusim::kernel
