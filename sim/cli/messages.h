// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "models/common/result.h"
#include "sim/cli/exit_code.h"

namespace pmusim::cli {

/// Writes "pmusim: where: what; hint" and returns the exit status that the error calls for.
ExitCode report_error(std::ostream& err, const Error& error);

}  // namespace pmusim::cli
