// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "sim/litmus/source_text.h"

namespace pmusim::litmus {

/// A part of the text, [from, to).
struct Part {
  std::size_t from{};
  std::size_t to{};
};

/// Where the parts of a litmus test stand.
struct Sections {
  std::string name;
  Part init;       ///< between the braces
  Part code;       ///< the table of the threads
  Part condition;  ///< from the first of `locations`, `exists`, `~exists` and `forall` on
};

/// Splits a litmus test and blanks its comments. Nothing, with problems noted in `source`, when a
/// part cannot be found.
[[nodiscard]] std::optional<Sections> split(SourceText& source);

}  // namespace pmusim::litmus
