// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/litmus/litmus_test.h"
#include "sim/scenario/problems.h"

namespace pmusim::litmus {

/// Bytes of a litmus file, at most. Tests are a few hundred.
inline constexpr std::size_t kLargestTest = std::size_t{1} << 20U;

/// Reads an AArch64 litmus test as herd7 writes it.
///
/// @param name  of the file, for messages.
/// @error each problem with file, line and column: not text, another architecture, a missing part,
///        an unknown instruction, register, thread, type or location, rows of unequal length, a
///        thread without end, mixed sizes, and what herd7 knows and this reader does not.
[[nodiscard]] scenario::Checked<LitmusTest> read_test(std::string text, const std::string& name);

/// The same for a file.
[[nodiscard]] scenario::Checked<LitmusTest> read_test_file(const std::string& path);

}  // namespace pmusim::litmus
