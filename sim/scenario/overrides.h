// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/result.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/problems.h"

namespace pmusim::scenario {

/// One value that the command line puts into a scenario before it is checked.
struct Override {
  std::string option;  ///< as the user wrote it: "--set /seed=3"; messages begin with it
  std::string
      pointer;  ///< RFC 6901; a list element also by its "name", and "-" for a new last element
  std::string value;  ///< JSON, or plain text when it is not JSON
};

/// Reads the argument of `--set`: "/json/pointer=value".
///
/// @error usage  there is no '=', or the pointer does not start with '/'.
[[nodiscard]] Result<Override> parse_override(std::string_view argument);

/// The override that `--seed N` stands for.
[[nodiscard]] Override seed_override(std::string_view value);

/// Puts the values into the tree below `top`, in order. Missing objects on the way are created.
///
/// @return  where each of them put its value, list elements by number: two pointers to one value
/// are equal there. Empty for one with a problem.
/// @error the pointer leads through a value that is no list or object, or past the end of a list.
std::vector<std::string> apply_overrides(JsonDocument& document,
                                         NodeId top,
                                         std::span<const Override> overrides,
                                         Problems& problems);

}  // namespace pmusim::scenario
