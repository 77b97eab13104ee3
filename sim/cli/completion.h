// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace pmusim::cli {

// Completion scripts, made from the table of commands.

[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

}  // namespace pmusim::cli
