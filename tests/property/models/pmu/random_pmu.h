// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "models/pmu/pmu_core.h"
#include "tests/property/models/pmu/draw.h"
#include "tests/support/pmu_oracle.h"

namespace pmusim::test {

/// Any legal configuration; each reading either way.
[[nodiscard]] PmuConfig random_config(Draw& draw);

/// Registers in any defined state, with counters that are likely to overflow within some hundred
/// cycles.
[[nodiscard]] PmuState random_state(Draw& draw, const PmuConfig& config);

/// A context that the configuration has.
[[nodiscard]] ExecutionContext random_context(Draw& draw, const PmuConfig& config);

/// The highest Exception level of the configuration, where no control stops an access.
[[nodiscard]] ExecutionContext highest_context(const PmuConfig& config);

/// Streams of the events that random states select, for at least `cycles` cycles.
[[nodiscard]] std::unique_ptr<ScriptedActivity> random_activity(Draw& draw, std::uint64_t cycles);

/// The same, cycle by cycle.
[[nodiscard]] std::vector<CycleEvents> written_out(const ScriptedActivity& activity,
                                                   std::uint64_t cycles);

/// One register write by software, in both.
void random_write(Draw& draw, PmuCore& core, PmuOracle& oracle);

}  // namespace pmusim::test
