// SPDX-License-Identifier: Apache-2.0
//
// What instructions compute (Arm ARM, C6.2, the "Operation" of each instruction).
#include "models/common/expect.h"
#include "models/isa/arithmetic.h"
#include "models/isa/dataflow.h"

namespace pmusim::isa {
namespace {

std::uint64_t second_operand(const Instruction& instruction, std::uint64_t m) {
  switch (instruction.operand) {
    case Operand::immediate:
      return static_cast<std::uint64_t>(instruction.imm);
    case Operand::shifted_register:
      return shifted(m, instruction.shift, instruction.amount, instruction.wide);
    case Operand::extended_register:
      return extended(m, instruction.extend, instruction.amount);
  }
  return 0;
}

std::uint64_t move_wide(const Instruction& instruction, std::uint64_t old) {
  const auto bits = static_cast<std::uint64_t>(instruction.imm) << instruction.amount;
  switch (instruction.op) {
    case Op::movz:
      return bits;
    case Op::movn:
      return cut(~bits, instruction.wide);
    default:
      return cut((old & ~(std::uint64_t{0xFFFF} << instruction.amount)) | bits, instruction.wide);
  }
}

std::uint64_t logic(Op op, std::uint64_t n, std::uint64_t m) {
  switch (op) {
    case Op::and_:
      return n & m;
    case Op::bic:
      return n & ~m;
    case Op::orr:
      return n | m;
    case Op::orn:
      return n | ~m;
    case Op::eor:
      return n ^ m;
    default:
      return n ^ ~m;
  }
}

std::uint64_t select(const Instruction& instruction, const Operands& in) {
  if (holds(instruction.condition, in.flags)) {
    return in.n;
  }
  switch (instruction.op) {
    case Op::csinc:
      return in.m + 1;
    case Op::csinv:
      return ~in.m;
    case Op::csneg:
      return -in.m;
    default:
      return in.m;
  }
}

Shift shift_of(Op op) {
  switch (op) {
    case Op::lslv:
      return Shift::lsl;
    case Op::lsrv:
      return Shift::lsr;
    case Op::asrv:
      return Shift::asr;
    default:
      return Shift::ror;
  }
}

/// The bits from `lowest` up of the pair n:m.
std::uint64_t extracted(std::uint64_t n, std::uint64_t m, unsigned lowest, bool wide) {
  const std::uint64_t from_m = cut(m, wide) >> lowest;
  return lowest == 0 ? from_m : from_m | (n << (width_of(wide) - lowest));
}

std::uint64_t address_near(const Instruction& instruction, std::uint64_t pc) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t from = instruction.op == Op::adrp ? pc & ~(kPage - 1) : pc;
  return from + static_cast<std::uint64_t>(instruction.imm);
}

Computed plain(std::uint64_t value, bool wide) {
  return {.value = cut(value, wide), .flags = 0};
}

}  // namespace

Computed compute(const Instruction& instruction, const Operands& in, std::uint64_t pc) {
  const bool wide = instruction.wide;
  switch (instruction.op) {
    case Op::movz:
    case Op::movn:
    case Op::movk:
      return plain(move_wide(instruction, in.d), wide);
    case Op::add: {
      const Sum sum = add_with_carry(in.n, second_operand(instruction, in.m), false, wide);
      return {sum.value, sum.flags};
    }
    case Op::sub: {
      const Sum sum = add_with_carry(in.n, ~second_operand(instruction, in.m), true, wide);
      return {sum.value, sum.flags};
    }
    case Op::and_:
    case Op::bic:
    case Op::orr:
    case Op::orn:
    case Op::eor:
    case Op::eon: {
      const auto value = cut(logic(instruction.op, in.n, second_operand(instruction, in.m)), wide);
      return {value, logical_flags(value, wide)};
    }
    case Op::sbfm:
    case Op::bfm:
    case Op::ubfm:
      return plain(moved_bits(instruction, in.n, in.d), wide);
    case Op::lslv:
    case Op::lsrv:
    case Op::asrv:
    case Op::rorv: {
      const auto amount = static_cast<unsigned>(in.m % width_of(wide));
      return plain(shifted(in.n, shift_of(instruction.op), amount, wide), wide);
    }
    case Op::extr:
      return plain(extracted(in.n, in.m, instruction.amount, wide), wide);
    case Op::adr:
    case Op::adrp:
      return plain(address_near(instruction, pc), true);
    case Op::csel:
    case Op::csinc:
    case Op::csinv:
    case Op::csneg:
      return plain(select(instruction, in), wide);
    default:
      PMUSIM_EXPECT(false, "only moves, arithmetic, logic, shifts and selects are computed");
  }
  return {};
}

bool holds(Condition condition, std::uint64_t flags) {
  const bool n = ((flags >> kFlagN) & 1U) != 0;
  const bool z = ((flags >> kFlagZ) & 1U) != 0;
  const bool c = ((flags >> kFlagC) & 1U) != 0;
  const bool v = ((flags >> kFlagV) & 1U) != 0;
  switch (condition) {
    case Condition::eq:
      return z;
    case Condition::ne:
      return !z;
    case Condition::cs:
      return c;
    case Condition::cc:
      return !c;
    case Condition::mi:
      return n;
    case Condition::pl:
      return !n;
    case Condition::vs:
      return v;
    case Condition::vc:
      return !v;
    case Condition::hi:
      return c && !z;
    case Condition::ls:
      return !c || z;
    case Condition::ge:
      return n == v;
    case Condition::lt:
      return n != v;
    case Condition::gt:
      return !z && n == v;
    case Condition::le:
      return z || n != v;
    case Condition::al:
    case Condition::nv:
      return true;
  }
  return true;
}

bool taken(const Instruction& instruction, std::uint64_t tested) {
  switch (instruction.op) {
    case Op::b_cond:
      return holds(instruction.condition, tested);
    case Op::cbz:
      return cut(tested, instruction.wide) == 0;
    case Op::cbnz:
      return cut(tested, instruction.wide) != 0;
    case Op::tbz:
      return ((tested >> instruction.amount) & 1U) == 0;
    case Op::tbnz:
      return ((tested >> instruction.amount) & 1U) != 0;
    default:
      return true;
  }
}

std::uint64_t address_offset(const Instruction& instruction, std::uint64_t offset) {
  if (instruction.operand == Operand::extended_register) {
    return extended(offset, instruction.extend, instruction.amount);
  }
  return instruction.indexing == Indexing::post ? 0 : static_cast<std::uint64_t>(instruction.imm);
}

std::uint64_t atomic_result(const Instruction& instruction,
                            std::uint64_t old_value,
                            std::uint64_t operand) {
  switch (instruction.op) {
    case Op::ldadd:
      return cut(old_value + operand, instruction.wide);
    case Op::ldclr:
      return cut(old_value & ~operand, instruction.wide);
    case Op::ldeor:
      return cut(old_value ^ operand, instruction.wide);
    case Op::ldset:
      return cut(old_value | operand, instruction.wide);
    default:  // SWP
      return cut(operand, instruction.wide);
  }
}

}  // namespace pmusim::isa
