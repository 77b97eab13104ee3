// SPDX-License-Identifier: Apache-2.0
//
// What KVM does to an event around a guest.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernel_model/abi/perf_event_attr.h"
#include "models/common/units.h"
#include "models/pmu/pmu_config.h"

namespace pmusim::engine {

/// The set in which KVM tracks a counter that it has to switch.
enum class TrackedSet : std::uint8_t { none, events_host, events_guest };

[[nodiscard]] std::string_view to_string(TrackedSet set);

/// How a counter is switched between host and guest.
struct GuestTracking {
  TrackedSet set{TrackedSet::none};
  bool deferred{};  ///< the host driver leaves the counter disabled; only the hypervisor's switch
                    ///< enables it
};

/// @linux v6.18 arch/arm64/kvm/pmu.c kvm_set_pmu_events
/// @linux v6.18 arch/arm64/include/asm/arm_pmuv3.h kvm_pmu_counter_deferred
[[nodiscard]] GuestTracking guest_tracking(const abi::PerfEventAttr& attr, bool vhe);

/// A stretch of the way into a guest and back.
struct GuestRow {
  std::string_view context;  ///< "hyp_el2_entry_before_switch"
  std::string_view meaning;
  bool counted{};
  bool intended{};
};

/// Every stretch in order, for a counter with this event type. Register writes are taken to act at
/// once.
///
/// @linux v6.18 arch/arm64/kvm/hyp/nvhe/switch.c __pmu_switch_to_guest, __pmu_switch_to_host
/// @linux v6.18 arch/arm64/kvm/pmu.c kvm_vcpu_pmu_restore_guest, kvm_vcpu_pmu_restore_host
[[nodiscard]] std::vector<GuestRow> guest_view(const abi::PerfEventAttr& attr,
                                               RegValue event_type,
                                               const PmuConfig& config,
                                               bool vhe);

}  // namespace pmusim::engine
