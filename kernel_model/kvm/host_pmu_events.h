// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "kernel_model/abi/perf_event_attr.h"
#include "models/common/units.h"

namespace pmusim::kernel {

/// Counters that change state around a guest, by bit of PMCNTENSET_EL0.
struct KvmPmuEvents {
  RegValue events_host{};   ///< count in the host only
  RegValue events_guest{};  ///< count in the guest only

  friend bool operator==(const KvmPmuEvents&, const KvmPmuEvents&) = default;
};

/// What KVM keeps of the host's events on one CPU, and what the PMU driver tells it.
///
/// @linux v6.18 arch/arm64/kvm/pmu.c
class HostPmuEvents {
 public:
  explicit HostPmuEvents(bool vhe) : vhe_{vhe} {}

  /// The event is counted in one of host and guest and KVM must switch it: exactly one side is
  /// excluded, and with VHE user space is not (EL0 is all that VHE toggles).
  /// @linux kvm_pmu_switch_needed
  [[nodiscard]] static bool switch_needed(const abi::PerfEventAttr& attr, bool vhe) {
    return !(vhe && attr.exclude_user) && attr.exclude_host != attr.exclude_guest;
  }

  /// @linux kvm_set_pmu_events
  void set(RegValue mask, const abi::PerfEventAttr& attr) {
    if (!switch_needed(attr, vhe_)) {
      return;
    }
    if (!attr.exclude_host) {
      events_.events_host |= mask;
    }
    if (!attr.exclude_guest) {
      events_.events_guest |= mask;
    }
  }

  /// @linux kvm_clr_pmu_events
  void clear(RegValue mask) {
    events_.events_host &= ~mask;
    events_.events_guest &= ~mask;
  }

  [[nodiscard]] const KvmPmuEvents& events() const { return events_; }

  /// A vCPU is loaded on this CPU.
  void set_vcpu_loaded(bool loaded) { vcpu_loaded_ = loaded; }

  [[nodiscard]] bool is_vcpu_loaded() const { return vcpu_loaded_; }

  /// The driver started the PMU: asks for the EL0 filters to be toggled again before the next guest
  /// entry, if that happened in interrupt context with a vCPU loaded.
  /// @linux kvm_vcpu_pmu_resync_el0
  void resync_el0(bool in_interrupt) {
    if (vhe_ && vcpu_loaded_ && in_interrupt) {
      resync_requested_ = true;
    }
  }

  /// The guest's PMUSERENR_EL0 is in the register, and the host's value set aside (VHE, between
  /// vcpu_load and vcpu_put).
  void load_guest_pmuserenr(RegValue host_value) { host_pmuserenr_ = host_value; }

  /// The end of that. @return the host's value
  RegValue put_guest_pmuserenr() {
    return std::exchange(host_pmuserenr_, std::nullopt).value_or(0);
  }

  /// The driver sets PMUSERENR_EL0. @return KVM has taken the value, and the register is not to be
  /// written: it holds the guest's. @linux kvm_set_pmuserenr
  [[nodiscard]] bool set_pmuserenr(RegValue value) {
    if (!host_pmuserenr_) {
      return false;
    }
    host_pmuserenr_ = value;
    return true;
  }

  /// @return whether a resync was requested; it no longer is.
  [[nodiscard]] bool take_resync_request() { return std::exchange(resync_requested_, false); }

 private:
  bool vhe_;
  KvmPmuEvents events_;
  bool vcpu_loaded_{};
  bool resync_requested_{};
  std::optional<RegValue> host_pmuserenr_;  ///< set aside
};

}  // namespace pmusim::kernel
