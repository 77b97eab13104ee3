// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/litmus/litmus_test.h"

namespace pmusim::litmus {

/// A test as a litmus file that herd7 and our reader read.
[[nodiscard]] std::string litmus_text(const LitmusTest& test);

}  // namespace pmusim::litmus
