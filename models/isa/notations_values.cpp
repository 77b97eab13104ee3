// SPDX-License-Identifier: Apache-2.0
//
// Numbers that are patterns, whole values or bit fields; conditions.
#include "models/isa/arithmetic.h"
#include "models/isa/logical_immediate.h"
#include "models/isa/notations.h"

namespace pmusim::isa {
namespace {

constexpr std::uint64_t kUpperHalf = 0xFFFF'FFFF'0000'0000U;

/// The bits of a number for a register of that width; nothing when they do not fit, as signed or as
/// unsigned.
std::optional<std::uint64_t> register_value(const Number& number, bool wide) {
  const std::uint64_t bits = number.bits();
  if (number.is_negative && !number.value()) {
    return std::nullopt;
  }
  if (wide) {
    return bits;
  }
  const bool is_unsigned = !number.is_negative && (bits & kUpperHalf) == 0;
  const bool is_signed = number.is_negative && bits >= (kUpperHalf | 0x8000'0000U);
  return is_unsigned || is_signed ? std::optional{cut(bits, wide)} : std::nullopt;
}

/// Reads a whole value; fails with `range` when it is wider than the register.
std::optional<std::uint64_t> read_value(OperandParser& in, bool wide, std::string_view range) {
  const auto number = in.number();
  if (!number) {
    return std::nullopt;
  }
  const auto value = register_value(*number, wide);
  if (!value) {
    in.out_of_range(std::string{range});
  }
  return value;
}

constexpr std::string_view kPatternRange =
    "a run of ones, rotated, in elements of 2, 4, 8, 16, 32 or 64 bits that repeat";
constexpr std::string_view kMoveRange = "16 bits at a multiple of 16, or the inverse of such";

bool parse_pattern(OperandParser& in, Instruction& instruction) {
  const auto value = read_value(in, instruction.wide, kPatternRange);
  if (value && !encode_logical(*value, instruction.wide)) {
    return in.out_of_range(std::string{kPatternRange});
  }
  instruction.imm = static_cast<std::int64_t>(value.value_or(0));
  return value.has_value();
}

/// Sets `imm` and `amount` so that imm << amount is `value`.
bool set_move(OperandParser& in, Instruction& instruction, std::uint64_t value) {
  for (unsigned amount = 0; amount < width_of(instruction.wide); amount += 16) {
    if ((value & ~(std::uint64_t{0xFFFF} << amount)) == 0) {
      instruction.imm = static_cast<std::int64_t>(value >> amount);
      instruction.amount = static_cast<std::uint8_t>(amount);
      return true;
    }
  }
  return in.out_of_range(std::string{kMoveRange});
}

template <bool is_inverted>
bool parse_move_value(OperandParser& in, Instruction& instruction) {
  const bool wide = instruction.wide;
  const auto value = read_value(in, wide, kMoveRange);
  return value && set_move(in, instruction, is_inverted ? cut(~*value, wide) : *value);
}

template <bool is_inverted>
void print_move_value(const Instruction& instruction, OperandPrinter& out) {
  const auto value = static_cast<std::uint64_t>(instruction.imm) << instruction.amount;
  constexpr std::uint64_t kGreatestDecimal = 0xFFFF;
  if (is_inverted) {
    const auto lower = static_cast<std::int32_t>(static_cast<std::uint32_t>(~value));
    out.number(instruction.wide ? static_cast<std::int64_t>(~value) : lower);
  } else if (value <= kGreatestDecimal) {
    out.number(static_cast<std::int64_t>(value));
  } else {
    out.pattern(value);
  }
}

void print_move_immediate(const Instruction& instruction, OperandPrinter& out) {
  out.number(instruction.imm);
  if (instruction.amount != 0) {
    out.text(",LSL ");
    out.number(instruction.amount);
  }
}

bool parse_move_immediate(OperandParser& in, Instruction& instruction) {
  const auto value = in.number({.least = 0, .most = 0xFFFF, .unit = 1});
  if (!value) {
    return false;
  }
  instruction.imm = *value;
  if (!in.accept_name_after_comma(lsl_of_name)) {
    return true;
  }
  const auto amount = in.number({.least = 0, .most = width_of(instruction.wide) - 16, .unit = 16});
  instruction.amount = static_cast<std::uint8_t>(amount.value_or(0));
  return amount.has_value();
}

/// A number of bits, from `least` to `most`.
std::optional<std::uint8_t> read_bits(OperandParser& in, unsigned least, unsigned most) {
  const auto bits = in.number({.least = least, .most = most, .unit = 1});
  return bits ? std::optional{static_cast<std::uint8_t>(*bits)} : std::nullopt;
}

/// `#lsb,#width`.
struct BitRange {
  std::uint8_t lsb{};
  std::uint8_t width{};
};

std::optional<BitRange> read_bit_range(OperandParser& in, bool wide) {
  const auto lsb = read_bits(in, 0, width_of(wide) - 1);
  if (!lsb || !in.expect(',')) {
    return std::nullopt;
  }
  const auto width = read_bits(in, 1, width_of(wide) - *lsb);
  return width ? std::optional{BitRange{*lsb, *width}} : std::nullopt;
}

void print_pair(unsigned first, unsigned second, OperandPrinter& out) {
  out.number(first);
  out.text(",");
  out.number(second);
}

/// How far a field that goes up is rotated right.
unsigned rotation_up(unsigned by, bool wide) {
  return (width_of(wide) - by) % width_of(wide);
}

bool parse_insert(OperandParser& in, Instruction& instruction) {
  const auto range = read_bit_range(in, instruction.wide);
  if (range) {
    instruction.immr = static_cast<std::uint8_t>(rotation_up(range->lsb, instruction.wide));
    instruction.imms = static_cast<std::uint8_t>(range->width - 1);
  }
  return range.has_value();
}

bool parse_extract(OperandParser& in, Instruction& instruction) {
  const auto range = read_bit_range(in, instruction.wide);
  if (range) {
    instruction.immr = range->lsb;
    instruction.imms = static_cast<std::uint8_t>(range->lsb + range->width - 1);
  }
  return range.has_value();
}

bool parse_shift_left(OperandParser& in, Instruction& instruction) {
  const unsigned greatest = width_of(instruction.wide) - 1;
  const auto amount = read_bits(in, 0, greatest);
  if (amount) {
    instruction.immr = static_cast<std::uint8_t>(rotation_up(*amount, instruction.wide));
    instruction.imms = static_cast<std::uint8_t>(greatest - *amount);
  }
  return amount.has_value();
}

bool parse_shift_right(OperandParser& in, Instruction& instruction) {
  const unsigned greatest = width_of(instruction.wide) - 1;
  const auto amount = read_bits(in, 0, greatest);
  instruction.immr = amount.value_or(0);
  instruction.imms = static_cast<std::uint8_t>(greatest);
  return amount.has_value();
}

bool parse_rotation(OperandParser& in, Instruction& instruction) {
  const unsigned greatest = width_of(instruction.wide) - 1;
  const auto immr = read_bits(in, 0, greatest);
  if (!immr || !in.expect(',')) {
    return false;
  }
  const auto imms = read_bits(in, 0, greatest);
  instruction.immr = *immr;
  instruction.imms = imms.value_or(0);
  return imms.has_value();
}

bool parse_condition(OperandParser& in, Instruction& instruction) {
  const auto condition = in.accept_name(condition_of_name);
  instruction.condition = condition.value_or(Condition::eq);
  return condition || in.syntax("a condition, such as NE");
}

/// A condition that has an opposite.
std::optional<Condition> invertible_of_name(std::string_view name) {
  const auto condition = condition_of_name(name);
  return condition < Condition::al ? condition : std::nullopt;
}

bool parse_inverted_condition(OperandParser& in, Instruction& instruction) {
  const auto condition = in.accept_name(invertible_of_name);
  instruction.condition = inverted(condition.value_or(Condition::eq));
  return condition || in.syntax("a condition, such as NE, but not AL or NV");
}

}  // namespace

constexpr Notation kLogicalImmediateNotation{
    .description = "#pattern",
    .print = [](const Instruction& instruction,
                OperandPrinter& out) { out.pattern(static_cast<std::uint64_t>(instruction.imm)); },
    .parse = parse_pattern};

constexpr Notation kMoveImmediateNotation{.description = "#imm{,LSL #16|#32|#48}",
                                          .print = print_move_immediate,
                                          .parse = parse_move_immediate};

constexpr Notation kMoveValueNotation{
    .description = "#imm", .print = print_move_value<false>, .parse = parse_move_value<false>};

constexpr Notation kMoveInvertedNotation{
    .description = "#imm", .print = print_move_value<true>, .parse = parse_move_value<true>};

constexpr Notation kShiftLeftNotation{
    .description = "#n",
    .print =
        [](const Instruction& instruction, OperandPrinter& out) {
          out.number(rotation_up(instruction.immr, instruction.wide));
        },
    .parse = parse_shift_left};

constexpr Notation kShiftRightNotation{
    .description = "#n",
    .print = [](const Instruction& instruction,
                OperandPrinter& out) { out.number(instruction.immr); },
    .parse = parse_shift_right};

constexpr Notation kInsertFieldNotation{
    .description = "#lsb,#width",
    .print =
        [](const Instruction& instruction, OperandPrinter& out) {
          print_pair(rotation_up(instruction.immr, instruction.wide), instruction.imms + 1U, out);
        },
    .parse = parse_insert};

constexpr Notation kExtractFieldNotation{
    .description = "#lsb,#width",
    .print =
        [](const Instruction& instruction, OperandPrinter& out) {
          print_pair(instruction.immr, instruction.imms - instruction.immr + 1U, out);
        },
    .parse = parse_extract};

constexpr Notation kRotationNotation{
    .description = "#immr,#imms",
    .print = [](const Instruction& instruction,
                OperandPrinter& out) { print_pair(instruction.immr, instruction.imms, out); },
    .parse = parse_rotation};

constexpr Notation kLowestBitNotation{
    .description = "#n",
    .print = [](const Instruction& instruction,
                OperandPrinter& out) { out.number(instruction.amount); },
    .parse =
        [](OperandParser& in, Instruction& instruction) {
          const auto bit = read_bits(in, 0, width_of(instruction.wide) - 1);
          instruction.amount = bit.value_or(0);
          return bit.has_value();
        }};

constexpr Notation kConditionNotation{
    .description = "cond",
    .print = [](const Instruction& instruction,
                OperandPrinter& out) { out.text(name_of(instruction.condition)); },
    .parse = parse_condition};

constexpr Notation kInvertedConditionNotation{
    .description = "cond",
    .print = [](const Instruction& instruction,
                OperandPrinter& out) { out.text(name_of(inverted(instruction.condition))); },
    .parse = parse_inverted_condition};

}  // namespace pmusim::isa
