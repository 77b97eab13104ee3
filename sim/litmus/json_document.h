// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/litmus/report.h"

namespace pmusim::litmus {

/// A test that was run.
struct Finished {
  LitmusTest test;
  Outcome outcome;
};

/// The document of `pmusim litmus --json`: name, states, observation, end and seconds of each test;
/// the reason as well where outcomes may be missing; of a sample how many runs ended in each state,
/// how many did not end, and its coverage if known. States and witness as `options` says.
///
/// @param interrupted  further tests were not run; the document says so.
[[nodiscard]] std::string json_document(const std::vector<Finished>& finished,
                                        const ReportOptions& options,
                                        bool interrupted);

}  // namespace pmusim::litmus
