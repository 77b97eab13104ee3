// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "models/common/text.h"

namespace pmusim::isa {

/// The name that somebody may have meant: the nearest of `names` within a third of the letters of
/// `text`. Empty when none is so near.
template <class Names>
[[nodiscard]] std::string nearest_name(std::string_view text, const Names& names) {
  constexpr std::size_t kLongest = 32;
  if (text.size() > kLongest) {
    return {};
  }
  std::size_t least = std::clamp<std::size_t>(text.size() / 3, 1, 3) + 1;
  std::string nearest;
  for (const std::string_view name : names) {
    const std::size_t steps = edit_distance(name, text);
    if (steps < least && steps < name.size()) {
      least = steps;
      nearest = name;
    }
  }
  return nearest;
}

}  // namespace pmusim::isa
