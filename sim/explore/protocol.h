// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

#include "sim/explore/protocol_result.h"
#include "sim/scenario/scenario.h"

namespace pmusim::explore {

/// Called with the name of what is explored next.
using Progress = std::function<void(std::string_view)>;

/// Explores everything that the protocol of a scenario asks for, and runs in time what is to race.
/// When `stop` becomes true, the result holds what was explored until then.
///
/// @pre scenario.protocol
/// @error not_modelled  programs that are longer than the explorer holds
[[nodiscard]] Result<ProtocolResult> explore_protocol(const scenario::Scenario& scenario,
                                                      const std::atomic<bool>& stop,
                                                      const Progress& progress = {});

}  // namespace pmusim::explore
