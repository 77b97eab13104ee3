// SPDX-License-Identifier: Apache-2.0
//
// Addresses, barriers and what the system instructions carry.
#include "models/isa/layouts.h"

namespace pmusim::isa {
namespace {

using Word = std::uint32_t;

constexpr Layout kRn = kRegisterLayout<&Instruction::n, 5, true>;
constexpr Field kRm{16, 5};
constexpr Field kOption{13, 3};
constexpr Field kS{12, 1};
constexpr Field kImm12{10, 12};
constexpr Field kImm9{12, 9};
constexpr Field kImm7{15, 7};
constexpr Field kTypes{8, 2};    // CRm<1:0>
constexpr Field kDomain{10, 2};  // CRm<3:2>
constexpr Field kO0{19, 1};
constexpr Field kOp1{16, 3};
constexpr Field kCrn{12, 4};
constexpr Field kCrm{8, 4};
constexpr Field kOp2{5, 3};
constexpr Field kImm16{5, 16};

constexpr unsigned scale_of(const Instruction& instruction) {
  return instruction.wide ? 3 : 2;
}

constexpr std::int64_t unit_of(const Instruction& instruction) {
  return std::int64_t{1} << scale_of(instruction);
}

}  // namespace

constexpr Layout kBaseLayout = kRn;

constexpr Layout kRegisterOffsetLayout{
    .mask = kRn.mask | kRm.mask() | kOption.mask() | kS.mask(),
    .insert =
        [](const Instruction& instruction) {
          return kRn.insert(instruction) | kRm.put(instruction.m) |
                 kOption.put(instruction.extend) | kS.put(instruction.amount != 0 ? 1U : 0U);
        },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.m = kRm.get<Reg>(word);
          instruction.extend = kOption.get<Extend>(word);
          instruction.amount =
              static_cast<std::uint8_t>(kS.get(word) != 0 ? scale_of(instruction) : 0);
          const bool is_whole_register = (kOption.get(word) & 2U) != 0;  // not of 8 or 16 bits
          return kRn.extract(word, instruction) && is_whole_register;
        }};

constexpr Layout kScaledOffsetLayout{
    .mask = kRn.mask | kImm12.mask(),
    .insert =
        [](const Instruction& instruction) {
          return kRn.insert(instruction) | kImm12.put(instruction.imm / unit_of(instruction));
        },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.imm = kImm12.get<std::int64_t>(word) * unit_of(instruction);
          return kRn.extract(word, instruction);
        }};

constexpr Layout kByteOffsetLayout{.mask = kRn.mask | kImm9.mask(),
                                   .insert =
                                       [](const Instruction& instruction) {
                                         return kRn.insert(instruction) |
                                                kImm9.put(instruction.imm);
                                       },
                                   .extract =
                                       [](Word word, Instruction& instruction) {
                                         instruction.imm = kImm9.get_signed(word);
                                         return kRn.extract(word, instruction);
                                       }};

constexpr Layout kPairOffsetLayout{
    .mask = kRn.mask | kImm7.mask(),
    .insert =
        [](const Instruction& instruction) {
          return kRn.insert(instruction) | kImm7.put(instruction.imm / unit_of(instruction));
        },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.imm = kImm7.get_signed(word) * unit_of(instruction);
          return kRn.extract(word, instruction);
        }};

constexpr Layout kBarrierLayout{.mask = kTypes.mask() | kDomain.mask(),
                                .insert =
                                    [](const Instruction& instruction) {
                                      return kTypes.put(static_cast<Word>(instruction.types) + 1) |
                                             kDomain.put(instruction.domain);
                                    },
                                .extract =
                                    [](Word word, Instruction& instruction) {
                                      const Word types = kTypes.get(word);
                                      if (types == 0) {
                                        return false;
                                      }
                                      instruction.types = static_cast<BarrierTypes>(types - 1);
                                      instruction.domain = kDomain.get<BarrierDomain>(word);
                                      return true;
                                    }};

constexpr Layout kSystemRegisterLayout{
    .mask = kO0.mask() | kOp1.mask() | kCrn.mask() | kCrm.mask() | kOp2.mask(),
    .insert =
        [](const Instruction& instruction) {
          const SysReg& reg = instruction.sysreg;
          return kO0.put(reg.op0) | kOp1.put(reg.op1) | kCrn.put(reg.crn) | kCrm.put(reg.crm) |
                 kOp2.put(reg.op2);
        },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.sysreg = {.op0 = static_cast<std::uint8_t>(2 + kO0.get(word)),
                                .op1 = kOp1.get<std::uint8_t>(word),
                                .crn = kCrn.get<std::uint8_t>(word),
                                .crm = kCrm.get<std::uint8_t>(word),
                                .op2 = kOp2.get<std::uint8_t>(word)};
          return true;
        }};

constexpr Layout kCallNumberLayout{
    .mask = kImm16.mask(),
    .insert = [](const Instruction& instruction) { return kImm16.put(instruction.imm); },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.imm = kImm16.get<std::int64_t>(word);
          return true;
        }};

}  // namespace pmusim::isa
