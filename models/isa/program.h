// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/result.h"
#include "models/isa/instruction.h"
#include "models/isa/system_register_names.h"

namespace pmusim::isa {

/// A program: instructions in a row, four bytes each, from `base` on.
struct Program {
  std::uint64_t base{};
  std::vector<Instruction> code;
  std::map<std::string, std::size_t> labels;  ///< index of the instruction that follows the label;
                                              ///< may be `code.size()`: the end

  /// The instruction at an address, or `code.size()` for the end; nothing for any other address.
  [[nodiscard]] std::optional<std::size_t> index_of(std::uint64_t address) const {
    const std::uint64_t offset = address - base;
    if (offset % 4 != 0 || offset / 4 > code.size()) {
      return std::nullopt;
    }
    return static_cast<std::size_t>(offset / 4);
  }
};

/// One line of source: labels, then an instruction; either may be missing. A comment starts with
/// `//`.
struct SourceLine {
  std::string where;  ///< for messages: `file.s:12`
  std::string text;
  std::size_t column{1};  ///< of the first character of `text`; messages say `file.s:12:7`
};

/// All problems of an assembly, in the order of the lines.
using AssemblyErrors = std::vector<Error>;

/// Assembles A64 text as GNU as and herd7 write it: register names and mnemonics in any case, `#`
/// before an immediate optional, aliases (MOV, CMP, LSL, UBFX, STADD, CSET, ...). `names` are the
/// system registers that may be called by name.
///
/// @error invalid_input  an unknown instruction, label or system register, a label that stands
/// twice,
///                       an operand of the wrong kind or out of range; each with line, column and
///                       remedy
[[nodiscard]] tl::expected<Program, AssemblyErrors> assemble(const std::vector<SourceLine>& lines,
                                                             std::uint64_t base = 0,
                                                             SysRegNames names = {});

/// The same for one text of many lines; `name` stands before the line number in messages.
[[nodiscard]] tl::expected<Program, AssemblyErrors> assemble_text(std::string_view text,
                                                                  std::string_view name,
                                                                  std::uint64_t base = 0,
                                                                  SysRegNames names = {});

/// The text of one instruction, in the preferred alias of the Arm ARM, as `assemble` takes it.
/// Branch targets stand as `.+8`.
///
/// @pre `encode` has a word for it.
[[nodiscard]] std::string to_text(const Instruction& instruction, SysRegNames names = {});

}  // namespace pmusim::isa
