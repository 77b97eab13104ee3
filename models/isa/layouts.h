// SPDX-License-Identifier: Apache-2.0
//
// Where the operands of instructions stand in the word. Source: Arm ARM DDI 0487, C4.1, the
// encoding diagrams; fields bear their names there.
#pragma once

#include <cstdint>

#include "models/isa/field.h"
#include "models/isa/instruction.h"

namespace pmusim::isa {

/// Bits of a word and the members of an instruction that they stand for. The width (X or W) is
/// extracted first; other layouts may look at it.
struct Layout {
  std::uint32_t mask{};
  /// The bits. What does not fit is cut: only reading it back shows whether it did fit.
  std::uint32_t (*insert)(const Instruction&){};
  /// Sets the members. False when the bits are reserved.
  bool (*extract)(std::uint32_t word, Instruction&){};
};

/// A register; number 31 is the zero register or, with `is_sp`, the stack pointer.
template <Reg Instruction::* member, unsigned lsb, bool is_sp = false>
inline constexpr Layout kRegisterLayout{
    .mask = Field{lsb, 5}.mask(),
    .insert =
        [](const Instruction& instruction) {
          // 31 for either; reading it back tells which is meant.
          const Reg reg = instruction.*member;
          return Field{lsb, 5}.put(reg == Reg::sp ? Reg::zero : reg);
        },
    .extract =
        [](std::uint32_t word, Instruction& instruction) {
          const auto reg = Field{lsb, 5}.get<Reg>(word);
          instruction.*member = is_sp && reg == Reg::zero ? Reg::sp : reg;
          return true;
        }};

/// The bit that is 1 for X registers: sf, or the low bit of size.
template <unsigned lsb>
inline constexpr Layout kWidthLayout{.mask = Field{lsb, 1}.mask(),
                                     .insert =
                                         [](const Instruction& instruction) {
                                           return Field{lsb, 1}.put(instruction.wide ? 1U : 0U);
                                         },
                                     .extract =
                                         [](std::uint32_t word, Instruction& instruction) {
                                           instruction.wide = Field{lsb, 1}.get(word) != 0;
                                           return true;
                                         }};

template <unsigned lsb>
inline constexpr Layout kConditionLayout{
    .mask = Field{lsb, 4}.mask(),
    .insert =
        [](const Instruction& instruction) { return Field{lsb, 4}.put(instruction.condition); },
    .extract =
        [](std::uint32_t word, Instruction& instruction) {
          instruction.condition = Field{lsb, 4}.get<Condition>(word);
          return true;
        }};

/// A branch target: a signed number of words.
template <unsigned lsb, unsigned bits>
inline constexpr Layout kTargetLayout{
    .mask = Field{lsb, bits}.mask(),
    .insert =
        [](const Instruction& instruction) { return Field{lsb, bits}.put(instruction.imm / 4); },
    .extract =
        [](std::uint32_t word, Instruction& instruction) {
          instruction.imm = 4 * Field{lsb, bits}.get_signed(word);
          return true;
        }};

extern const Layout kWidthAndNLayout;         ///< sf and N of the bit-field instructions
extern const Layout kTwiceLayout;             ///< one register as Rn and as Rm
extern const Layout kShiftedLayout;           ///< Rm, shift (no ROR) and imm6
extern const Layout kRotatedLayout;           ///< Rm, shift and imm6
extern const Layout kExtendedLayout;          ///< Rm, option and imm3
extern const Layout kAddImmediateLayout;      ///< sh and imm12
extern const Layout kLogicalImmediateLayout;  ///< N, immr and imms
extern const Layout kMoveImmediateLayout;     ///< hw and imm16
extern const Layout kBitFieldLayout;          ///< immr and imms
extern const Layout kLowestBitLayout;         ///< imms, of EXTR
extern const Layout kTestedBitLayout;         ///< b5 and b40
extern const Layout kNearAddressLayout;       ///< immhi and immlo: bytes
extern const Layout kNearPageLayout;          ///< immhi and immlo: pages of 4096 bytes
extern const Layout kBaseLayout;              ///< Rn
extern const Layout kRegisterOffsetLayout;    ///< Rn, Rm, option and S
extern const Layout kScaledOffsetLayout;      ///< Rn and imm12, in units of the access
extern const Layout kByteOffsetLayout;        ///< Rn and imm9
extern const Layout kPairOffsetLayout;        ///< Rn and imm7, in units of one access
extern const Layout kBarrierLayout;           ///< CRm of DMB and DSB
extern const Layout kSystemRegisterLayout;    ///< o0, op1, CRn, CRm and op2
extern const Layout kCallNumberLayout;        ///< imm16 of SVC and HVC

}  // namespace pmusim::isa
