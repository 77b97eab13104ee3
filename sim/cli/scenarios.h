// SPDX-License-Identifier: Apache-2.0
//
// What all commands that read scenarios have in common.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "sim/cli/arguments.h"
#include "sim/cli/exit_code.h"
#include "sim/scenario/overrides.h"
#include "sim/scenario/problems.h"

namespace pmusim::cli {

/// Adds --set and --seed.
void add_override_options(OptionTable& options);

/// The values of --set and --seed, in the order in which they are put in: --seed last.
/// @error usage  --set without "/pointer=value"
[[nodiscard]] Result<std::vector<scenario::Override>> overrides_of(const Arguments& arguments);

/// Writes every problem of a scenario and returns the exit status that they call for.
ExitCode report_problems(std::ostream& err,
                         const scenario::Problems& problems,
                         const std::string& file);

}  // namespace pmusim::cli
