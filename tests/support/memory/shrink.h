// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "models/memory/concurrent_program.h"

namespace pmusim::test {

/// Simplifies `program` step by step, as long as `interesting` holds for the result: leaves out an
/// instruction, or its acquire or release. Branches keep their targets; threads stay, if empty.
[[nodiscard]] memory::ConcurrentProgram shrink(
    memory::ConcurrentProgram program,
    const std::function<bool(const memory::ConcurrentProgram&)>& interesting);

}  // namespace pmusim::test
