// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sim/engine/run_result.h"
#include "sim/scenario/scenario.h"

namespace pmusim::test {

/// What must not be rare among the random scenarios.
inline constexpr std::array<std::string_view, 15> kFeatures{"two clocks",
                                                            "IPI",
                                                            "timer",
                                                            "skid",
                                                            "delayed PMU write",
                                                            "freeze",
                                                            "CHAIN with threshold",
                                                            "edge",
                                                            "interrupt in a handler",
                                                            "random stream",
                                                            "sampling interrupt",
                                                            "cut by the end",
                                                            "program",
                                                            "interrupts around programs",
                                                            "shared memory"};

/// Which features a run had: one character for each of kFeatures, '1' or '0'. They are taken from
/// what happened where the result shows it, not from what the scenario would allow.
[[nodiscard]] std::string features_of(const scenario::Scenario& scenario,
                                      const engine::RunResult& result);

}  // namespace pmusim::test
