// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel_model/perf/pmu_type.h"
#include "kernel_model/pmuv3/arm_pmu_hardware.h"
#include "kernel_model/pmuv3/rule_mutations.h"

namespace pmusim::kernel {

/// The PMUs of CPUs of one kind: one `struct arm_pmu`.
class ArmPmuType final : public PmuType {
 public:
  ArmPmuType(std::string name,
             std::vector<CpuId> cpus,
             const ArmPmuHardware& hardware,
             const RuleMutations& mutations = {});

  [[nodiscard]] std::string_view name() const override { return name_; }

  [[nodiscard]] bool supports(CpuId cpu) const override;

  /// @linux v6.18 drivers/perf/arm_pmu.c armpmu_event_init
  /// @error invalid_input  ENOENT: the CPU, or a generic event that is not there; EINVAL: CHAIN,
  ///   `rdpmc` without a task, threshold, group that does not fit; EOPNOTSUPP: exclude_idle, 64-bit
  ///   `rdpmc` without long counters
  Result<void> event_init(PerfEvent& event) const override;

 private:
  Result<void> map_event(PerfEvent& event) const;
  [[nodiscard]] Result<void> validate_group(const PerfEvent& event) const;
  [[nodiscard]] static bool validate_event(const PerfEvent& event,
                                           const PerfEvent& member,
                                           CounterAllocation& scratch);

  std::string name_;
  std::vector<CpuId> cpus_;
  ArmPmuHardware hardware_;
  RuleMutations mutations_;
};

}  // namespace pmusim::kernel
