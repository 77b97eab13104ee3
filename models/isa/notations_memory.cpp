// SPDX-License-Identifier: Apache-2.0
//
// Addresses.
#include "models/isa/dataflow.h"
#include "models/isa/notations.h"

namespace pmusim::isa {
namespace {

constexpr NumberRange kByteOffsets{.least = -256, .most = 255, .unit = 1};

NumberRange scaled_offsets(const Instruction& instruction) {
  const std::int64_t size = access_size(instruction);
  return {.least = 0, .most = 4095 * size, .unit = size};
}

NumberRange pair_offsets(const Instruction& instruction) {
  const std::int64_t size = access_size(instruction);
  return {.least = -64 * size, .most = 63 * size, .unit = size};
}

NumberRange byte_offsets(const Instruction& /*instruction*/) {
  return kByteOffsets;
}

using Offsets = NumberRange (*)(const Instruction&);

bool parse_offset(OperandParser& in, Instruction& instruction, Offsets offsets) {
  const auto offset = in.number(offsets(instruction));
  instruction.imm = offset.value_or(0);
  return offset.has_value();
}

bool parse_opened_base(OperandParser& in, Instruction& instruction) {
  return in.expect('[') && in.reg(instruction.n, RegWidth::x, true, instruction);
}

void print_opened_base(const Instruction& instruction, OperandPrinter& out) {
  out.text("[");
  out.reg(instruction.n, RegWidth::x, instruction);
}

void print_base(const Instruction& instruction, OperandPrinter& out) {
  print_opened_base(instruction, out);
  out.text("]");
}

/// `[Xn]` or `[Xn,#0]`: some write the zero.
bool parse_base(OperandParser& in, Instruction& instruction) {
  return parse_opened_base(in, instruction) &&
         (!in.accept_comma_before_number() || in.number({.least = 0, .most = 0, .unit = 1})) &&
         in.expect(']');
}

void print_offset(const Instruction& instruction, OperandPrinter& out) {
  print_opened_base(instruction, out);
  if (instruction.imm != 0) {
    out.text(",");
    out.number(instruction.imm);
  }
  out.text("]");
}

template <Offsets offsets>
bool parse_base_and_offset(OperandParser& in, Instruction& instruction) {
  return parse_opened_base(in, instruction) &&
         (!in.accept_comma_before_number() || parse_offset(in, instruction, offsets)) &&
         in.expect(']');
}

void print_pre_index(const Instruction& instruction, OperandPrinter& out) {
  print_opened_base(instruction, out);
  out.text(",");
  out.number(instruction.imm);
  out.text("]!");
}

template <Offsets offsets>
bool parse_pre_index(OperandParser& in, Instruction& instruction) {
  return parse_opened_base(in, instruction) && in.expect(',') &&
         parse_offset(in, instruction, offsets) && in.expect(']') && in.expect('!');
}

void print_post_index(const Instruction& instruction, OperandPrinter& out) {
  print_base(instruction, out);
  out.text(",");
  out.number(instruction.imm);
}

template <Offsets offsets>
bool parse_post_index(OperandParser& in, Instruction& instruction) {
  return parse_opened_base(in, instruction) && in.expect(']') && in.expect(',') &&
         parse_offset(in, instruction, offsets);
}

bool is_of_x(Extend extend) {
  return extend == Extend::uxtx || extend == Extend::sxtx;
}

void print_register_offset(const Instruction& instruction, OperandPrinter& out) {
  print_opened_base(instruction, out);
  out.text(",");
  out.reg(instruction.m, is_of_x(instruction.extend) ? RegWidth::x : RegWidth::w, instruction);
  const bool is_plain = instruction.extend == Extend::uxtx;
  if (!is_plain || instruction.amount != 0) {
    out.text(",");
    out.text(is_plain ? "LSL" : kExtendNames.at(static_cast<std::size_t>(instruction.extend)));
  }
  if (instruction.amount != 0) {
    out.text(" ");
    out.number(instruction.amount);
  }
  out.text("]");
}

/// How an offset register may be extended; LSL takes it whole.
std::optional<Extend> offset_extend_of_name(std::string_view name) {
  if (name == "LSL") {
    return Extend::uxtx;
  }
  const auto extend = extend_of_name(name);
  const bool is_of_address =
      extend == Extend::uxtw || extend == Extend::sxtw || extend == Extend::sxtx;
  return is_of_address ? extend : std::nullopt;
}

bool parse_offset_extend(OperandParser& in, Instruction& instruction, bool is_x) {
  const auto extend = in.accept_name_after_comma(offset_extend_of_name);
  if (!extend && !is_x) {
    return in.syntax("',UXTW' or ',SXTW' after a W register");
  }
  instruction.extend = extend.value_or(Extend::uxtx);
  if (is_of_x(instruction.extend) != is_x) {
    return in.syntax(is_x ? "LSL or SXTX after an X register" : "UXTW or SXTW after a W register");
  }
  if (!extend || !in.is_number_next()) {
    return true;
  }
  const std::int64_t scale = instruction.wide ? 3 : 2;
  const auto amount = in.number({.least = 0, .most = scale, .unit = scale});
  instruction.amount = static_cast<std::uint8_t>(amount.value_or(0));
  return amount.has_value();
}

bool parse_register_offset(OperandParser& in, Instruction& instruction) {
  if (!parse_opened_base(in, instruction) || !in.expect(',')) {
    return false;
  }
  const auto offset = in.any_reg();
  if (!offset || offset->reg == Reg::sp) {
    return offset && in.syntax("another register than SP before it");
  }
  instruction.m = offset->reg;
  return parse_offset_extend(in, instruction, offset->is_x) && in.expect(']');
}

}  // namespace

constexpr Notation kBaseNotation{
    .description = "[Xn|SP]", .print = print_base, .parse = parse_base};

constexpr Notation kRegisterOffsetNotation{.description = "[Xn|SP,Xm{,LSL #n}]",
                                           .print = print_register_offset,
                                           .parse = parse_register_offset};

constexpr Notation kScaledOffsetNotation{.description = "[Xn|SP{,#imm}]",
                                         .print = print_offset,
                                         .parse = parse_base_and_offset<scaled_offsets>};

constexpr Notation kByteOffsetNotation{.description = "[Xn|SP{,#imm}]",
                                       .print = print_offset,
                                       .parse = parse_base_and_offset<byte_offsets>};

constexpr Notation kPreIndexNotation{.description = "[Xn|SP,#imm]!",
                                     .print = print_pre_index,
                                     .parse = parse_pre_index<byte_offsets>};

constexpr Notation kPostIndexNotation{.description = "[Xn|SP],#imm",
                                      .print = print_post_index,
                                      .parse = parse_post_index<byte_offsets>};

constexpr Notation kPairOffsetNotation{.description = "[Xn|SP{,#imm}]",
                                       .print = print_offset,
                                       .parse = parse_base_and_offset<pair_offsets>};

constexpr Notation kPairPreIndexNotation{.description = "[Xn|SP,#imm]!",
                                         .print = print_pre_index,
                                         .parse = parse_pre_index<pair_offsets>};

constexpr Notation kPairPostIndexNotation{.description = "[Xn|SP],#imm",
                                          .print = print_post_index,
                                          .parse = parse_post_index<pair_offsets>};

}  // namespace pmusim::isa
