// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/report/expectation.h"

namespace pmusim::report {

/// As `evaluate` of a document's text.
[[nodiscard]] std::vector<ExpectationOutcome> evaluate_json(
    std::span<const scenario::Expectation> expectations, const nlohmann::ordered_json& document);

}  // namespace pmusim::report
