// SPDX-License-Identifier: Apache-2.0
//
// A result as tables for spreadsheets and scripts: RFC 4180 with a heading line and line feeds.
#pragma once

#include <string>

#include "models/common/result.h"
#include "sim/engine/run_result.h"

namespace pmusim::report {

/// A row for each measured event: totals over all CPUs.
[[nodiscard]] std::string events_csv(const engine::RunResult& result);

/// A row for each counter of each CPU, with the cycles of each reason for not counting.
[[nodiscard]] std::string counters_csv(const engine::RunResult& result);

/// A row for each interrupt that a CPU took, in the order of the CPUs; the first 1,000 of each.
[[nodiscard]] std::string interrupts_csv(const engine::RunResult& result);

/// Writes events.csv, counters.csv and interrupts.csv into `folder`, which is created if missing.
///
/// @error io  @see write_file
[[nodiscard]] Result<void> write_csv_files(const engine::RunResult& result,
                                           const std::string& folder);

}  // namespace pmusim::report
