// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/run_result.h"
#include "sim/engine/simulation.h"

namespace pmusim::engine {

/// What a simulation that has ended found out.
[[nodiscard]] RunResult result_of(const scenario::Scenario& scenario, Simulation& simulation);

}  // namespace pmusim::engine
