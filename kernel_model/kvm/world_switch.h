// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/core/kernel_cpu.h"
#include "kernel_model/kvm/host_pmu_events.h"
#include "kernel_model/kvm/kvm_config.h"
#include "models/common/software.h"

namespace pmusim::kernel {

/// What KVM keeps of a vCPU, as far as counters are concerned.
struct VcpuState {
  KvmPmuEvents pmu_events;      ///< nVHE: the masks as the hypervisor sees them
  bool undo_needed{};           ///< nVHE: the entry switched, so the exit must
  RegValue host_user_enable{};  ///< PMUSERENR_EL0 of the host while the guest's is loaded
};

/// The guest switch on one CPU. Interrupts are masked around entry and exit.
///
/// @linux v6.18 arch/arm64/kvm/{arm.c,pmu.c,hyp/nvhe/switch.c,hyp/vhe/switch.c}
class WorldSwitch {
 public:
  WorldSwitch(KernelCpu& cpu, HostPmuEvents& events, const KvmConfig& config)
      : cpu_{cpu}, events_{events}, config_{config} {}

  /// kvm_arch_vcpu_load, kvm_arch_vcpu_put: the vCPU's task comes to this CPU, and leaves it.
  Software load(VcpuState& vcpu);
  Software put(VcpuState& vcpu);

  /// Serves requests that must be served before an entry: RESYNC_PMU_EL0.
  Software handle_requests();

  /// From the host kernel to the guest's first cycle, __kvm_vcpu_run up to __guest_enter.
  Software enter(VcpuState& vcpu);
  /// From the guest's last cycle to the host kernel.
  Software leave(VcpuState& vcpu);
  /// An exit that the hypervisor fixes itself, fixup_guest_exit: back to the guest at once.
  Software fix_up(VcpuState& vcpu);

  /// Where the guest executes at `level`.
  [[nodiscard]] static ExecutionContext guest_context(ExceptionLevel level) {
    return {.level = level};
  }

 private:
  Software enter_nvhe(VcpuState& vcpu);
  Software leave_nvhe(VcpuState& vcpu);
  Software restore_guest();
  Software restore_host();
  Software toggle_el0(RegValue counters, bool exclude);
  static Software switch_counters(RegValue off, RegValue on);
  [[nodiscard]] step::Run hypervisor(std::uint64_t cycles) const;
  [[nodiscard]] static step::Msr hypervisor_write(SysReg reg, RegValue value);

  KernelCpu& cpu_;
  HostPmuEvents& events_;
  const KvmConfig& config_;
};

}  // namespace pmusim::kernel
