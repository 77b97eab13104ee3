// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic and logic. Source of every row: Arm ARM DDI 0487, C6.2, the page of the mnemonic; when
// an alias is preferred stands there under "Alias Conditions".
#pragma once

#include "models/isa/slots.h"

namespace pmusim::isa {

/// For forms that are typed and never printed.
constexpr bool never(const Instruction& /*instruction*/) {
  return false;
}

constexpr bool is_at_sp(const Instruction& i) {
  return i.n == Reg::sp || i.d == Reg::sp;
}

/// Beside SP the extension that changes nothing is written as LSL, or left out.
constexpr bool is_plain_at_sp(const Instruction& i) {
  return is_at_sp(i) && i.extend == (i.wide ? Extend::uxtx : Extend::uxtw);
}

constexpr Instruction kAdd{.op = Op::add};
constexpr Instruction kAdds{.op = Op::add, .sets_flags = true};
constexpr Instruction kSub{.op = Op::sub};
constexpr Instruction kSubs{.op = Op::sub, .sets_flags = true};

/// An instruction whose second operand is a register that is shifted.
constexpr Instruction of_shifted(Op op, bool sets_flags = false) {
  return {.op = op, .sets_flags = sets_flags, .operand = Operand::shifted_register};
}

/// The same, extended.
constexpr Instruction of_extended(Op op, bool sets_flags = false) {
  return {.op = op, .sets_flags = sets_flags, .operand = Operand::extended_register};
}

// clang-format off
inline constexpr std::array kAddForms{
    // Immediate
    Form{"CMP",  0x7100001F, kSubs, {kSf, kRnSp, kAddImmediate}},
    Form{"CMN",  0x3100001F, kAdds, {kSf, kRnSp, kAddImmediate}},
    Form{"ADD",  0x11000000, kAdd,  {kSf, kRdSp, kRnSp, kAddImmediate}},
    Form{"ADDS", 0x31000000, kAdds, {kSf, kRd,   kRnSp, kAddImmediate}},
    Form{"SUB",  0x51000000, kSub,  {kSf, kRdSp, kRnSp, kAddImmediate}},
    Form{"SUBS", 0x71000000, kSubs, {kSf, kRd,   kRnSp, kAddImmediate}},
    // Assemblers take a negative immediate for the opposite operation.
    Form{"CMP",  0x3100001F, kAdds, {kSf, kRnSp, kNegativeImmediate}, never},
    Form{"CMN",  0x7100001F, kSubs, {kSf, kRnSp, kNegativeImmediate}, never},
    Form{"ADD",  0x51000000, kSub,  {kSf, kRdSp, kRnSp, kNegativeImmediate}, never},
    Form{"ADDS", 0x71000000, kSubs, {kSf, kRd,   kRnSp, kNegativeImmediate}, never},
    Form{"SUB",  0x11000000, kAdd,  {kSf, kRdSp, kRnSp, kNegativeImmediate}, never},
    Form{"SUBS", 0x31000000, kAdds, {kSf, kRd,   kRnSp, kNegativeImmediate}, never},
    // Shifted register
    Form{"CMP",  0x6B00001F, of_shifted(Op::sub, true), {kSf, kRn, kShifted}},
    Form{"CMN",  0x2B00001F, of_shifted(Op::add, true), {kSf, kRn, kShifted}},
    Form{"NEG",  0x4B0003E0, of_shifted(Op::sub),       {kSf, kRd, kShifted}},
    Form{"NEGS", 0x6B0003E0, of_shifted(Op::sub, true), {kSf, kRd, kShifted}},
    Form{"ADD",  0x0B000000, of_shifted(Op::add),       {kSf, kRd, kRn, kShifted}},
    Form{"ADDS", 0x2B000000, of_shifted(Op::add, true), {kSf, kRd, kRn, kShifted}},
    Form{"SUB",  0x4B000000, of_shifted(Op::sub),       {kSf, kRd, kRn, kShifted}},
    Form{"SUBS", 0x6B000000, of_shifted(Op::sub, true), {kSf, kRd, kRn, kShifted}},
    // Extended register
    Form{"CMP",  0x6B20001F, of_extended(Op::sub, true), {kSf, kRnSp, kExtendedBySp}, is_plain_at_sp},
    Form{"CMN",  0x2B20001F, of_extended(Op::add, true), {kSf, kRnSp, kExtendedBySp}, is_plain_at_sp},
    Form{"ADD",  0x0B200000, of_extended(Op::add),       {kSf, kRdSp, kRnSp, kExtendedBySp}, is_plain_at_sp},
    Form{"ADDS", 0x2B200000, of_extended(Op::add, true), {kSf, kRd,   kRnSp, kExtendedBySp}, is_plain_at_sp},
    Form{"SUB",  0x4B200000, of_extended(Op::sub),       {kSf, kRdSp, kRnSp, kExtendedBySp}, is_plain_at_sp},
    Form{"SUBS", 0x6B200000, of_extended(Op::sub, true), {kSf, kRd,   kRnSp, kExtendedBySp}, is_plain_at_sp},
    Form{"CMP",  0x6B20001F, of_extended(Op::sub, true), {kSf, kRnSp, kExtended}},
    Form{"CMN",  0x2B20001F, of_extended(Op::add, true), {kSf, kRnSp, kExtended}},
    Form{"ADD",  0x0B200000, of_extended(Op::add),       {kSf, kRdSp, kRnSp, kExtended}},
    Form{"ADDS", 0x2B200000, of_extended(Op::add, true), {kSf, kRd,   kRnSp, kExtended}},
    Form{"SUB",  0x4B200000, of_extended(Op::sub),       {kSf, kRdSp, kRnSp, kExtended}},
    Form{"SUBS", 0x6B200000, of_extended(Op::sub, true), {kSf, kRd,   kRnSp, kExtended}},
};

inline constexpr std::array kLogicForms{
    // Immediate
    Form{"TST",  0x7200001F, {.op = Op::and_, .sets_flags = true}, {kSf, kRn, kLogicalImmediate}},
    Form{"AND",  0x12000000, {.op = Op::and_}, {kSf, kRdSp, kRn, kLogicalImmediate}},
    Form{"ORR",  0x32000000, {.op = Op::orr},  {kSf, kRdSp, kRn, kLogicalImmediate}},
    Form{"EOR",  0x52000000, {.op = Op::eor},  {kSf, kRdSp, kRn, kLogicalImmediate}},
    Form{"ANDS", 0x72000000, {.op = Op::and_, .sets_flags = true}, {kSf, kRd, kRn, kLogicalImmediate}},
    // Shifted register
    Form{"TST",  0x6A00001F, of_shifted(Op::and_, true), {kSf, kRn, kRotated}},
    Form{"MVN",  0x2A2003E0, of_shifted(Op::orn),        {kSf, kRd, kRotated}},
    Form{"AND",  0x0A000000, of_shifted(Op::and_),       {kSf, kRd, kRn, kRotated}},
    Form{"BIC",  0x0A200000, of_shifted(Op::bic),        {kSf, kRd, kRn, kRotated}},
    Form{"ORR",  0x2A000000, of_shifted(Op::orr),        {kSf, kRd, kRn, kRotated}},
    Form{"ORN",  0x2A200000, of_shifted(Op::orn),        {kSf, kRd, kRn, kRotated}},
    Form{"EOR",  0x4A000000, of_shifted(Op::eor),        {kSf, kRd, kRn, kRotated}},
    Form{"EON",  0x4A200000, of_shifted(Op::eon),        {kSf, kRd, kRn, kRotated}},
    Form{"ANDS", 0x6A000000, of_shifted(Op::and_, true), {kSf, kRd, kRn, kRotated}},
    Form{"BICS", 0x6A200000, of_shifted(Op::bic, true),  {kSf, kRd, kRn, kRotated}},
};
// clang-format on

}  // namespace pmusim::isa
