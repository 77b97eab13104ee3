// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "kernel_model/core/kernel_cpu.h"
#include "kernel_model/kvm/host_pmu_events.h"
#include "kernel_model/perf/pmu.h"
#include "kernel_model/pmuv3/arm_pmu_hardware.h"
#include "kernel_model/pmuv3/driver_quirks.h"
#include "kernel_model/pmuv3/rule_mutations.h"
#include "models/common/software.h"

namespace pmusim::kernel {

/// The Arm PMUv3 driver on one CPU. Reaches the PMU through system registers alone.
///
/// @linux v6.18 drivers/perf/arm_pmuv3.c, drivers/perf/arm_pmu.c
class ArmPmu final : public Pmu {
 public:
  struct Config {
    bool smt{};  ///< the CPU shares its core: PMCCNTR_EL0 counts for all of it and is not used
    DriverQuirks quirks;
    RuleMutations mutations;
  };

  ArmPmu(KernelCpu& cpu, HostPmuEvents& guests, const Config& config);

  ArmPmu(KernelCpu& cpu, HostPmuEvents& guests) : ArmPmu(cpu, guests, Config{}) {}

  /// Reads what the PMU is. Before anything else. @linux __armv8pmu_probe_pmu
  Software probe();

  /// Clears the PMU; it is off afterwards. @linux armv8pmu_reset
  Software reset() override;

  [[nodiscard]] const ArmPmuHardware& hardware() const { return hardware_; }

  [[nodiscard]] bool supports_this_cpu() const override { return hardware_.present; }

  Software enable() override;
  Software disable() override;
  Software add(PerfEvent& event, bool start, bool& added) override;
  Software del(PerfEvent& event) override;
  Software start(PerfEvent& event) override;
  Software stop(PerfEvent& event) override;
  Software read(PerfEvent& event) override;
  Software handle_irq(OverflowSink& sink) override;

 private:
  static constexpr std::size_t kCounters = 33;

  KernelCpu& cpu_;
  HostPmuEvents& guests_;
  Config config_;
  ArmPmuHardware hardware_;
  std::optional<CounterAllocation> allocation_;
  std::array<PerfEvent*, kCounters> events_{};
};

}  // namespace pmusim::kernel
