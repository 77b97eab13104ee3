// SPDX-License-Identifier: Apache-2.0
//
// A result as tables for spreadsheets and scripts: RFC 4180 with a heading line and line feeds.
#pragma once

#include <string>
#include <string_view>

#include "models/common/result.h"
#include "sim/engine/run_result.h"

namespace pmusim::report {

/// `text` as a field: in quotes if it needs them.
[[nodiscard]] std::string csv_field(std::string_view text);

/// A row for each measured event: totals over all CPUs. What was intended, lost and leaked is empty
/// for bare CPUs, samples and throttling are 0.
[[nodiscard]] std::string events_csv(const engine::RunResult& result);

/// A row for each counter of each CPU, with the cycles of each reason for not counting.
[[nodiscard]] std::string counters_csv(const engine::RunResult& result);

/// A row for each interrupt that a CPU took, in the order of the CPUs; the first 1,000 of each.
[[nodiscard]] std::string interrupts_csv(const engine::RunResult& result);

/// A row for the windows of each event, kind and cause; none for bare CPUs.
[[nodiscard]] std::string causes_csv(const engine::RunResult& result);

/// Writes events.csv, counters.csv and interrupts.csv into `folder`, which is created if missing;
/// with the modelled Linux causes.csv too. (All windows are a WindowFile.)
///
/// @error io  @see write_file
[[nodiscard]] Result<void> write_csv_files(const engine::RunResult& result,
                                           const std::string& folder);

}  // namespace pmusim::report
