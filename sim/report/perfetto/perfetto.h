// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/engine/timeline.h"

namespace pmusim::report {

/// A timeline as a trace of Perfetto (a `Trace` message of its track events), for ui.perfetto.dev.
///
/// Each CPU is a process with tracks for contexts, tasks, interrupts and the windows of each event,
/// and a counter track per event with what was counted so far. An instant is the whole nanosecond
/// in which its cycle starts; exact cycles are arguments of each slice. Where the recording reached
/// its limit a further process says how many spans are left out.
[[nodiscard]] std::string perfetto_trace(const engine::Timeline& timeline);

}  // namespace pmusim::report
