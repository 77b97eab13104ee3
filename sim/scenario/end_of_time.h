// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "models/common/clock.h"

namespace pmusim::scenario {

/// The longest simulated time: sums of two instants still fit 64 bits.
inline constexpr Picoseconds kEndOfTime{std::uint64_t{1} << 62U};
inline constexpr std::string_view kEndOfTimeText = "2^62 ps (53 days)";

}  // namespace pmusim::scenario
