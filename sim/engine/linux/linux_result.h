// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "sim/engine/linux/linux_software.h"
#include "sim/engine/run_result.h"
#include "sim/engine/timeline.h"
#include "sim/scenario/scenario.h"

namespace pmusim::engine {

/// Tells `sink` of every window when it ends. Before the first cycle.
void stream_windows(const scenario::Scenario& scenario,
                    const LinuxSoftware& software,
                    const std::function<void(const WindowResult&)>& sink);

/// Adds the events with their ground truth, and the windows, to `result`. After
/// LinuxSoftware::finish.
void add_linux_result(const scenario::Scenario& scenario,
                      LinuxSoftware& software,
                      RunResult& result);

/// Adds what the events did and their windows. The CPUs and the events' names are there already.
void add_linux_timeline(const scenario::Scenario& scenario,
                        const LinuxSoftware& software,
                        Timeline& timeline);

}  // namespace pmusim::engine
