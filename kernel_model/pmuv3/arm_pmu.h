// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "kernel_model/core/kernel_cpu.h"
#include "kernel_model/kvm/host_pmu_events.h"
#include "kernel_model/perf/pmu.h"
#include "kernel_model/pmuv3/arm_pmu_hardware.h"
#include "kernel_model/pmuv3/counter_registers.h"
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
    DriverQuirks quirks{};
    RuleMutations mutations{};
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
  // Whole PMU. @linux armv8pmu_start, armv8pmu_stop
  Software start_pmu();
  Software stop_pmu();
  void ask_for_resync();

  // One event's counter. @linux armv8pmu_enable_event, armv8pmu_disable_event
  Software enable_event(PerfEvent& event);
  Software disable_event(PerfEvent& event);
  Software write_event_type(const PerfEvent& event);
  Software enable_counter(const PerfEvent& event);
  Software disable_counter(const PerfEvent& event);
  Software write_counter(const PerfEvent& event);
  Software read_counter(const PerfEvent& event, std::uint64_t& value);
  Software update(PerfEvent& event);  ///< armpmu_event_update
  Software serve(PerfEvent& event, OverflowSink& sink);

  [[nodiscard]] static CounterSlot slot_of(const HwPerfEvent& hw);
  void track(const PerfEvent& event);
  void untrack(const PerfEvent& event);
  [[nodiscard]] bool is_deferred(const PerfEvent& event) const;
  [[nodiscard]] bool needs_bias(const PerfEvent& event) const;
  [[nodiscard]] Step barrier() const;  ///< ISB
  void tell(const PerfEvent& event, CounterUse use) const;

  KernelCpu& cpu_;
  HostPmuEvents& guests_;
  Config config_;
  const PmuRegisters& regs_;
  ArmPmuHardware hardware_;
  CounterAllocation allocation_{{}};
  std::array<PerfEvent*, kCounterBits> events_{};
};

}  // namespace pmusim::kernel
