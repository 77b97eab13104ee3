// SPDX-License-Identifier: Apache-2.0
//
// The results of a sweep as tables. They depend on the results alone, not on the order in which
// points were finished.
#pragma once

#include <string>

#include "sim/sweep/grid.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/results.h"

namespace pmusim::sweep {

/// A row for each finished point, RFC 4180 with a heading line and line feeds: point, the
/// parameters by pointer, expectations ("ok", "failed", "unchecked", "broken", or empty when it did
/// not run), the measures by pointer (empty where there is none), problem.
[[nodiscard]] std::string csv_document(const Grid& grid, const Results& results);

/// The same with what the sweep was: JSON, a line for each point. README.md lists the keys.
[[nodiscard]] std::string json_document(const Identity& identity,
                                        const Grid& grid,
                                        const Results& results);

}  // namespace pmusim::sweep
