// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/engine/cpu_unit.h"
#include "sim/engine/run_result.h"

namespace pmusim::engine {

/// What a run that has ended knows of when things happened: its CPUs and events, and the interrupts
/// that a CPU keeps, the first Cpu::kKeptInterrupts of each; the others are counted as left out.
[[nodiscard]] Timeline timeline_of(const RunResult& result,
                                   const std::vector<std::unique_ptr<CpuUnit>>& units);

}  // namespace pmusim::engine
