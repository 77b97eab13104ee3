// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/common/result.h"
#include "sim/cli/run_scenario.h"

namespace pmusim::cli {

/// Both texts lead to one place, whether it exists or not.
[[nodiscard]] bool is_same_place(const std::string& a, const std::string& b);

/// Every file that the run of one scenario writes, by options or into their folders, is another
/// one, and none is the scenario. The windows.csv of --out and of --csv are one file in one folder.
///
/// @param scenario  its file
/// @error usage  two that are the same, however they are written
[[nodiscard]] Result<void> check_outputs(const RunPlan& plan, const std::string& scenario);

}  // namespace pmusim::cli
