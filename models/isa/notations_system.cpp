// SPDX-License-Identifier: Apache-2.0
//
// Branch targets, tested bits, barriers and what the system instructions carry.
#include "models/isa/notations.h"

namespace pmusim::isa {
namespace {

constexpr std::int64_t kPage = 4096;

void print_distance(const Instruction& instruction, OperandPrinter& out) {
  out.distance(instruction.imm);
}

/// Distances that `bits` signed bits hold, in units of `unit` bytes.
bool is_within(std::int64_t distance, unsigned bits, std::int64_t unit) {
  const std::int64_t end = unit << (bits - 1);
  return distance >= -end && distance < end && distance % unit == 0;
}

template <unsigned bits>
bool parse_target(OperandParser& in, Instruction& instruction) {
  const auto distance = in.distance();
  if (distance && !is_within(*distance, bits, 4)) {
    return in.out_of_range("a multiple of 4 within " + std::to_string(4U << (bits - 1)) + " bytes");
  }
  instruction.imm = distance.value_or(0);
  return distance.has_value();
}

bool parse_near_address(OperandParser& in, Instruction& instruction) {
  const auto distance = in.distance();
  if (distance && !is_within(*distance, 21, 1)) {
    return in.out_of_range("within 1048576 bytes");
  }
  instruction.imm = distance.value_or(0);
  return distance.has_value();
}

/// The page of an address, as a number of bytes.
std::int64_t page_of(std::uint64_t address) {
  return static_cast<std::int64_t>(address & ~static_cast<std::uint64_t>(kPage - 1));
}

bool parse_near_page(OperandParser& in, Instruction& instruction) {
  const auto distance = in.distance();
  if (!distance) {
    return false;
  }
  const std::uint64_t pc = in.context().base + 4 * in.context().index;
  const std::int64_t pages = page_of(pc + static_cast<std::uint64_t>(*distance)) - page_of(pc);
  if (!is_within(pages, 21, kPage)) {
    return in.out_of_range("within 4294967296 bytes");
  }
  instruction.imm = pages;
  return true;
}

/// A bit below 32 may be tested in a W or an X register: one instruction, written with W.
void print_tested_register(const Instruction& instruction, OperandPrinter& out) {
  out.reg(instruction.n, RegWidth::as_instruction, instruction);
}

bool parse_tested_register(OperandParser& in, Instruction& instruction) {
  return in.reg(instruction.n, RegWidth::as_instruction, false, instruction);
}

bool parse_tested_bit(OperandParser& in, Instruction& instruction) {
  const auto bit = in.number({.least = 0, .most = instruction.wide ? 63 : 31, .unit = 1});
  instruction.amount = static_cast<std::uint8_t>(bit.value_or(0));
  instruction.wide = instruction.amount >= 32;
  return bit.has_value();
}

bool parse_barrier(OperandParser& in, Instruction& instruction) {
  const auto barrier = in.accept_name(barrier_of_name);
  instruction.types = barrier.value_or(Barrier{}).types;
  instruction.domain = barrier.value_or(Barrier{}).domain;
  return barrier || in.syntax(
                        "one of SY, LD, ST, ISH, ISHLD, ISHST, OSH, OSHLD, OSHST, NSH, "
                        "NSHLD, NSHST");
}

std::optional<bool> is_sy(std::string_view name) {
  return name == "SY" ? std::optional{true} : std::nullopt;
}

bool parse_system_register(OperandParser& in, Instruction& instruction) {
  const auto reg = in.system_register();
  instruction.sysreg = reg.value_or(SysReg{});
  return reg.has_value();
}

bool parse_call_number(OperandParser& in, Instruction& instruction) {
  const auto number = in.number({.least = 0, .most = 0xFFFF, .unit = 1});
  instruction.imm = number.value_or(0);
  return number.has_value();
}

}  // namespace

constexpr Notation kTarget26Notation{
    .description = "label", .print = print_distance, .parse = parse_target<26>};

constexpr Notation kTarget19Notation{
    .description = "label", .print = print_distance, .parse = parse_target<19>};

constexpr Notation kTarget14Notation{
    .description = "label", .print = print_distance, .parse = parse_target<14>};

constexpr Notation kNearAddressNotation{
    .description = "label", .print = print_distance, .parse = parse_near_address};

constexpr Notation kNearPageNotation{
    .description = "label", .print = print_distance, .parse = parse_near_page};

constexpr Notation kTestedRegisterNotation{
    .description = "Rt", .print = print_tested_register, .parse = parse_tested_register};

constexpr Notation kTestedBitNotation{
    .description = "#bit",
    .print = [](const Instruction& instruction,
                OperandPrinter& out) { out.number(instruction.amount); },
    .parse = parse_tested_bit};

constexpr Notation kBarrierNotation{
    .description = "ISH|ISHLD|ISHST|...",
    .print =
        [](const Instruction& instruction, OperandPrinter& out) {
          out.text(name_of(Barrier{instruction.types, instruction.domain}));
        },
    .parse = parse_barrier};

constexpr Notation kFullSystemNotation{
    .description = "SY",
    .print = [](const Instruction& /*instruction*/, OperandPrinter& out) { out.text("SY"); },
    .parse = [](OperandParser& in,
                Instruction& /*instruction*/) { return in.accept_name(is_sy) || in.syntax("SY"); }};

constexpr Notation kSystemRegisterNotation{
    .description = "system register",
    .print = [](const Instruction& instruction,
                OperandPrinter& out) { out.system_register(instruction.sysreg); },
    .parse = parse_system_register};

constexpr Notation kCallNumberNotation{
    .description = "#imm",
    .print = [](const Instruction& instruction,
                OperandPrinter& out) { out.number(instruction.imm); },
    .parse = parse_call_number};

}  // namespace pmusim::isa
