// SPDX-License-Identifier: Apache-2.0
//
// A run as one HTML file that needs nothing else: no network, no fonts, no other file.
#pragma once

#include <string>
#include <string_view>

#include "sim/engine/run_result.h"
#include "sim/engine/timeline.h"

namespace pmusim::report {

/// The file's text. Names and purpose are data: nothing in them can become markup or script.
///
/// @param purpose  what the scenario shows, a sentence; may be empty
/// @pre as page_data
[[nodiscard]] std::string html_page(const engine::Timeline& timeline,
                                    const engine::RunResult& result,
                                    std::string_view purpose);

}  // namespace pmusim::report
