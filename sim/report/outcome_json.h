// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "sim/report/expectation.h"

namespace pmusim::report {

/// What became of expectations, as a compact JSON list: the key `expectations` of each document.
[[nodiscard]] std::string outcomes_json(std::span<const ExpectationOutcome> outcomes);

}  // namespace pmusim::report
