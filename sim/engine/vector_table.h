// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "models/pmu/pmu_config.h"
#include "sim/engine/vectors.h"

namespace pmusim::engine {

/// Runs every entry of a truth table of "may this counter count now".
///
/// @param manual  entries that the manual profile inverts are inverted
/// @return  the first entry that did not hold, without file and id
/// @throws BadVector when the table does not follow the format
[[nodiscard]] std::optional<VectorFailure> run_table(const nlohmann::json& table,
                                                     const PmuConfig& config,
                                                     bool manual);

}  // namespace pmusim::engine
