// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pmusim::kernel {

/// Each rule of the driver about exception levels, guests and order, broken. A test that checks the
/// rule must fail with its mutation on: that is what they are for.
struct RuleMutations {
  // The filter, armv8pmu_set_event_filter.
  bool ignore_exclude_user{};
  bool ignore_exclude_kernel{};
  bool ignore_exclude_hv{};
  bool ignore_exclude_host{};
  bool ignore_exclude_guest{};
  bool vhe_heeds_exclude_hv{};           ///< EL2 left out with VHE too
  bool nvhe_exclude_kernel_drops_el2{};  ///< EL2 taken for kernel
  bool nvhe_filters_exclude_guest{};     ///< EL1 and EL0 left out instead of switched
  bool vhe_filter_without_vhe{};         ///< the VHE row used on nVHE
  bool nvhe_filter_with_vhe{};           ///< the nVHE row used on VHE

  // Tracking for KVM, kvm_set_pmu_events and kvm_clr_pmu_events.
  bool never_track{};
  bool swap_tracked_sets{};
  bool track_unswitched{};     ///< events that need no switch are put among the host's
  bool forget_to_untrack{};    ///< a disabled counter stays in its set
  bool track_odd_half_only{};  ///< of a chained pair

  // Deferral, kvm_pmu_counter_deferred.
  bool never_defer{};
  bool defer_on_vhe{};
  bool defer_exclude_guest{};  ///< the wrong attribute

  // Order.
  bool no_isb{};              ///< none before PMCNTENSET, after PMCNTENCLR or around PMCR
  bool enable_before_type{};  ///< PMCNTENSET comes before PMEVTYPER
  bool keep_overflow_flag{};  ///< disabling leaves a pending flag
  bool no_resync{};           ///< the PMU's start does not ask KVM for a resync
};

}  // namespace pmusim::kernel
