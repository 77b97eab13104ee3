// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace pmusim::engine {

/// The SIMD targets that this machine can count with, best first; the first is used.
[[nodiscard]] std::vector<std::string> simd_target_names();

}  // namespace pmusim::engine
