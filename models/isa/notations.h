// SPDX-License-Identifier: Apache-2.0
//
// How the operands of instructions are written. Source: Arm ARM DDI 0487, C6.2, "Assembler
// symbols".
#pragma once

#include <string>
#include <string_view>

#include "models/isa/instruction.h"
#include "models/isa/operand_parser.h"
#include "models/isa/operand_printer.h"

namespace pmusim::isa {

/// Text of an operand and the members of an instruction that it stands for.
struct Notation {
  std::string_view description;  ///< as in a manual: `Xn|SP`
  void (*print)(const Instruction&, OperandPrinter&){};
  /// Sets the members. False when the text is something else or out of range; the parser keeps why.
  bool (*parse)(OperandParser&, Instruction&){};
};

/// A register.
template <Reg Instruction::* member, RegWidth width = RegWidth::as_instruction, bool is_sp = false>
constexpr Notation register_notation(std::string_view description) {
  return {.description = description,
          .print = [](const Instruction& instruction,
                      OperandPrinter& out) { out.reg(instruction.*member, width, instruction); },
          .parse =
              [](OperandParser& in, Instruction& instruction) {
                return in.reg(instruction.*member, width, is_sp, instruction);
              }};
}

extern const Notation kTwiceNotation;              ///< Rn that is Rm as well
extern const Notation kTestedRegisterNotation;     ///< of TBZ: W or X
extern const Notation kShiftedNotation;            ///< `Rm{,LSL #n}`
extern const Notation kRotatedNotation;            ///< the same, ROR too
extern const Notation kExtendedNotation;           ///< `Rm,UXTW{ #n}`
extern const Notation kExtendedBySpNotation;       ///< `Rm{,LSL #n}` where Rn or Rd is SP
extern const Notation kAddImmediateNotation;       ///< `#imm{,LSL #12}`
extern const Notation kNegativeImmediateNotation;  ///< the same, negative: ADD X0,X1,#-4 is SUB
extern const Notation kLogicalImmediateNotation;   ///< `#imm`, a rotated run of ones
extern const Notation kMoveImmediateNotation;      ///< `#imm{,LSL #16}`
extern const Notation kMoveValueNotation;          ///< the value of MOVZ
extern const Notation kMoveInvertedNotation;       ///< the value of MOVN
extern const Notation kShiftLeftNotation;          ///< `#n` of LSL as UBFM
extern const Notation kShiftRightNotation;         ///< `#n` of LSR and ASR
extern const Notation kInsertFieldNotation;        ///< `#lsb,#width` of BFI, UBFIZ
extern const Notation kExtractFieldNotation;       ///< `#lsb,#width` of BFXIL, UBFX
extern const Notation kRotationNotation;           ///< `#immr,#imms`
extern const Notation kLowestBitNotation;          ///< `#lsb` of EXTR, `#n` of ROR
extern const Notation kConditionNotation;          ///< `NE`
extern const Notation kInvertedConditionNotation;  ///< of CSET and the like
extern const Notation kTestedBitNotation;          ///< `#bit`
extern const Notation kTarget26Notation;           ///< a label or `.+8`, within 128 MiB
extern const Notation kTarget19Notation;           ///< within 1 MiB
extern const Notation kTarget14Notation;           ///< within 32 KiB
extern const Notation kNearAddressNotation;        ///< of ADR, within 1 MiB
extern const Notation kNearPageNotation;           ///< of ADRP, within 4 GiB
extern const Notation kBaseNotation;               ///< `[Xn]`
extern const Notation kRegisterOffsetNotation;     ///< `[Xn,Xm{,LSL #3}]`, `[Xn,Wm,SXTW]`
extern const Notation kScaledOffsetNotation;       ///< `[Xn{,#imm}]`
extern const Notation kByteOffsetNotation;         ///< `[Xn{,#imm}]`, any byte
extern const Notation kPreIndexNotation;           ///< `[Xn,#imm]!`
extern const Notation kPostIndexNotation;          ///< `[Xn],#imm`
extern const Notation kPairOffsetNotation;         ///< the three of LDP and STP
extern const Notation kPairPreIndexNotation;
extern const Notation kPairPostIndexNotation;
extern const Notation kBarrierNotation;         ///< `ISHST`
extern const Notation kFullSystemNotation;      ///< the SY of ISB, never printed
extern const Notation kSystemRegisterNotation;  ///< `PMCCNTR_EL0`, `S3_3_C9_C13_0`
extern const Notation kCallNumberNotation;      ///< `#imm` of SVC and HVC

}  // namespace pmusim::isa
