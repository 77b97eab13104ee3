// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/memory/concurrent_program.h"

namespace pmusim::memory {

/// A proposition over final values: a tree in one vector, children by index, the root last.
struct Proposition {
  enum class Kind : std::uint8_t { truth, falsehood, equals, negation, conjunction, disjunction };

  struct Node {
    Kind kind{Kind::truth};
    Observable what;                    ///< of `equals`
    std::uint64_t value{};              ///< of `equals`
    unsigned bits{64};                  ///< of `equals`: how many low bits are compared
    std::vector<std::size_t> operands;  ///< of `negation` (one), `conjunction` and `disjunction`
  };

  /// Holds always: for questions about final states alone.
  [[nodiscard]] static Proposition always() { return {.nodes = {Node{}}}; }

  std::vector<Node> nodes;
};

}  // namespace pmusim::memory
