// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/common/problems.h"

namespace pmusim::scenario {

using pmusim::Checked;
using pmusim::Problems;

/// "where: what; hint" of one problem, on one line.
[[nodiscard]] std::string to_text(const Error& problem);

/// A heading with the number of problems, one indented line each, and "and N more" if the list was
/// cut.
[[nodiscard]] std::string to_text(const Problems& problems, const std::string& file);

}  // namespace pmusim::scenario
