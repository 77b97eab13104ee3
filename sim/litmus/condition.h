// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/memory/proposition.h"
#include "sim/litmus/place.h"

namespace pmusim::litmus {

/// What a test asks of its proposition.
enum class Quantifier : std::uint8_t {
  exists,      ///< that it holds in some execution
  not_exists,  ///< that it holds in none
  forall,      ///< that it holds in all
};

/// A proposition as it is written: like memory::Proposition, with names.
struct WrittenNode {
  memory::Proposition::Kind kind{};
  Place place;
  Value value;
  std::vector<std::size_t> operands;
};

/// What follows the code of a test.
struct Condition {
  Quantifier quantifier{Quantifier::exists};
  std::vector<WrittenNode> nodes;  ///< children before their parents, the root last
  std::vector<Place> shown;        ///< the places of `locations [...]`
};

/// Reads the condition of a test with `threads` threads (0: unknown). Nothing, with all problems
/// noted in `source`, when it is wrong.
[[nodiscard]] std::optional<Condition> read_condition(SourceText& source,
                                                      Part part,
                                                      unsigned threads);

}  // namespace pmusim::litmus
