// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/engine/run_result.h"

namespace pmusim::report {

/// Events of the modelled Linux as lines of a table: what was counted beside what was intended.
/// Columns that would be empty are left out.
[[nodiscard]] std::string compared_events_text(const engine::RunResult& result);

/// Where the counts differ from what was intended, by event, kind and cause; nothing if nowhere.
[[nodiscard]] std::string causes_text(const engine::RunResult& result);

}  // namespace pmusim::report
