// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "models/isa/program.h"

namespace pmusim::litmus {

/// The first branch back of a program, by its index.
[[nodiscard]] std::optional<std::size_t> branch_back(const isa::Program& program);

/// The first branch back from which no way leads to the end of the program, whatever is read from
/// memory. An indirect branch may go anywhere.
[[nodiscard]] std::optional<std::size_t> endless_loop(const isa::Program& program);

}  // namespace pmusim::litmus
