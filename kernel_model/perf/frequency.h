// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernel_model/perf/perf_event.h"

namespace pmusim::kernel {

/// Moves the event's period an eighth of the way to where its frequency would be met.
///
/// @param nanoseconds  in which the event has happened `count` times; at least 1
/// @return  more than eight of the new periods are left of the present one: it must not be waited
///   for, and period_left becomes 0
/// @linux v6.18 kernel/events/core.c perf_adjust_period, perf_calculate_period
[[nodiscard]] bool adjust_period(PerfEvent& event, std::uint64_t nanoseconds, std::uint64_t count);

/// @linux v6.18 kernel/events/core.c rotate_ctx
inline void move_to_tail(std::vector<PerfEvent*>& groups, PerfEvent* leader) {
  const auto found = std::ranges::find(groups, leader);
  std::rotate(found, found + 1, groups.end());
}

}  // namespace pmusim::kernel
