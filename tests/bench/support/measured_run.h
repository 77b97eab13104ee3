// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/engine/engine.h"
#include "sim/scenario/scenario.h"

namespace pmusim::bench {

/// CPU time of this process so far.
[[nodiscard]] double cpu_seconds();

/// A run in a process of its own.
struct Measured {
  double seconds{};  ///< CPU time from the call of the engine to its return
  std::uint64_t core_cycles{};
  std::uint64_t interrupts{};
  std::uint64_t checksum{};  ///< of counters and perf events
  bool ok{};                 ///< of several runs: and all have the same checksum
};

/// The median of five runs.
[[nodiscard]] Measured median_of(const scenario::Scenario& scenario,
                                 const engine::RunOptions& options = {});

/// Million core-cycles a second.
[[nodiscard]] double rate_of(const Measured& measured);

/// One line of the table of figures.
void print(std::string_view name,
           double figure,
           std::string_view unit,
           double ratio,
           const Measured& measured);

}  // namespace pmusim::bench
