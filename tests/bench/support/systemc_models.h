// SPDX-License-Identifier: Apache-2.0
//
// Models of a workload as one would write them in SystemC without a simulator like this one. One
// call a process. The time is that of construction and simulation.
#pragma once

#include "tests/bench/support/measured_run.h"
#include "tests/bench/support/workload.h"

namespace pmusim::bench {

/// One clock, and for each CPU a module with a method that steps its counters at each edge.
[[nodiscard]] Measured run_clocked_model(const Workload& workload);

/// For each CPU a method that counts up to the next overflow and sleeps until then, an event that
/// it notifies, and a method that handles the interrupt. Dense streams only.
[[nodiscard]] Measured run_sampling_model(const Workload& workload);

}  // namespace pmusim::bench
