// SPDX-License-Identifier: Apache-2.0
//
// GNU as and objdump judge our assembler, printer, encoder and decoder.
#include <algorithm>
#include <charconv>
#include <set>

#include <catch2/catch.hpp>

#include "models/isa/encoding.h"
#include "models/isa/logical_immediate.h"
#include "models/isa/program.h"
#include "models/isa/scanner.h"
#include "models/pmu/named_pmu_registers.h"
#include "tests/property/models/isa/random_instruction.h"
#include "tests/support/aarch64_tools.h"

using namespace pmusim;
using namespace pmusim::isa;
using namespace pmusim::test;

namespace {

/// Far from both ends, so that all that is within reach of a branch has an address.
constexpr std::uint64_t kBase = 0x2'0000'0000;

std::vector<std::uint32_t> words_of(const std::vector<Instruction>& instructions) {
  std::vector<std::uint32_t> words(instructions.size());
  std::ranges::transform(instructions, words.begin(), word_of);
  return words;
}

std::vector<std::uint32_t> our_words(const std::vector<std::string>& lines) {
  std::vector<SourceLine> source(lines.size());
  std::ranges::transform(lines, source.begin(), [](const std::string& line) {
    return SourceLine{.where = line, .text = line};
  });
  const auto program = assemble(source, kBase);
  if (!program) {
    const Error& error = program.error().front();
    throw std::runtime_error{error.where + ": " + error.what + "; " + error.hint};
  }
  return words_of(program->code);
}

/// One instruction of each form that `wanted` takes.
template <class Wanted>
std::vector<Instruction> one_of_each_form(Draw& draw, Wanted wanted) {
  std::vector<Instruction> instructions;
  for (const Form& form : all_forms()) {
    if (wanted(form)) {
      instructions.push_back(random_instruction(form, draw));
    }
  }
  return instructions;
}

bool is_printed(const Form& form) {
  return !is_typed_only(form);
}

void compare(const std::vector<std::string>& lines,
             const std::vector<std::uint32_t>& ours,
             const std::vector<std::uint32_t>& theirs) {
  RC_ASSERT(ours.size() == theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (ours[i] != theirs[i]) {
      RC_LOG(lines[i]);
    }
    RC_ASSERT(ours[i] == theirs[i]);
  }
}

/// Rewrites an address behind the last comma or blank as a distance: `b 0x200000008` as `b .+8`.
std::string with_distance(const std::string& line, std::uint64_t pc) {
  const std::size_t at = line.find_last_of(" ,") + 1;
  std::uint64_t target = 0;
  const std::string_view digits = std::string_view{line}.substr(at + 2);
  std::from_chars(digits.data(), digits.data() + digits.size(), target, 16);
  const auto distance = static_cast<std::int64_t>(target - pc);
  return line.substr(0, at) + (distance < 0 ? "." : ".+") + std::to_string(distance);
}

bool has_target(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::b:
    case Op::b_cond:
    case Op::bl:
    case Op::cbz:
    case Op::cbnz:
    case Op::tbz:
    case Op::tbnz:
    case Op::adr:
    case Op::adrp:
      return true;
    default:
      return false;
  }
}

/// objdump prints MOV SP,#1; by the manual's alias condition (MoveWidePreferred) it is ORR.
bool is_orr_to_sp(const Instruction& instruction) {
  return instruction.op == Op::orr && instruction.d == Reg::sp;
}

std::string mnemonic_of(const std::string& line) {
  return upper_case(line.substr(0, line.find(' ')));
}

/// What objdump printed for an instruction at `pc`, with distances for addresses. The mnemonic must
/// be ours.
std::string as_we_write(const std::string& line, const Instruction& instruction, std::uint64_t pc) {
  RC_ASSERT(mnemonic_of(line) == mnemonic_of(to_text(instruction)) || is_orr_to_sp(instruction));
  if (!has_target(instruction)) {
    return line;
  }
  return with_distance(line, instruction.op == Op::adrp ? pc & ~std::uint64_t{0xFFF} : pc);
}

std::vector<std::string> disassembled(const std::vector<Instruction>& instructions) {
  std::vector<std::string> lines = real_disassemble(words_of(instructions), kBase);
  RC_ASSERT(lines.size() == instructions.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i] = as_we_write(lines[i], instructions[i], kBase + 4 * i);
  }
  return lines;
}

}  // namespace

TEST_CASE("GNU as makes the same words of what we print", "[isa][property]") {
  CHECK(rc::check("one instruction of each form", [] {
    Draw draw{*any_seed()};
    const auto instructions = one_of_each_form(draw, is_printed);
    const auto ours = words_of(instructions);
    std::vector<std::string> lines(instructions.size());
    std::ranges::transform(instructions, lines.begin(), [](const Instruction& instruction) {
      return to_text(instruction);
    });
    compare(lines, ours, real_assemble(lines, kBase));
    compare(lines, ours, our_words(lines));
  }));
}

TEST_CASE("GNU as reads what may be typed as we do", "[isa][property]") {
  CHECK(rc::check("one instruction of each form", [] {
    Draw draw{*any_seed()};
    std::vector<std::string> lines;
    for (const Form& form : all_forms()) {
      if (is_typed_only(form)) {
        lines.push_back(text_in_form(form, random_instruction(form, draw), {}));
      }
    }
    compare(lines, our_words(lines), real_assemble(lines, kBase));
  }));
}

TEST_CASE("objdump and we name an instruction alike, and we read what it prints",
          "[isa][property]") {
  CHECK(rc::check("one instruction of each form", [] {
    Draw draw{*any_seed()};
    const auto instructions = one_of_each_form(draw, [](const Form& form) {
      return is_printed(form) && form.like.op != Op::mrs && form.like.op != Op::msr;
    });
    const auto lines = disassembled(instructions);
    compare(lines, our_words(lines), words_of(instructions));
  }));
}

TEST_CASE("GNU as encodes each logical immediate as we do", "[isa]") {
  std::vector<std::string> lines;
  for (const bool wide : {false, true}) {
    for (unsigned bits = 0; bits < (1U << 13U); ++bits) {
      const auto value = decode_logical({.n = static_cast<std::uint8_t>(bits >> 12U),
                                         .immr = static_cast<std::uint8_t>(bits & 63U),
                                         .imms = static_cast<std::uint8_t>((bits >> 6U) & 63U)},
                                        wide);
      if (value) {
        lines.push_back(to_text({.op = Op::eor,
                                 .wide = wide,
                                 .d = x(1),
                                 .n = x(2),
                                 .imm = static_cast<std::int64_t>(*value)}));
      }
    }
  }
  CHECK(lines.size() == 5334 + 1302);
  CHECK(our_words(lines) == real_assemble(lines, kBase));
}

TEST_CASE("GNU as knows the PMU's registers by the names and encodings of the table", "[isa]") {
  // Newer than binutils 2.40: PMUv3p9 and the instruction counter.
  const std::set<std::string_view> newer{"PMUACR_EL1", "PMICNTR_EL0", "PMICFILTR_EL0", "PMZR_EL0"};
  std::vector<std::string> lines;
  for (const NamedSysReg& row : named_pmu_registers()) {
    if (!newer.contains(row.name)) {
      lines.push_back("MRS X3," + std::string{row.name});
      lines.push_back("MSR " + std::string{row.name} + ",X4");
    }
  }
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  const auto program = assemble_text(text, "text", 0, named_pmu_registers());
  REQUIRE(program.has_value());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK(to_text(program->code[i], named_pmu_registers()) == lines[i]);
  }
  CHECK(words_of(program->code) == real_assemble(lines, kBase));
}
