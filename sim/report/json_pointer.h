// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pmusim::report {

/// The tokens of an RFC 6901 pointer, unescaped. @pre empty, or begins with '/'.
[[nodiscard]] std::vector<std::string> tokens_of(std::string_view pointer);

/// A key as it stands in a pointer: "a/b" becomes "a~1b".
[[nodiscard]] std::string escaped(std::string_view key);

}  // namespace pmusim::report
