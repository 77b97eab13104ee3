// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "sim/engine/run_result.h"
#include "sim/report/expectation.h"

namespace pmusim::report {

/// How a result is shown to people.
struct TableStyle {
  bool color{false};  ///< ANSI colours, for terminals
};

/// The result of one run for people: heading, measured events, CPUs with the counters they used,
/// and the expectations that do not hold. At most 100 columns wide: longer names of events
/// go on in the next line. A CPU and its type with long names may be wider.
[[nodiscard]] std::string result_table(const engine::RunResult& result,
                                       std::span<const ExpectationOutcome> outcomes,
                                       TableStyle style = {});

}  // namespace pmusim::report
