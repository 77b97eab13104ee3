// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "models/common/units.h"

namespace pmusim {

/// An architected PMUv3 event.
struct EventDesc {
  EventId id;
  std::string_view
      name;  ///< Arm's name in upper case, for example "STALL_SLOT"; Linux writes it in lower case
  std::string_view meaning;  ///< what one occurrence is
};

/// Events that the PMU itself interprets.
inline constexpr EventId kSwIncr{0x0000};
inline constexpr EventId kInstRetired{0x0008};
inline constexpr EventId kCpuCycles{0x0011};
inline constexpr EventId kChain{0x001E};

/// The PMU makes the event itself, from cycles, overflows or writes to PMSWINC_EL0: no activity has
/// it.
[[nodiscard]] constexpr bool is_made_by_pmu(EventId event) {
  return event == kCpuCycles || event == kChain || event == kSwIncr;
}

/// All architected events in ascending order of number. Source: Arm ARM DDI 0487, "PMU events and
/// event numbers".
[[nodiscard]] std::span<const EventDesc> architected_events();

/// The event called `name`, in any letter case.
[[nodiscard]] std::optional<EventId> find_event(std::string_view name);

/// The row of `event`, or nullptr when it is not an architected event.
[[nodiscard]] const EventDesc* describe_event(EventId event);

}  // namespace pmusim
