// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "kernel_model/core/place.h"

namespace pmusim::engine {

/// Why an event counted something else than intended.
enum class Cause : std::uint8_t {
  guest_entry_switch,  ///< hypervisor code between the switch of counters and the guest
  guest_exit_switch,   ///< hypervisor code between the guest and the switch back
  fixup_exit,          ///< an exit that the hypervisor fixed itself: counters stay the guest's
  guest_switch,        ///< guest code with the host's counters, or the other way round
  el0_toggle,          ///< VHE: user space with the filter of the other side
  overflow_handler,    ///< the PMU's interrupt has stopped the PMU
  context_switch,      ///< a task's events go off before it, and on after it
  rotation,            ///< perf exchanges groups, with the PMU stopped
  tick,                ///< a timer tick or a cross call restarts events
  opening,             ///< the event is being installed
  throttled,           ///< it made too many interrupts
  not_scheduled,       ///< no counter was free: multiplexing; or this CPU has another PMU
  reprogramming,       ///< occurrences between a counter's last read and its new value
  counter_wrap,        ///< more occurrences between two reads than the driver can tell apart
  write_delay,         ///< a register write had not taken effect yet
  filter,              ///< the counter's filter says something else than the attributes
  prohibited,          ///< MDCR_EL2, MDCR_EL3 or a freeze
  threshold,           ///< the counter has another threshold than the attributes
  not_enabled,         ///< the counter's enable bit is clear for another reason
};
inline constexpr std::size_t kCauses = 19;

inline constexpr std::array<std::string_view, kCauses> kCauseNames{"guest_entry_switch",
                                                                   "guest_exit_switch",
                                                                   "fixup_exit",
                                                                   "guest_switch",
                                                                   "el0_toggle",
                                                                   "overflow_handler",
                                                                   "context_switch",
                                                                   "rotation",
                                                                   "tick",
                                                                   "opening",
                                                                   "throttled",
                                                                   "not_scheduled",
                                                                   "reprogramming",
                                                                   "counter_wrap",
                                                                   "write_delay",
                                                                   "filter",
                                                                   "prohibited",
                                                                   "threshold",
                                                                   "not_enabled"};

[[nodiscard]] constexpr std::string_view to_string(Cause cause) {
  return kCauseNames[static_cast<std::size_t>(cause)];
}

/// The guest switch is to blame.
[[nodiscard]] constexpr bool is_guest_switch(Cause cause) {
  return cause <= Cause::el0_toggle;
}

/// Why a counter that should count is off in code of that place, when nothing about the counter
/// itself explains it.
[[nodiscard]] Cause cause_of(kernel::Place place);

}  // namespace pmusim::engine
