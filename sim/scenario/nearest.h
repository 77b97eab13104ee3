// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pmusim::scenario {

/// The candidate that a misspelt `word` most likely means; empty when none is close.
///
/// Close: at most one third of the letters (at least one, at most three) inserted, dropped,
/// replaced or swapped with a neighbour; letter case does not count. Of equally close ones the
/// first.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> candidates);

/// `did you mean "x"?`, or nothing when no candidate is close. Of candidates that differ from the
/// word in the number at the end alone it names those next to it: `did you mean "p5" or "p7"?`.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     std::span<const std::string_view> candidates);

}  // namespace pmusim::scenario
