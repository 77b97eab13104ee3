// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace pmusim::cli {

/// Name and version, the SIMD target in use, and which architecture is modelled.
[[nodiscard]] std::string version_text();

}  // namespace pmusim::cli
