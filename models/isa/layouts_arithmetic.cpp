// SPDX-License-Identifier: Apache-2.0
#include "models/isa/layouts.h"
#include "models/isa/logical_immediate.h"

namespace pmusim::isa {
namespace {

using Word = std::uint32_t;

constexpr Field kSf{31, 1};
constexpr Field kN{22, 1};
constexpr Field kRn{5, 5};
constexpr Field kRm{16, 5};
constexpr Field kShift{22, 2};
constexpr Field kImm6{10, 6};
constexpr Field kOption{13, 3};
constexpr Field kImm3{10, 3};
constexpr Field kSh{22, 1};
constexpr Field kImm12{10, 12};
constexpr Field kImmr{16, 6};
constexpr Field kImms{10, 6};
constexpr Field kHw{21, 2};
constexpr Field kImm16{5, 16};
constexpr Field kB5{31, 1};
constexpr Field kB40{19, 5};
constexpr Field kImmlo{29, 2};
constexpr Field kImmhi{5, 19};

constexpr unsigned kPageShift = 12;

Word insert_shifted(const Instruction& instruction) {
  return kRm.put(instruction.m) | kShift.put(instruction.shift) | kImm6.put(instruction.amount);
}

template <bool may_rotate>
bool extract_shifted(Word word, Instruction& instruction) {
  instruction.m = kRm.get<Reg>(word);
  instruction.shift = kShift.get<Shift>(word);
  instruction.amount = kImm6.get<std::uint8_t>(word);
  return (may_rotate || instruction.shift != Shift::ror) &&
         (instruction.wide || instruction.amount < 32);
}

Word insert_near(std::int64_t distance) {
  return kImmlo.put(distance) | kImmhi.put(distance >> kImmlo.bits);
}

std::int64_t extract_near(Word word) {
  return kImmhi.get_signed(word) * 4 + kImmlo.get<std::int64_t>(word);
}

}  // namespace

constexpr Layout kWidthAndNLayout{.mask = kSf.mask() | kN.mask(),
                                  .insert =
                                      [](const Instruction& instruction) {
                                        return instruction.wide ? kSf.mask() | kN.mask() : Word{0};
                                      },
                                  .extract =
                                      [](Word word, Instruction& instruction) {
                                        instruction.wide = kSf.get(word) != 0;
                                        return kSf.get(word) == kN.get(word);
                                      }};

constexpr Layout kTwiceLayout{.mask = kRn.mask() | kRm.mask(),
                              .insert =
                                  [](const Instruction& instruction) {
                                    return kRn.put(instruction.n) | kRm.put(instruction.m);
                                  },
                              .extract =
                                  [](Word word, Instruction& instruction) {
                                    instruction.n = kRn.get<Reg>(word);
                                    instruction.m = kRm.get<Reg>(word);
                                    return instruction.n == instruction.m;
                                  }};

constexpr Layout kShiftedLayout{.mask = kRm.mask() | kShift.mask() | kImm6.mask(),
                                .insert = insert_shifted,
                                .extract = extract_shifted<false>};

constexpr Layout kRotatedLayout{.mask = kRm.mask() | kShift.mask() | kImm6.mask(),
                                .insert = insert_shifted,
                                .extract = extract_shifted<true>};

constexpr Layout kExtendedLayout{.mask = kRm.mask() | kOption.mask() | kImm3.mask(),
                                 .insert =
                                     [](const Instruction& instruction) {
                                       return kRm.put(instruction.m) |
                                              kOption.put(instruction.extend) |
                                              kImm3.put(instruction.amount);
                                     },
                                 .extract =
                                     [](Word word, Instruction& instruction) {
                                       instruction.m = kRm.get<Reg>(word);
                                       instruction.extend = kOption.get<Extend>(word);
                                       instruction.amount = kImm3.get<std::uint8_t>(word);
                                       return instruction.amount <= 4;
                                     }};

constexpr Layout kAddImmediateLayout{
    .mask = kSh.mask() | kImm12.mask(),
    .insert =
        [](const Instruction& instruction) {
          const bool is_shifted = instruction.amount != 0;
          return kSh.put(is_shifted ? 1U : 0U) |
                 kImm12.put(is_shifted ? instruction.imm >> kImm12.bits : instruction.imm);
        },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.amount = kSh.get(word) != 0 ? std::uint8_t{kImm12.bits} : std::uint8_t{0};
          instruction.imm = kImm12.get<std::int64_t>(word) << instruction.amount;
          return true;
        }};

constexpr Layout kLogicalImmediateLayout{
    .mask = kN.mask() | kImmr.mask() | kImms.mask(),
    .insert =
        [](const Instruction& instruction) {
          const auto bits =
              encode_logical(static_cast<std::uint64_t>(instruction.imm), instruction.wide);
          return bits ? kN.put(bits->n) | kImmr.put(bits->immr) | kImms.put(bits->imms) : Word{0};
        },
    .extract =
        [](Word word, Instruction& instruction) {
          const auto value = decode_logical({.n = kN.get<std::uint8_t>(word),
                                             .immr = kImmr.get<std::uint8_t>(word),
                                             .imms = kImms.get<std::uint8_t>(word)},
                                            instruction.wide);
          instruction.imm = static_cast<std::int64_t>(value.value_or(0));
          return value.has_value();
        }};

constexpr Layout kMoveImmediateLayout{
    .mask = kHw.mask() | kImm16.mask(),
    .insert =
        [](const Instruction& instruction) {
          return kHw.put(instruction.amount / kImm16.bits) | kImm16.put(instruction.imm);
        },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.amount = static_cast<std::uint8_t>(kHw.get(word) * kImm16.bits);
          instruction.imm = kImm16.get<std::int64_t>(word);
          return instruction.wide || instruction.amount < 32;
        }};

constexpr Layout kBitFieldLayout{
    .mask = kImmr.mask() | kImms.mask(),
    .insert =
        [](const Instruction& instruction) {
          return kImmr.put(instruction.immr) | kImms.put(instruction.imms);
        },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.immr = kImmr.get<std::uint8_t>(word);
          instruction.imms = kImms.get<std::uint8_t>(word);
          return instruction.wide || (instruction.immr < 32 && instruction.imms < 32);
        }};

constexpr Layout kLowestBitLayout{
    .mask = kImms.mask(),
    .insert = [](const Instruction& instruction) { return kImms.put(instruction.amount); },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.amount = kImms.get<std::uint8_t>(word);
          return instruction.wide || instruction.amount < 32;
        }};

constexpr Layout kTestedBitLayout{
    .mask = kB5.mask() | kB40.mask(),
    .insert =
        [](const Instruction& instruction) {
          return kB5.put(instruction.amount >> kB40.bits) | kB40.put(instruction.amount);
        },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.wide = kB5.get(word) != 0;
          instruction.amount =
              static_cast<std::uint8_t>((kB5.get(word) << kB40.bits) | kB40.get(word));
          return true;
        }};

constexpr Layout kNearAddressLayout{
    .mask = kImmlo.mask() | kImmhi.mask(),
    .insert = [](const Instruction& instruction) { return insert_near(instruction.imm); },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.imm = extract_near(word);
          return true;
        }};

constexpr Layout kNearPageLayout{
    .mask = kImmlo.mask() | kImmhi.mask(),
    .insert =
        [](const Instruction& instruction) { return insert_near(instruction.imm >> kPageShift); },
    .extract =
        [](Word word, Instruction& instruction) {
          instruction.imm = extract_near(word) * (std::int64_t{1} << kPageShift);
          return true;
        }};

}  // namespace pmusim::isa
