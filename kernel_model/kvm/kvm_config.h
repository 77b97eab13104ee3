// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pmusim::kernel {

/// How long the world switch takes, in cycles, the exception entry and return included. With VHE
/// the parts before and after the switch point follow each other in the host kernel.
///
/// Chosen: a hypercall and back takes 1,500 to 3,000 cycles on present cores; where the switch
/// point lies in it follows from the order of __kvm_vcpu_run (b.2).
struct WorldSwitchCosts {
  std::uint64_t entry_before_switch{60};  ///< at least 2
  std::uint64_t entry_after_switch{800};  ///< at least 4
  std::uint64_t exit_before_switch{700};  ///< at least 4
  std::uint64_t exit_after_switch{60};    ///< at least 1
  std::uint64_t fixup_exit{250};          ///< at least 1
};

/// Each rule of the guest switch, broken, for tests of the tests.
struct KvmMutations {
  bool no_entry_switch{};    ///< nVHE: counters are left as they are at entry
  bool no_exit_switch{};     ///< nVHE: and at exit
  bool masks_not_copied{};   ///< nVHE: the hypervisor sees empty masks (5.19 to 6.8 without vPMU)
  bool swap_entry_masks{};   ///< nVHE: clears the guest's and sets the host's
  bool switch_at_fixup{};    ///< nVHE: switches back and forth at an exit that it fixes up
  bool no_load_toggle{};     ///< VHE: EL0 filters are left as they are at vcpu_load
  bool no_put_toggle{};      ///< VHE: and at vcpu_put
  bool toggle_guest_only{};  ///< VHE: host events keep counting EL0
  bool toggle_host_only{};   ///< VHE: guest events never count EL0
  bool ignore_resync{};      ///< VHE: the resync request is dropped
  bool lose_user_enable{};   ///< PMUSERENR is 0 after a guest run (before 6.3)
};

struct KvmConfig {
  WorldSwitchCosts costs;
  /// VHE: toggling EL0 writes a value of 32 bits, so that a threshold is lost, as in 6.18. False: a
  /// repaired kernel.
  bool toggle_drops_threshold{true};
  KvmMutations mutations;
};

}  // namespace pmusim::kernel
