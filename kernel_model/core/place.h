// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace pmusim::kernel {

/// Which part of the software a CPU executes, for those who watch; no modelled code depends on it.
/// It is finer than an Exception level: it tells why a counter is off.
enum class Place : std::uint8_t {
  idle,
  host_user,
  host_kernel,                  ///< any kernel code that is not named below
  boot,                         ///< before the first task
  context_switch_out,           ///< from the scheduler's choice to the switch of tasks
  context_switch_in,            ///< from the switch to the return to the new task
  overflow_handler,             ///< the PMU's interrupt
  tick,                         ///< the timer's interrupt
  rotation,                     ///< perf moves another group onto the counters
  cross_call,                   ///< an inter-processor interrupt
  host_kernel_vcpu_loaded,      ///< between vcpu_load and vcpu_put, VHE's world switch included
  hyp_el2_entry_before_switch,  ///< nVHE, as in the names of the guest's truth table
  hyp_el2_entry_after_switch,
  guest,
  hyp_el2_fixup_exit,
  hyp_el2_exit_before_switch,
  hyp_el2_exit_after_switch,
};

inline constexpr std::array<std::string_view, 17> kPlaceNames{"idle",
                                                              "host_user",
                                                              "host_kernel",
                                                              "boot",
                                                              "context_switch_out",
                                                              "context_switch_in",
                                                              "overflow_handler",
                                                              "tick",
                                                              "rotation",
                                                              "cross_call",
                                                              "host_kernel_vcpu_loaded",
                                                              "hyp_el2_entry_before_switch",
                                                              "hyp_el2_entry_after_switch",
                                                              "guest",
                                                              "hyp_el2_fixup_exit",
                                                              "hyp_el2_exit_before_switch",
                                                              "hyp_el2_exit_after_switch"};

[[nodiscard]] constexpr std::string_view to_string(Place place) {
  return kPlaceNames[static_cast<std::size_t>(place)];
}

/// nVHE's code at EL2.
[[nodiscard]] constexpr bool is_hypervisor(Place place) {
  switch (place) {
    case Place::hyp_el2_entry_before_switch:
    case Place::hyp_el2_entry_after_switch:
    case Place::hyp_el2_fixup_exit:
    case Place::hyp_el2_exit_before_switch:
    case Place::hyp_el2_exit_after_switch:
      return true;
    default:
      return false;
  }
}

}  // namespace pmusim::kernel
