// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/kvm/world_switch.h"

#include <utility>

#include "models/common/expect.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim::kernel {

namespace {

/// PMUSERENR_EL0 while a guest runs: EN, SW, CR, ER, so that its accesses from EL0 are not trapped
/// to its own EL1 but reach the hypervisor through MDCR_EL2.
constexpr RegValue kGuestUserEnable = 0xf;

constexpr RegValue kLowHalf = 0xffff'ffff;

SysReg encoding(PmuReg reg) {
  return encoding_of(PmuRegister{reg});
}

SysReg type_register(unsigned counter) {
  switch (counter) {
    case kCycleCounter:
      return encoding(PmuReg::pmccfiltr_el0);
    case kInstructionCounter:
      return encoding(PmuReg::pmicfiltr_el0);
    default:
      return encoding_of(PmuRegister{PmuReg::pmevtyper_el0, counter});
  }
}

/// What is left of a stretch of `total` cycles after `steps` register accesses.
std::uint64_t rest(std::uint64_t total, std::uint64_t steps) {
  PMUSIM_EXPECT(total >= steps, "a stretch of the world switch has room for its accesses");
  return total - steps;
}

}  // namespace

step::Run WorldSwitch::hypervisor(std::uint64_t cycles) const {
  return cpu_.run_in({.level = ExceptionLevel::el2}, cycles);
}

step::Msr WorldSwitch::hypervisor_write(SysReg reg, RegValue value) {
  return KernelCpu::write_in({.level = ExceptionLevel::el2}, reg, value);
}

Software WorldSwitch::load(VcpuState& vcpu) {
  co_await cpu_.run(Path::kvm_vcpu_load);
  events_.set_vcpu_loaded(true);
  if (!cpu_.kernel_at_el2()) {
    co_return;
  }
  const bool was_masked = cpu_.port().is_masked();
  if (!was_masked) {
    co_await step::Mask{true};
  }
  const StepResult user_enable = co_await cpu_.read(encoding(PmuReg::pmuserenr_el0));
  events_.load_guest_pmuserenr(user_enable.value);
  vcpu.host_user_enable = user_enable.value;
  co_await cpu_.write(encoding(PmuReg::pmuserenr_el0), kGuestUserEnable);
  if (!config_.mutations.no_load_toggle) {
    co_await restore_guest();
  }
  if (!was_masked) {
    co_await step::Mask{false};
  }
}

Software WorldSwitch::put(VcpuState& /*vcpu*/) {
  co_await cpu_.run(Path::kvm_vcpu_put);
  if (cpu_.kernel_at_el2()) {
    const bool was_masked = cpu_.port().is_masked();
    if (!was_masked) {
      co_await step::Mask{true};
    }
    if (!config_.mutations.no_put_toggle) {
      co_await restore_host();
    }
    const RegValue user_enable = events_.put_guest_pmuserenr();
    co_await cpu_.write(encoding(PmuReg::pmuserenr_el0),
                        config_.mutations.lose_user_enable ? 0 : user_enable);
    if (!was_masked) {
      co_await step::Mask{false};
    }
  }
  events_.set_vcpu_loaded(false);
}

Software WorldSwitch::handle_requests() {
  if (events_.take_resync_request() && !config_.mutations.ignore_resync) {
    co_await restore_guest();
  }
}

// @linux v6.18 arch/arm64/kvm/pmu.c kvm_vcpu_pmu_restore_guest
Software WorldSwitch::restore_guest() {
  const KvmPmuEvents events = events_.events();
  if (!config_.mutations.toggle_host_only) {
    co_await toggle_el0(events.events_guest, false);
  }
  if (!config_.mutations.toggle_guest_only) {
    co_await toggle_el0(events.events_host, true);
  }
}

// @linux v6.18 arch/arm64/kvm/pmu.c kvm_vcpu_pmu_restore_host
Software WorldSwitch::restore_host() {
  const KvmPmuEvents events = events_.events();
  co_await toggle_el0(events.events_host, false);
  co_await toggle_el0(events.events_guest, true);
}

// @linux v6.18 arch/arm64/kvm/pmu.c kvm_vcpu_pmu_enable_el0, kvm_vcpu_pmu_disable_el0
Software WorldSwitch::toggle_el0(RegValue counters, bool exclude) {
  for (unsigned counter = 0; counter <= kInstructionCounter; ++counter) {
    if ((counters >> counter & 1U) == 0) {
      continue;
    }
    const SysReg reg = type_register(counter);
    const StepResult type = co_await cpu_.read(reg);
    const RegValue kept = config_.toggle_drops_threshold ? type.value & kLowHalf : type.value;
    co_await cpu_.write(reg, with<regs::kPmevtyperEl0, "U">(kept, exclude ? 1 : 0));
  }
}

