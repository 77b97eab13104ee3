// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "sim/engine/run_result.h"
#include "sim/engine/timeline.h"

namespace pmusim::report {

/// What a page is drawn from. README.md has the format.
struct PageData {
  std::string description;  ///< JSON: names, totals, and how many spans of each kind follow
  std::string spans;        ///< the spans as varints
};

/// @pre spans and interrupts are in order, and indices are within their lists.
[[nodiscard]] PageData page_data(const engine::Timeline& timeline,
                                 const engine::RunResult& result,
                                 std::string_view purpose);

}  // namespace pmusim::report
