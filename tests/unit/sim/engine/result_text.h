// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/engine/run_result.h"

namespace pmusim::test {

/// Everything in a result, a line for each value: two results are equal when their texts are.
[[nodiscard]] std::string to_text(const engine::RunResult& result);

}  // namespace pmusim::test
