// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/engine/cpu_unit.h"

namespace pmusim::engine {

/// One signal of a CPU in the wave file.
struct VcdSignal {
  std::string name;  ///< below the CPU's scope, with dots for further scopes
  unsigned width{};
  std::function<std::uint64_t(CpuUnit&, CycleTime now)> read;
};

/// Context, interrupts, control registers by field, and flags: what is looked at for changes.
/// Follows the register table.
[[nodiscard]] std::vector<VcdSignal> control_signals(const PmuConfig& config);

/// The counters: shown with their values at the last change of a control signal.
[[nodiscard]] std::vector<VcdSignal> counter_signals(const PmuConfig& config);

}  // namespace pmusim::engine
