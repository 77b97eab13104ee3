// SPDX-License-Identifier: Apache-2.0
//
// Branches, barriers and the system. Source of every row: Arm ARM DDI 0487, C6.2, the page of the
// mnemonic.
#pragma once

#include "models/isa/forms_arithmetic.h"

namespace pmusim::isa {

/// The mnemonic of B.NE and its like; the condition stands in the name.
inline constexpr std::string_view kConditionalBranch = "B.cond";

// clang-format off
inline constexpr std::array kBranchForms{
    Form{"B",    0x14000000, {.op = Op::b},    {kTarget26}},
    Form{kConditionalBranch, 0x54000000, {.op = Op::b_cond}, {kMnemonicCondition, kTarget19}},
    Form{"CBZ",  0x34000000, {.op = Op::cbz},  {kSf, kTested, kTarget19}},
    Form{"CBNZ", 0x35000000, {.op = Op::cbnz}, {kSf, kTested, kTarget19}},
    Form{"TBZ",  0x36000000, {.op = Op::tbz},  {kTestedOfEitherWidth, kTestedBit, kTarget14}},
    Form{"TBNZ", 0x37000000, {.op = Op::tbnz}, {kTestedOfEitherWidth, kTestedBit, kTarget14}},
    Form{"BL",   0x94000000, {.op = Op::bl},   {kTarget26}},
    Form{"BR",   0xD61F0000, {.op = Op::br},   {kXn}},
    Form{"BLR",  0xD63F0000, {.op = Op::blr},  {kXn}},
    Form{"RET",  0xD65F03C0, {.op = Op::ret, .n = Reg::x30}, {}},
    Form{"RET",  0xD65F0000, {.op = Op::ret},  {kXn}},
};

inline constexpr std::array kSystemForms{
    Form{"DMB",  0xD50330BF, {.op = Op::dmb},  {kBarrier}},
    Form{"DSB",  0xD503309F, {.op = Op::dsb},  {kBarrier}},
    Form{"ISB",  0xD5033FDF, {.op = Op::isb},  {}},
    Form{"ISB",  0xD5033FDF, {.op = Op::isb},  {kFullSystem}, never},
    Form{"MRS",  0xD5300000, {.op = Op::mrs},  {kXt, kSystemRegister}},
    Form{"MSR",  0xD5100000, {.op = Op::msr},  {kSystemRegister, kXt}},
    Form{"SVC",  0xD4000001, {.op = Op::svc},  {kCallNumber}},
    Form{"HVC",  0xD4000002, {.op = Op::hvc},  {kCallNumber}},
    Form{"ERET", 0xD69F03E0, {.op = Op::eret}, {}},
    Form{"NOP",  0xD503201F, {.op = Op::nop},  {}},
};
// clang-format on

}  // namespace pmusim::isa
