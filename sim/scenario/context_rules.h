// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "models/common/context.h"
#include "models/pmu/pmu_config.h"

namespace pmusim::scenario {

/// Why a CPU cannot be in a context, and what to do about it.
struct Objection {
  std::string what;
  std::string hint;
};

/// Nothing if a CPU with this configuration can execute in `context`.
/// @arch  Arm ARM DDI 0487, "Security state"
[[nodiscard]] std::optional<Objection> objection_to(const ExecutionContext& context,
                                                    const PmuConfig& config);

}  // namespace pmusim::scenario
