// SPDX-License-Identifier: Apache-2.0
//
// The operands that forms are made of, by the names of the Arm ARM.
#pragma once

#include "models/isa/forms.h"

namespace pmusim::isa {

inline constexpr Notation kRdText = register_notation<&Instruction::d>("Rd");
inline constexpr Notation kRdSpText =
    register_notation<&Instruction::d, RegWidth::as_instruction, true>("Rd|SP");
inline constexpr Notation kXdText = register_notation<&Instruction::d, RegWidth::x>("Xd");
inline constexpr Notation kWdText = register_notation<&Instruction::d, RegWidth::w>("Wd");
inline constexpr Notation kRnText = register_notation<&Instruction::n>("Rn");
inline constexpr Notation kRnSpText =
    register_notation<&Instruction::n, RegWidth::as_instruction, true>("Rn|SP");
inline constexpr Notation kXnText = register_notation<&Instruction::n, RegWidth::x>("Xn");
inline constexpr Notation kWnText = register_notation<&Instruction::n, RegWidth::w>("Wn");
inline constexpr Notation kRmText = register_notation<&Instruction::m>("Rm");
inline constexpr Notation kRsText = register_notation<&Instruction::m>("Rs");
inline constexpr Notation kWsText = register_notation<&Instruction::m, RegWidth::w>("Ws");
inline constexpr Notation kRtText = register_notation<&Instruction::d>("Rt");
inline constexpr Notation kXtText = register_notation<&Instruction::d, RegWidth::x>("Xt");
inline constexpr Notation kRt2Text = register_notation<&Instruction::t2>("Rt2");
inline constexpr Notation kTestedText = register_notation<&Instruction::n>("Rt");

// The width: sf, or the low bit of size.
inline constexpr Slot kSf{&kWidthLayout<31>, nullptr};
inline constexpr Slot kSize{&kWidthLayout<30>, nullptr};
inline constexpr Slot kSfAndN{&kWidthAndNLayout, nullptr};

// Registers
inline constexpr Slot kRd{&kRegisterLayout<&Instruction::d, 0>, &kRdText};
inline constexpr Slot kRdSp{&kRegisterLayout<&Instruction::d, 0, true>, &kRdSpText};
inline constexpr Slot kXd{&kRegisterLayout<&Instruction::d, 0>, &kXdText};
inline constexpr Slot kWd{&kRegisterLayout<&Instruction::d, 0>, &kWdText};
inline constexpr Slot kRn{&kRegisterLayout<&Instruction::n, 5>, &kRnText};
inline constexpr Slot kRnSp{&kRegisterLayout<&Instruction::n, 5, true>, &kRnSpText};
inline constexpr Slot kXn{&kRegisterLayout<&Instruction::n, 5>, &kXnText};
inline constexpr Slot kWn{&kRegisterLayout<&Instruction::n, 5>, &kWnText};
inline constexpr Slot kRm{&kRegisterLayout<&Instruction::m, 16>, &kRmText};
inline constexpr Slot kRs{&kRegisterLayout<&Instruction::m, 16>, &kRsText};
inline constexpr Slot kWs{&kRegisterLayout<&Instruction::m, 16>, &kWsText};
inline constexpr Slot kRt{&kRegisterLayout<&Instruction::d, 0>, &kRtText};
inline constexpr Slot kXt{&kRegisterLayout<&Instruction::d, 0>, &kXtText};
inline constexpr Slot kRt2{&kRegisterLayout<&Instruction::t2, 10>, &kRt2Text};
inline constexpr Slot kTested{&kRegisterLayout<&Instruction::n, 0>, &kTestedText};
inline constexpr Slot kRnTwice{&kTwiceLayout, &kTwiceNotation};

// Second operands
inline constexpr Slot kShifted{&kShiftedLayout, &kShiftedNotation};
inline constexpr Slot kRotated{&kRotatedLayout, &kRotatedNotation};
inline constexpr Slot kExtended{&kExtendedLayout, &kExtendedNotation};
inline constexpr Slot kExtendedBySp{&kExtendedLayout, &kExtendedBySpNotation};
inline constexpr Slot kAddImmediate{&kAddImmediateLayout, &kAddImmediateNotation};
inline constexpr Slot kNegativeImmediate{&kAddImmediateLayout, &kNegativeImmediateNotation};
inline constexpr Slot kLogicalImmediate{&kLogicalImmediateLayout, &kLogicalImmediateNotation};
inline constexpr Slot kMoveImmediate{&kMoveImmediateLayout, &kMoveImmediateNotation};
inline constexpr Slot kMoveValue{&kMoveImmediateLayout, &kMoveValueNotation};
inline constexpr Slot kMoveInverted{&kMoveImmediateLayout, &kMoveInvertedNotation};

// Bit fields and conditions
inline constexpr Slot kShiftLeft{&kBitFieldLayout, &kShiftLeftNotation};
inline constexpr Slot kShiftRight{&kBitFieldLayout, &kShiftRightNotation};
inline constexpr Slot kInsertField{&kBitFieldLayout, &kInsertFieldNotation};
inline constexpr Slot kExtractField{&kBitFieldLayout, &kExtractFieldNotation};
inline constexpr Slot kRotation{&kBitFieldLayout, &kRotationNotation};
inline constexpr Slot kLowestBit{&kLowestBitLayout, &kLowestBitNotation};
inline constexpr Slot kCondition{&kConditionLayout<12>, &kConditionNotation};
inline constexpr Slot kInvertedCondition{&kConditionLayout<12>, &kInvertedConditionNotation};
inline constexpr Slot kMnemonicCondition{&kConditionLayout<0>, nullptr};

// Branches
inline constexpr Slot kTarget26{&kTargetLayout<0, 26>, &kTarget26Notation};
inline constexpr Slot kTarget19{&kTargetLayout<5, 19>, &kTarget19Notation};
inline constexpr Slot kTarget14{&kTargetLayout<5, 14>, &kTarget14Notation};
inline constexpr Slot kTestedOfEitherWidth{&kRegisterLayout<&Instruction::n, 0>,
                                           &kTestedRegisterNotation};
inline constexpr Slot kTestedBit{&kTestedBitLayout, &kTestedBitNotation};
inline constexpr Slot kNearAddress{&kNearAddressLayout, &kNearAddressNotation};
inline constexpr Slot kNearPage{&kNearPageLayout, &kNearPageNotation};

// Addresses
inline constexpr Slot kBase{&kBaseLayout, &kBaseNotation};
inline constexpr Slot kRegisterOffset{&kRegisterOffsetLayout, &kRegisterOffsetNotation};
inline constexpr Slot kScaledOffset{&kScaledOffsetLayout, &kScaledOffsetNotation};
inline constexpr Slot kByteOffset{&kByteOffsetLayout, &kByteOffsetNotation};
inline constexpr Slot kPreIndex{&kByteOffsetLayout, &kPreIndexNotation};
inline constexpr Slot kPostIndex{&kByteOffsetLayout, &kPostIndexNotation};
inline constexpr Slot kPairOffset{&kPairOffsetLayout, &kPairOffsetNotation};
inline constexpr Slot kPairPreIndex{&kPairOffsetLayout, &kPairPreIndexNotation};
inline constexpr Slot kPairPostIndex{&kPairOffsetLayout, &kPairPostIndexNotation};

// Barriers and the system
inline constexpr Slot kBarrier{&kBarrierLayout, &kBarrierNotation};
inline constexpr Slot kFullSystem{nullptr, &kFullSystemNotation};
inline constexpr Slot kSystemRegister{&kSystemRegisterLayout, &kSystemRegisterNotation};
inline constexpr Slot kCallNumber{&kCallNumberLayout, &kCallNumberNotation};

}  // namespace pmusim::isa
