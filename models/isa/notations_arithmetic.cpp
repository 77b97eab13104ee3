// SPDX-License-Identifier: Apache-2.0
//
// Second operands: registers that are shifted or extended, numbers, bit fields, conditions.
#include "models/isa/arithmetic.h"
#include "models/isa/logical_immediate.h"
#include "models/isa/notations.h"

namespace pmusim::isa {
namespace {

constexpr NumberRange shift_range(bool wide) {
  return {.least = 0, .most = width_of(wide) - 1, .unit = 1};
}

bool parse_amount(OperandParser& in, Instruction& instruction, const NumberRange& range) {
  const auto amount = in.number(range);
  instruction.amount = static_cast<std::uint8_t>(amount.value_or(0));
  return amount.has_value();
}

std::optional<Shift> shift_without_ror(std::string_view name) {
  const auto shift = shift_of_name(name);
  return shift == Shift::ror ? std::nullopt : shift;
}

void print_shifted(const Instruction& instruction, OperandPrinter& out) {
  out.reg(instruction.m, RegWidth::as_instruction, instruction);
  if (instruction.shift != Shift::lsl || instruction.amount != 0) {
    out.text(",");
    out.text(kShiftNames.at(static_cast<std::size_t>(instruction.shift)));
    out.text(" ");
    out.number(instruction.amount);
  }
}

template <bool may_rotate>
bool parse_shifted(OperandParser& in, Instruction& instruction) {
  if (!in.reg(instruction.m, RegWidth::as_instruction, false, instruction)) {
    return false;
  }
  const auto shift = in.accept_name_after_comma(may_rotate ? shift_of_name : shift_without_ror);
  if (!shift) {
    return true;
  }
  instruction.shift = *shift;
  return parse_amount(in, instruction, shift_range(instruction.wide));
}

/// The extension that changes nothing: written as LSL beside the stack pointer.
constexpr Extend whole_register(bool wide) {
  return wide ? Extend::uxtx : Extend::uxtw;
}

constexpr NumberRange kExtendAmounts{.least = 0, .most = 4, .unit = 1};

bool extends_x(const Instruction& instruction) {
  return instruction.wide &&
         (instruction.extend == Extend::uxtx || instruction.extend == Extend::sxtx);
}

void print_extended(const Instruction& instruction, OperandPrinter& out) {
  out.reg(instruction.m, extends_x(instruction) ? RegWidth::x : RegWidth::w, instruction);
  out.text(",");
  out.text(kExtendNames.at(static_cast<std::size_t>(instruction.extend)));
  if (instruction.amount != 0) {
    out.text(" ");
    out.number(instruction.amount);
  }
}

bool parse_extended(OperandParser& in, Instruction& instruction) {
  const auto reg = in.any_reg();
  if (!reg || reg->reg == Reg::sp) {
    return reg.has_value() && in.syntax("another register than SP");
  }
  instruction.m = reg->reg;
  const auto extend = in.accept_name_after_comma(extend_of_name);
  if (!extend) {
    return in.syntax("',' and one of UXTB, UXTH, UXTW, UXTX, SXTB, SXTH, SXTW, SXTX");
  }
  instruction.extend = *extend;
  if (reg->is_x != extends_x(instruction)) {
    return in.syntax(extends_x(instruction) ? "an X register before it" : "a W register before it");
  }
  return !in.is_number_next() || parse_amount(in, instruction, kExtendAmounts);
}

void print_extended_by_sp(const Instruction& instruction, OperandPrinter& out) {
  out.reg(instruction.m, RegWidth::as_instruction, instruction);
  if (instruction.amount != 0) {
    out.text(",LSL ");
    out.number(instruction.amount);
  }
}

bool parse_extended_by_sp(OperandParser& in, Instruction& instruction) {
  if (instruction.n != Reg::sp && instruction.d != Reg::sp) {
    return in.syntax("a form without SP");
  }
  if (!in.reg(instruction.m, RegWidth::as_instruction, false, instruction)) {
    return false;
  }
  instruction.extend = whole_register(instruction.wide);
  const auto shift = in.accept_name_after_comma(lsl_of_name);
  return !shift || parse_amount(in, instruction, kExtendAmounts);
}

constexpr std::int64_t kImm12End = 1 << 12;
constexpr std::string_view kAddRange = "0 to 4095, or a multiple of 4096 up to 16773120";

/// Takes a magnitude, with `,LSL #12` if that is written or needed.
bool set_add_immediate(OperandParser& in, Instruction& instruction, std::uint64_t magnitude) {
  if (in.accept_name_after_comma(lsl_of_name)) {
    const bool fits = magnitude < kImm12End;
    instruction.imm = fits ? static_cast<std::int64_t>(magnitude) : 0;
    if (!fits) {
      return in.out_of_range("0 to 4095");
    }
    const auto amount = in.number({.least = 0, .most = 12, .unit = 12});
    instruction.amount = static_cast<std::uint8_t>(amount.value_or(0));
    instruction.imm <<= instruction.amount;
    return amount.has_value();
  }
  const bool needs_shift = magnitude >= kImm12End;
  if (needs_shift && (magnitude % kImm12End != 0 || magnitude / kImm12End >= kImm12End)) {
    return in.out_of_range(std::string{kAddRange});
  }
  instruction.imm = static_cast<std::int64_t>(magnitude);
  instruction.amount = needs_shift ? 12 : 0;
  return true;
}

void print_add_immediate(const Instruction& instruction, OperandPrinter& out) {
  const bool is_shifted = instruction.amount != 0;
  out.number(instruction.imm >> instruction.amount);
  out.text(is_shifted ? ",LSL #12" : "");
}

bool parse_add_immediate(OperandParser& in, Instruction& instruction) {
  const auto number = in.number();
  if (number && number->is_negative && number->magnitude != 0) {
    return in.out_of_range(std::string{kAddRange});
  }
  return number && set_add_immediate(in, instruction, number->magnitude);
}

bool parse_negative_immediate(OperandParser& in, Instruction& instruction) {
  const auto number = in.number();
  if (number && !number->is_negative) {
    return in.out_of_range(std::string{kAddRange});
  }
  return number && set_add_immediate(in, instruction, number->magnitude);
}

bool parse_twice(OperandParser& in, Instruction& instruction) {
  const bool is_register = in.reg(instruction.n, RegWidth::as_instruction, false, instruction);
  instruction.m = instruction.n;
  return is_register;
}

void print_negative_immediate(const Instruction& instruction, OperandPrinter& out) {
  out.number(-instruction.imm);
}

}  // namespace

constexpr Notation kTwiceNotation{.description = "Rn",
                                  .print =
                                      [](const Instruction& instruction, OperandPrinter& out) {
                                        out.reg(
                                            instruction.n, RegWidth::as_instruction, instruction);
                                      },
                                  .parse = parse_twice};

constexpr Notation kShiftedNotation{
    .description = "Rm{,LSL|LSR|ASR #n}", .print = print_shifted, .parse = parse_shifted<false>};

constexpr Notation kRotatedNotation{
    .description = "Rm{,LSL|LSR|ASR|ROR #n}", .print = print_shifted, .parse = parse_shifted<true>};

constexpr Notation kExtendedNotation{
    .description = "Rm,UXTB|...|SXTX{ #n}", .print = print_extended, .parse = parse_extended};

constexpr Notation kExtendedBySpNotation{
    .description = "Rm{,LSL #n}", .print = print_extended_by_sp, .parse = parse_extended_by_sp};

constexpr Notation kAddImmediateNotation{
    .description = "#imm{,LSL #12}", .print = print_add_immediate, .parse = parse_add_immediate};

constexpr Notation kNegativeImmediateNotation{.description = "#-imm{,LSL #12}",
                                              .print = print_negative_immediate,
                                              .parse = parse_negative_immediate};

}  // namespace pmusim::isa
