// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pmusim::cli {

/// "1.2.3"
[[nodiscard]] std::string_view version_number();

/// Name and version, the SIMD target in use, and which architecture is modelled.
[[nodiscard]] std::string version_text();

}  // namespace pmusim::cli
