// SPDX-License-Identifier: Apache-2.0
#include "models/memory/static_addresses.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "models/isa/dataflow.h"
#include "models/memory/operations.h"

namespace pmusim::memory {
namespace {

/// Registers before an instruction, as far as all ways to it agree.
struct Constants {
  std::array<std::uint64_t, isa::kRegs> value{};
  std::uint64_t known{};  ///< bit r: register r holds `value` on each way
  bool reached{};

  [[nodiscard]] bool knows(isa::Reg reg) const {
    return reg == isa::Reg::zero || ((known >> isa::index(reg)) & 1U) != 0;
  }

  [[nodiscard]] std::uint64_t of(isa::Reg reg) const { return value[isa::index(reg)]; }

  void set(isa::Reg reg, std::optional<std::uint64_t> bits) {
    const std::uint64_t bit = std::uint64_t{1} << isa::index(reg);
    known = bits ? known | bit : known & ~bit;
    value[isa::index(reg)] = bits.value_or(0);
  }

  /// Keeps what `other` agrees with. Says whether anything changed.
  bool join(const Constants& other) {
    if (!reached) {
      *this = other;
      return true;
    }
    std::uint64_t kept = known & other.known;
    for (unsigned r = 0; r < isa::kRegs; ++r) {
      if (value[r] != other.value[r]) {
        kept &= ~(std::uint64_t{1} << r);
      }
    }
    const bool changed = kept != known;
    known = kept;
    return changed;
  }
};

std::optional<std::uint64_t> address_of(const isa::Instruction& instruction,
                                        const Constants& before) {
  const bool offset_register = instruction.operand == isa::Operand::extended_register;
  if (!before.knows(instruction.n) || (offset_register && !before.knows(instruction.m))) {
    return std::nullopt;
  }
  const std::uint64_t offset = offset_register ? before.of(instruction.m) : 0;
  return before.of(instruction.n) + isa::address_offset(instruction, offset);
}

bool known_sources(const isa::Dataflow& flow, const Constants& before) {
  return std::ranges::all_of(flow.sources(),
                             [&](const isa::Source& source) { return before.knows(source.reg); });
}

Constants after(const isa::Instruction& instruction, const Constants& before, std::uint64_t pc) {
  Constants result = before;
  const isa::Dataflow flow{instruction};
  if (isa::kind_of(instruction.op) == isa::OpKind::arithmetic &&
      (known_sources(flow, before) || is_zero_idiom(instruction))) {
    const auto computed = isa::compute(instruction,
                                       {.n = before.of(instruction.n),
                                        .m = before.of(instruction.m),
                                        .d = before.of(instruction.d),
                                        .flags = before.of(isa::Reg::flags)},
                                       pc);
    for (const isa::Reg reg : flow.results()) {
      result.set(reg, reg == isa::Reg::flags ? computed.flags : computed.value);
    }
    return result;
  }
  for (const isa::Reg reg : flow.results()) {
    result.set(reg, std::nullopt);
  }
  if (isa::kind_of(instruction.op) == isa::OpKind::memory &&
      instruction.indexing != isa::Indexing::offset && before.knows(instruction.n)) {
    result.set(instruction.n,
               before.of(instruction.n) + static_cast<std::uint64_t>(instruction.imm));
  }
  return result;
}

std::vector<Constants> constants_of(const Thread& thread) {
  const auto& code = thread.program.code;
  Constants start;
  start.reached = true;
  start.known = (std::uint64_t{1} << isa::kRegs) - 1;
  std::ranges::copy(thread.registers, start.value.begin());
  std::vector<Constants> before{start};
  before.resize(code.size() + 1);

  std::vector<unsigned> work{0};
  while (!work.empty()) {
    const unsigned index = work.back();
    work.pop_back();
    if (index == code.size()) {
      continue;
    }
    const Constants next =
        after(code[index], before[index], thread.program.base + 4 * std::uint64_t{index});
    for (const unsigned successor : successors(thread.program, index)) {
      if (before[successor].join(next)) {
        work.push_back(successor);
      }
    }
  }
  return before;
}

}  // namespace

std::vector<unsigned> successors(const isa::Program& program, unsigned index) {
  const isa::Instruction& instruction = program.code[index];
  if (isa::is_indirect(instruction.op)) {
    std::vector<unsigned> all(program.code.size() + 1);
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }
  const auto target = static_cast<unsigned>(static_cast<std::int64_t>(index) + instruction.imm / 4);
  if (instruction.op == isa::Op::b || instruction.op == isa::Op::bl) {
    return {target};
  }
  if (is_conditional(instruction.op) && target != index + 1) {
    return {index + 1, target};
  }
  return {index + 1};
}

std::vector<BitSet> static_locations(const Thread& thread, const LocationTable& locations) {
  const auto& code = thread.program.code;
  const std::vector<Constants> before = constants_of(thread);
  std::vector<BitSet> result(code.size());
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (isa::kind_of(code[i].op) != isa::OpKind::memory || !before[i].reached) {
      continue;
    }
    const unsigned size = isa::access_size(code[i]);
    const std::optional<std::uint64_t> address = address_of(code[i], before[i]);
    for (unsigned location = 0; location < locations.count(); ++location) {
      const std::uint64_t at = locations.at(location).address;
      const bool fits = locations.at(location).size == size;
      const bool here =
          !address || at == *address || (is_pair(code[i].op) && at == *address + size);
      if (fits && here) {
        result[i].add(location);
      }
    }
  }
  return result;
}

}  // namespace pmusim::memory
