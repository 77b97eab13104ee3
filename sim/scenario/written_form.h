// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/scenario_file.h"

namespace pmusim::scenario {

/// The written form of a scenario with every default filled in. Reading it gives the same scenario
/// again.
[[nodiscard]] written_form::ScenarioFile to_written_form(const Scenario& scenario);

}  // namespace pmusim::scenario
