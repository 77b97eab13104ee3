// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/engine/run_result.h"
#include "sim/scenario/scenario.h"

namespace pmusim::test {

/// A scenario of the modelled Linux that is a function of `seed` alone: some CPUs, tasks, guests
/// and more events than counters, with ticks so frequent that everything meets everything.
[[nodiscard]] scenario::Scenario random_linux(std::uint64_t seed);

/// What must not be rare among them.
inline constexpr std::array<std::string_view, 17> kLinuxFeatures{"VHE guest",
                                                                 "nVHE guest",
                                                                 "guest switch blackout",
                                                                 "multiplexing",
                                                                 "sampling",
                                                                 "throttling",
                                                                 "several tasks on a CPU",
                                                                 "migration",
                                                                 "event of a task",
                                                                 "delayed PMU write",
                                                                 "lost threshold",
                                                                 "counters of 32 bits",
                                                                 "instruction counter",
                                                                 "two kinds of CPU",
                                                                 "inherited event",
                                                                 "cut by the end",
                                                                 "random stream"};

/// One character for each feature, '1' or '0'.
[[nodiscard]] std::string linux_features_of(const scenario::Scenario& scenario,
                                            const engine::RunResult& result);

}  // namespace pmusim::test
