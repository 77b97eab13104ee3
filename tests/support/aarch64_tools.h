// SPDX-License-Identifier: Apache-2.0
//
// The assembler and the disassembler of GNU binutils, to judge ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pmusim::test {

/// The words of A64 source at `base`.
///
/// @throws std::runtime_error  when the tools are missing (Debian package
/// binutils-aarch64-linux-gnu)
///                             or refuse the source; with what they say
[[nodiscard]] std::vector<std::uint32_t> real_assemble(const std::vector<std::string>& lines,
                                                       std::uint64_t base);

/// The text of A64 words at `base`, a line each: mnemonic, then the operands behind one blank;
/// without comments. Branch targets are addresses.
///
/// @throws std::runtime_error  as above
[[nodiscard]] std::vector<std::string> real_disassemble(const std::vector<std::uint32_t>& words,
                                                        std::uint64_t base);

}  // namespace pmusim::test
