// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/common/context.h"
#include "models/pmu/pmu_state.h"

namespace pmusim::test {

/// Where two states differ, a line each ("overflow: 0x1 and 0x3"); empty when they are equal.
[[nodiscard]] std::string differences(const PmuState& left, const PmuState& right);

/// The whole configuration and state, for the message of a failed property.
[[nodiscard]] std::string text_of(const PmuConfig& config);
[[nodiscard]] std::string text_of(const ExecutionContext& context);

}  // namespace pmusim::test
