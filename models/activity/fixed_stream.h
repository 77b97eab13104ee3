// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/activity/amount_column.h"
#include "models/activity/event_stream.h"
#include "models/common/result.h"

namespace pmusim {

/// `amount` in every cycle.
[[nodiscard]] std::unique_ptr<EventStream> constant_stream(std::uint32_t amount);

/// `amount` in cycles first, first + period, first + 2 * period, ...; 0 in all others.
/// @pre period is at least 1.
[[nodiscard]] std::unique_ptr<EventStream> periodic_stream(std::uint64_t period,
                                                           std::uint64_t first,
                                                           std::uint32_t amount);

/// A list of runs as streams share it.
class RunList;

/// @error invalid_input  no runs, or one of 0 cycles.
[[nodiscard]] Result<std::shared_ptr<const RunList>> make_run_list(std::vector<Run> runs);

/// The runs in order, repeated for ever.
[[nodiscard]] std::unique_ptr<EventStream> run_length_stream(std::shared_ptr<const RunList> runs);

/// The amounts of the column in order, repeated for ever.
[[nodiscard]] std::unique_ptr<EventStream> column_stream(AmountColumn column);

}  // namespace pmusim
