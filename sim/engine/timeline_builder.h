// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/engine/cpu_unit.h"
#include "sim/engine/run_result.h"

namespace pmusim::engine {

/// Timeline::tasks of a scenario: its tasks in their order, and what a CPU does without one.
[[nodiscard]] std::vector<std::string> task_names(const scenario::Scenario& scenario);

/// What a run that has ended recorded.
[[nodiscard]] Timeline timeline_of(const scenario::Scenario& scenario,
                                   const RunResult& result,
                                   const std::vector<std::unique_ptr<CpuUnit>>& units);

}  // namespace pmusim::engine
