// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/common/units.h"

namespace pmusim::engine {

/// An architected event as people look it up.
struct EventRow {
  EventId number;
  std::string name;        ///< Arm's: "STALL_SLOT"
  std::string linux_name;  ///< "stall_slot"
  std::string meaning;
  bool is_of_programs{};  ///< programs on a pipeline yield it; from other items it has to be given
};

/// The architected events that match `pattern`, in ascending order of number.
///
/// @param pattern  empty for all; a number ("0x3f", "r3f"); a name with * and ?; or a part of a
/// name. Letter case
///                 does not count.
[[nodiscard]] std::vector<EventRow> find_events(std::string_view pattern);

}  // namespace pmusim::engine
