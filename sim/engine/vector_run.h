// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "models/pmu/pmu_config.h"
#include "sim/engine/vectors.h"

namespace pmusim::engine {

/// Runs one vector against a PMU of its own.
///
/// @param manual  the replacement expectations of the manual profile apply
/// @return  the first expectation that did not hold, without file and id
/// @throws BadVector when the vector does not follow the format
[[nodiscard]] std::optional<VectorFailure> run_vector(const nlohmann::json& vector,
                                                      const PmuConfig& config,
                                                      bool manual,
                                                      Cutting cutting);

}  // namespace pmusim::engine