Software WorldSwitch::enter(VcpuState& vcpu) {
  const WorldSwitchCosts& costs = config_.costs;
  if (cpu_.kernel_at_el2()) {
    co_await cpu_.run(rest(costs.entry_before_switch + costs.entry_after_switch, 1));
    co_await step::Eret{guest_context(ExceptionLevel::el1)};
  } else {
    co_await enter_nvhe(vcpu);
  }
  cpu_.enter(Place::guest);
}

// @linux v6.18 arch/arm64/kvm/hyp/nvhe/switch.c __pmu_switch_to_guest
Software WorldSwitch::enter_nvhe(VcpuState& vcpu) {
  const WorldSwitchCosts& costs = config_.costs;
  vcpu.pmu_events = config_.mutations.masks_not_copied ? KvmPmuEvents{} : events_.events();
  KvmPmuEvents masks = vcpu.pmu_events;
  if (config_.mutations.swap_entry_masks) {
    std::swap(masks.events_host, masks.events_guest);
  }
  vcpu.undo_needed = (masks.events_host | masks.events_guest) != 0;
  const std::uint64_t switches = vcpu.undo_needed && !config_.mutations.no_entry_switch ? 1 : 0;

  cpu_.enter(Place::hyp_el2_entry_before_switch);
  co_await hypervisor(rest(costs.entry_before_switch, switches));
  if (switches != 0) {
    co_await hypervisor_write(encoding(PmuReg::pmcntenclr_el0), masks.events_host);
  }
  cpu_.enter(Place::hyp_el2_entry_after_switch);
  if (switches != 0) {
    co_await hypervisor_write(encoding(PmuReg::pmcntenset_el0), masks.events_guest);
  }
  // __activate_traps_common
  const StepResult user_enable =
      co_await step::Mrs{{.level = ExceptionLevel::el2}, encoding(PmuReg::pmuserenr_el0)};
  vcpu.host_user_enable = user_enable.value;
  co_await hypervisor_write(encoding(PmuReg::pmuserenr_el0), kGuestUserEnable);
  co_await hypervisor(rest(costs.entry_after_switch, switches + 3));
  co_await step::Eret{guest_context(ExceptionLevel::el1)};
}

Software WorldSwitch::leave(VcpuState& vcpu) {
  const WorldSwitchCosts& costs = config_.costs;
  if (cpu_.kernel_at_el2()) {
    cpu_.enter(Place::host_kernel_vcpu_loaded);
    co_await cpu_.run(costs.exit_before_switch + costs.exit_after_switch);
  } else {
    co_await leave_nvhe(vcpu);
    cpu_.enter(Place::host_kernel_vcpu_loaded);
  }
}

// @linux v6.18 arch/arm64/kvm/hyp/nvhe/switch.c __pmu_switch_to_host
Software WorldSwitch::leave_nvhe(VcpuState& vcpu) {
  const WorldSwitchCosts& costs = config_.costs;
  const bool switches = vcpu.undo_needed && !config_.mutations.no_exit_switch;

  cpu_.enter(Place::hyp_el2_exit_before_switch);
  // __deactivate_traps_common
  co_await hypervisor_write(encoding(PmuReg::pmuserenr_el0),
                            config_.mutations.lose_user_enable ? 0 : vcpu.host_user_enable);
  co_await hypervisor(rest(costs.exit_before_switch, switches ? 3 : 1));
  if (switches) {
    co_await switch_counters(vcpu.pmu_events.events_guest, vcpu.pmu_events.events_host);
  }
  cpu_.enter(Place::hyp_el2_exit_after_switch);
  co_await hypervisor(rest(costs.exit_after_switch, 1));
  co_await step::Eret{cpu_.kernel_context()};
}

Software WorldSwitch::switch_counters(RegValue off, RegValue on) {
  co_await hypervisor_write(encoding(PmuReg::pmcntenclr_el0), off);
  co_await hypervisor_write(encoding(PmuReg::pmcntenset_el0), on);
}

// @linux v6.18 arch/arm64/kvm/hyp/include/hyp/switch.h __fixup_guest_exit
Software WorldSwitch::fix_up(VcpuState& vcpu) {
  const bool vhe = cpu_.kernel_at_el2();
  cpu_.enter(vhe ? Place::host_kernel_vcpu_loaded : Place::hyp_el2_fixup_exit);
  const bool switches = !vhe && config_.mutations.switch_at_fixup && vcpu.undo_needed;
  if (switches) {
    co_await switch_counters(vcpu.pmu_events.events_guest, vcpu.pmu_events.events_host);
  }
  if (config_.costs.fixup_exit == 1) {
    co_await hypervisor(1);  // no room for a step of its own that returns
    cpu_.enter(Place::guest);
    co_return;
  }
  co_await hypervisor(rest(config_.costs.fixup_exit, switches ? 5 : 1));
  if (switches) {
    co_await switch_counters(vcpu.pmu_events.events_host, vcpu.pmu_events.events_guest);
  }
  co_await step::Eret{guest_context(ExceptionLevel::el1)};
  cpu_.enter(Place::guest);
}

}  // namespace pmusim::kernel
