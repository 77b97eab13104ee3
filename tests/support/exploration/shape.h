// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/memory/concurrent_program.h"
#include "models/memory/explorer.h"
#include "models/memory/proposition.h"
#include "models/memory/reductions.h"

namespace pmusim::test {

/// A small program and one outcome of it, written as in a table of the memory model.
///
/// The locations are x, y, z and p, of 64 bits; in each thread X1, X3, X5 and X7 hold their
/// addresses. All else starts at 0, if `start` says nothing else: words such as `x=1`, `p=&y`,
/// `1:X9=&x`.
struct Shape {
  std::vector<std::string> threads;  ///< instructions, split by `;`
  std::string outcome;               ///< words such as `1:X0=1` and `x=2`, all of which must hold
  std::string start{};
};

struct ShapeProgram {
  memory::ConcurrentProgram program;
  std::vector<memory::Observable> observed;  ///< what the outcome names
  memory::Proposition outcome;
};

[[nodiscard]] ShapeProgram shape_program(const Shape& shape);

/// Explores all of `shape`; an error ends the test.
[[nodiscard]] memory::ExploreResult explored(const Shape& shape,
                                             const memory::Reductions& reductions = {});

/// Whether the outcome can be. The exploration must be complete.
[[nodiscard]] bool allows(const Shape& shape);

}  // namespace pmusim::test
