// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/endless_loop.h"

#include <algorithm>
#include <vector>

namespace pmusim::litmus {
namespace {

using isa::Instruction;
using isa::Op;

constexpr std::int64_t kInstructionBytes = 4;

bool has_target(Op op) {
  return op == Op::b || op == Op::b_cond || op == Op::cbz || op == Op::cbnz || op == Op::tbz ||
         op == Op::tbnz || op == Op::bl;
}

/// Where a branch goes, as an index; one outside the program counts as its end.
std::size_t target_of(const isa::Program& program, std::size_t index) {
  const std::int64_t target =
      static_cast<std::int64_t>(index) + program.code[index].imm / kInstructionBytes;
  const auto end = static_cast<std::int64_t>(program.code.size());
  return static_cast<std::size_t>(target < 0 ? end : std::min(target, end));
}

bool is_branch_back(const isa::Program& program, std::size_t index) {
  return has_target(program.code[index].op) && target_of(program, index) <= index;
}

std::vector<std::size_t> successors(const isa::Program& program, std::size_t index) {
  const Op op = program.code[index].op;
  if (isa::is_indirect(op)) {
    return {program.code.size()};
  }
  if (op == Op::b || op == Op::bl) {
    return {target_of(program, index)};
  }
  return has_target(op) ? std::vector{index + 1, target_of(program, index)}
                        : std::vector{index + 1};
}

/// Which instructions have a way to the end; the end itself is the last element.
std::vector<bool> reach_end(const isa::Program& program) {
  std::vector<std::vector<std::size_t>> predecessors(program.code.size() + 1);
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    for (const std::size_t successor : successors(program, i)) {
      predecessors[successor].push_back(i);
    }
  }
  std::vector<bool> reaches(program.code.size() + 1);
  std::vector<std::size_t> open{program.code.size()};
  reaches.back() = true;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    for (const std::size_t before : predecessors[at]) {
      if (!reaches[before]) {
        reaches[before] = true;
        open.push_back(before);
      }
    }
  }
  return reaches;
}

}  // namespace

std::optional<std::size_t> branch_back(const isa::Program& program) {
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    if (is_branch_back(program, i)) {
      return i;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> endless_loop(const isa::Program& program) {
  const std::vector<bool> reaches = reach_end(program);
  if (reaches.front()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    if (is_branch_back(program, i) && !reaches[i]) {
      return i;
    }
  }
  return std::nullopt;
}

}  // namespace pmusim::litmus
