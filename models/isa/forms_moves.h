// SPDX-License-Identifier: Apache-2.0
//
// Moves, bit fields, shifts, addresses and selects. Source of every row: Arm ARM DDI 0487, C6.2,
// the page of the mnemonic; when an alias is preferred stands there under "Alias Conditions".
#pragma once

#include "models/isa/forms_arithmetic.h"

namespace pmusim::isa {

constexpr bool moves_shifted_zero(const Instruction& i) {
  return i.imm == 0 && i.amount != 0;
}

constexpr bool is_value(const Instruction& i) {
  return !moves_shifted_zero(i);
}

/// With W registers MOVZ can write what MOVN of all ones does.
constexpr bool is_inverted_value(const Instruction& i) {
  return !moves_shifted_zero(i) && (i.wide || i.imm != 0xFFFF);
}

/// Whether one MOVZ makes `value`.
constexpr bool is_of_movz(std::uint64_t value) {
  for (unsigned amount = 0; amount < 64; amount += 16) {
    if ((value & ~(std::uint64_t{0xFFFF} << amount)) == 0) {
      return true;
    }
  }
  return false;
}

/// Neither MOVZ nor MOVN makes the value (pseudocode MoveWidePreferred).
constexpr bool is_for_orr_alone(const Instruction& i) {
  const auto value = static_cast<std::uint64_t>(i.imm);
  const std::uint64_t inverted = i.wide ? ~value : ~value & 0xFFFF'FFFFU;
  return !is_of_movz(value) && !is_of_movz(inverted);
}

constexpr unsigned last_bit(const Instruction& i) {
  return i.wide ? 63 : 31;
}

constexpr bool is_shift_left(const Instruction& i) {
  return i.imms != last_bit(i) && i.imms + 1 == i.immr;
}

constexpr bool is_shift_right(const Instruction& i) {
  return i.imms == last_bit(i);
}

constexpr bool goes_up(const Instruction& i) {
  return i.imms < i.immr;
}

constexpr bool is_invertible(const Instruction& i) {
  return i.condition < Condition::al;
}

constexpr bool is_invertible_of_register(const Instruction& i) {
  return is_invertible(i) && i.n != Reg::zero;
}

/// SBFM or UBFM of the bits from 0 up to `last`.
constexpr Instruction of_low_bits(Op op, bool wide, std::uint8_t last) {
  return {.op = op, .wide = wide, .imms = last};
}

// clang-format off
inline constexpr std::array kMoveForms{
    Form{"MOV",  0x2A0003E0, of_shifted(Op::orr), {kSf, kRd, kRm}},
    Form{"MOV",  0x11000000, kAdd,                {kSf, kRdSp, kRnSp}, is_at_sp},
    Form{"MOV",  0x52800000, {.op = Op::movz},    {kSf, kRd, kMoveValue}, is_value},
    Form{"MOV",  0x12800000, {.op = Op::movn},    {kSf, kRd, kMoveInverted}, is_inverted_value},
    Form{"MOV",  0x320003E0, {.op = Op::orr},     {kSf, kRdSp, kLogicalImmediate}, is_for_orr_alone},
    Form{"MOVZ", 0x52800000, {.op = Op::movz},    {kSf, kRd, kMoveImmediate}},
    Form{"MOVN", 0x12800000, {.op = Op::movn},    {kSf, kRd, kMoveImmediate}},
    Form{"MOVK", 0x72800000, {.op = Op::movk},    {kSf, kRd, kMoveImmediate}},
    Form{"ADR",  0x10000000, {.op = Op::adr},     {kXd, kNearAddress}},
    Form{"ADRP", 0x90000000, {.op = Op::adrp},    {kXd, kNearPage}},
};

inline constexpr std::array kBitFieldForms{
    Form{"SXTB",  0x13001C00, of_low_bits(Op::sbfm, false, 7),  {kWd, kWn}},
    Form{"SXTB",  0x93401C00, of_low_bits(Op::sbfm, true, 7),   {kXd, kWn}},
    Form{"SXTH",  0x13003C00, of_low_bits(Op::sbfm, false, 15), {kWd, kWn}},
    Form{"SXTH",  0x93403C00, of_low_bits(Op::sbfm, true, 15),  {kXd, kWn}},
    Form{"SXTW",  0x93407C00, of_low_bits(Op::sbfm, true, 31),  {kXd, kWn}},
    Form{"UXTB",  0x53001C00, of_low_bits(Op::ubfm, false, 7),  {kWd, kWn}},
    Form{"UXTH",  0x53003C00, of_low_bits(Op::ubfm, false, 15), {kWd, kWn}},
    Form{"LSL",   0x53000000, {.op = Op::ubfm}, {kSfAndN, kRd, kRn, kShiftLeft}, is_shift_left},
    Form{"LSR",   0x53000000, {.op = Op::ubfm}, {kSfAndN, kRd, kRn, kShiftRight}, is_shift_right},
    Form{"ASR",   0x13000000, {.op = Op::sbfm}, {kSfAndN, kRd, kRn, kShiftRight}, is_shift_right},
    Form{"BFC",   0x330003E0, {.op = Op::bfm},  {kSfAndN, kRd, kInsertField}, goes_up},
    Form{"BFI",   0x33000000, {.op = Op::bfm},  {kSfAndN, kRd, kRn, kInsertField}, goes_up},
    Form{"UBFIZ", 0x53000000, {.op = Op::ubfm}, {kSfAndN, kRd, kRn, kInsertField}, goes_up},
    Form{"SBFIZ", 0x13000000, {.op = Op::sbfm}, {kSfAndN, kRd, kRn, kInsertField}, goes_up},
    Form{"BFXIL", 0x33000000, {.op = Op::bfm},  {kSfAndN, kRd, kRn, kExtractField}},
    Form{"UBFX",  0x53000000, {.op = Op::ubfm}, {kSfAndN, kRd, kRn, kExtractField}},
    Form{"SBFX",  0x13000000, {.op = Op::sbfm}, {kSfAndN, kRd, kRn, kExtractField}},
    Form{"BFM",   0x33000000, {.op = Op::bfm},  {kSfAndN, kRd, kRn, kRotation}, never},
    Form{"UBFM",  0x53000000, {.op = Op::ubfm}, {kSfAndN, kRd, kRn, kRotation}, never},
    Form{"SBFM",  0x13000000, {.op = Op::sbfm}, {kSfAndN, kRd, kRn, kRotation}, never},
};

inline constexpr std::array kShiftForms{
    Form{"ROR",  0x13800000, {.op = Op::extr}, {kSfAndN, kRd, kRnTwice, kLowestBit}},
    Form{"EXTR", 0x13800000, {.op = Op::extr}, {kSfAndN, kRd, kRn, kRm, kLowestBit}},
    Form{"LSL",  0x1AC02000, {.op = Op::lslv}, {kSf, kRd, kRn, kRm}},
    Form{"LSR",  0x1AC02400, {.op = Op::lsrv}, {kSf, kRd, kRn, kRm}},
    Form{"ASR",  0x1AC02800, {.op = Op::asrv}, {kSf, kRd, kRn, kRm}},
    Form{"ROR",  0x1AC02C00, {.op = Op::rorv}, {kSf, kRd, kRn, kRm}},
    Form{"LSLV", 0x1AC02000, {.op = Op::lslv}, {kSf, kRd, kRn, kRm}, never},
    Form{"LSRV", 0x1AC02400, {.op = Op::lsrv}, {kSf, kRd, kRn, kRm}, never},
    Form{"ASRV", 0x1AC02800, {.op = Op::asrv}, {kSf, kRd, kRn, kRm}, never},
    Form{"RORV", 0x1AC02C00, {.op = Op::rorv}, {kSf, kRd, kRn, kRm}, never},
};

inline constexpr std::array kSelectForms{
    Form{"CSET",  0x1A9F07E0, {.op = Op::csinc}, {kSf, kRd, kInvertedCondition}, is_invertible},
    Form{"CSETM", 0x5A9F03E0, {.op = Op::csinv}, {kSf, kRd, kInvertedCondition}, is_invertible},
    Form{"CINC",  0x1A800400, {.op = Op::csinc}, {kSf, kRd, kRnTwice, kInvertedCondition}, is_invertible_of_register},
    Form{"CINV",  0x5A800000, {.op = Op::csinv}, {kSf, kRd, kRnTwice, kInvertedCondition}, is_invertible_of_register},
    Form{"CNEG",  0x5A800400, {.op = Op::csneg}, {kSf, kRd, kRnTwice, kInvertedCondition}, is_invertible},
    Form{"CSEL",  0x1A800000, {.op = Op::csel},  {kSf, kRd, kRn, kRm, kCondition}},
    Form{"CSINC", 0x1A800400, {.op = Op::csinc}, {kSf, kRd, kRn, kRm, kCondition}},
    Form{"CSINV", 0x5A800000, {.op = Op::csinv}, {kSf, kRd, kRn, kRm, kCondition}},
    Form{"CSNEG", 0x5A800400, {.op = Op::csneg}, {kSf, kRd, kRn, kRm, kCondition}},
};
// clang-format on

}  // namespace pmusim::isa
