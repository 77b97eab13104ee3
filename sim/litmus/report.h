// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/litmus/outcome.h"

namespace pmusim::litmus {

struct ReportOptions {
  bool states{true};    ///< list the states
  bool witness{false};  ///< show the execution that settles the condition
};

/// The outcome of a test as herd7 prints it. Counts are of states, or of runs where it was sampled,
/// not of executions. Where a sample or a run that was cut short leaves the answer open,
/// "Undecided" stands in the place of Ok and No, and of the observation.
[[nodiscard]] std::string report(const LitmusTest& test,
                                 const Outcome& outcome,
                                 const ReportOptions& options);

/// The execution that settles the condition, a line for each event in the order in which things
/// became visible; empty when there is none.
[[nodiscard]] std::string witness_text(const LitmusTest& test, const Outcome& outcome);

}  // namespace pmusim::litmus
