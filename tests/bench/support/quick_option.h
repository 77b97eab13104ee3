// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace pmusim::bench {

/// What a program was asked for that has no option but --quick.
struct QuickOption {
  bool quick{};
  std::optional<int> status{};  ///< it is over already, and this is its exit status
};

/// @param usage  the first word after "Usage: " is the program's name
inline QuickOption read_quick_option(std::string_view usage,
                                     const std::vector<std::string_view>& arguments) {
  constexpr std::string_view kStart = "Usage: ";
  const std::string_view rest = usage.substr(kStart.size());
  const std::string_view program = rest.substr(0, rest.find(' '));
  QuickOption option;
  for (const std::string_view argument : arguments) {
    if (argument == "--help" || argument == "-h") {
      fmt::print("{}", usage);
      option.status = 0;
      return option;
    }
    if (argument != "--quick") {
      fmt::print(stderr, "{}: no option {}\n\n{}", program, argument, usage);
      option.status = 2;
      return option;
    }
    option.quick = true;
  }
  return option;
}

}  // namespace pmusim::bench
