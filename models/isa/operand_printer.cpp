// SPDX-License-Identifier: Apache-2.0
#include "models/isa/operand_printer.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace pmusim::isa {

void OperandPrinter::reg(Reg reg, RegWidth width, const Instruction& instruction) {
  text_ +=
      name_of(reg, width == RegWidth::as_instruction ? instruction.wide : width == RegWidth::x);
}

void OperandPrinter::number(std::int64_t value) {
  text_ += "#" + std::to_string(value);
}

void OperandPrinter::pattern(std::uint64_t value) {
  std::array<char, 24> digits{};
  std::snprintf(digits.data(), digits.size(), "#0x%llx", static_cast<unsigned long long>(value));
  text_ += digits.data();
}

void OperandPrinter::distance(std::int64_t bytes) {
  text_ += bytes < 0 ? ".-" : ".+";
  const auto bits = static_cast<std::uint64_t>(bytes);
  text_ += std::to_string(bytes < 0 ? -bits : bits);
}

void OperandPrinter::system_register(SysReg reg) {
  if (reg == kNzcv) {
    text_ += kNzcvName;
    return;
  }
  const auto known = std::ranges::find(names_, reg, &NamedSysReg::reg);
  if (known != names_.end()) {
    text_ += known->name;
    return;
  }
  std::array<char, 40> name{};
  std::snprintf(name.data(),
                name.size(),
                "S%u_%u_C%u_C%u_%u",
                unsigned{reg.op0},
                unsigned{reg.op1},
                unsigned{reg.crn},
                unsigned{reg.crm},
                unsigned{reg.op2});
  text_ += name.data();
}

}  // namespace pmusim::isa
