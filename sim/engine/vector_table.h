// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/pmu/pmu_config.h"
#include "sim/engine/vector_format.h"
#include "sim/engine/vector_run.h"

namespace pmusim::engine {

/// What a bit of an entry's number sets on top of the base.
struct TableVariable {
  enum class Kind : std::uint8_t {
    nothing,  ///< a field that is none of the PMU: a PMU without it counts the same
    debug_state,
    field,
  };

  Kind kind{};
  PmuRegister reg;
  RegValue mask{};  ///< of the field, which is set to 0 or 1
};

/// A truth table of "may this counter count now".
struct Table {
  unsigned counter{};  ///< 0 to n - 1, 31 for the cycle counter, 32 for the instruction counter
  ExecutionContext context;
  RegValue filters{};  ///< of all type and filter registers
  std::vector<RawRegister> base;
  std::vector<TableVariable> variables;
  std::vector<bool> counts;    ///< one for each combination of the variables
  std::vector<bool> inverted;  ///< those that the manual profile inverts; empty: none
};

[[nodiscard]] Table read_table(VectorReader& in, NodeId at, const PmuConfig& config);

/// Runs every entry of a table; a failure and an early end tell its number as the step.
[[nodiscard]] RunOutcome run_table(const Table& table,
                                   const PmuConfig& config,
                                   PmuProfile profile,
                                   const RunLimits& limits);

}  // namespace pmusim::engine
