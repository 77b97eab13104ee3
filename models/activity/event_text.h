// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "models/common/result.h"
#include "models/common/units.h"

namespace pmusim {

/// Arm's name of the event, or its number as "0x00C0" when it is not an architected one.
[[nodiscard]] std::string event_text(EventId event);

/// The event that a text names: Arm's name in any case, or a number (0x3f, 63).
/// @error invalid_input  no such name, or a number above 0xFFFF; the hint is the nearest name, if
/// one is near.
[[nodiscard]] Result<EventId> read_event(std::string_view text);

/// The architected event that a misspelt `text` most likely means; empty when none is near: at most
/// a third of the letters (one at least, three at most) wrong. Never one that the PMU makes itself.
[[nodiscard]] std::string_view nearest_event_name(std::string_view text);

}  // namespace pmusim
