// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "models/isa/instruction.h"
#include "models/isa/register_text.h"
#include "models/isa/system_register_names.h"

namespace pmusim::isa {

/// Collects the text of one instruction's operands.
class OperandPrinter {
 public:
  explicit OperandPrinter(SysRegNames names) : names_{names} {}

  void text(std::string_view text) { text_ += text; }

  void reg(Reg reg, RegWidth width, const Instruction& instruction);

  /// `#12`, `#-12`.
  void number(std::int64_t value);

  /// `#0xff`.
  void pattern(std::uint64_t value);

  /// `.`, `.+8`, `.-8`.
  void distance(std::int64_t bytes);

  void system_register(SysReg reg);

  [[nodiscard]] const std::string& result() const { return text_; }

 private:
  std::string text_;
  SysRegNames names_;
};

}  // namespace pmusim::isa
