// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/shrink.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace pmusim::test {
namespace {

void leave_out(isa::Program& program, std::size_t place) {
  for (std::size_t at = 0; at < place; ++at) {
    isa::Instruction& instruction = program.code[at];
    const bool branch = kind_of(instruction.op) == isa::OpKind::branch;
    if (branch && at + static_cast<std::size_t>(instruction.imm / 4) > place) {
      instruction.imm -= 4;
    }
  }
  program.code.erase(program.code.begin() + static_cast<std::ptrdiff_t>(place));
}

/// All programs that are one step simpler, the greatest step first.
std::vector<memory::ConcurrentProgram> simpler(const memory::ConcurrentProgram& program) {
  std::vector<memory::ConcurrentProgram> shorter;
  std::vector<memory::ConcurrentProgram> plainer;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    const std::vector<isa::Instruction>& code = program.threads[thread].program.code;
    for (std::size_t place = 0; place < code.size(); ++place) {
      leave_out(shorter.emplace_back(program).threads[thread].program, place);
      if (code[place].acquire != isa::Acquire::none) {
        plainer.emplace_back(program).threads[thread].program.code[place].acquire =
            isa::Acquire::none;
      }
      if (code[place].release) {
        plainer.emplace_back(program).threads[thread].program.code[place].release = false;
      }
    }
  }
  std::ranges::move(plainer, std::back_inserter(shorter));
  return shorter;
}

}  // namespace

memory::ConcurrentProgram shrink(
    memory::ConcurrentProgram program,
    const std::function<bool(const memory::ConcurrentProgram&)>& interesting) {
  while (true) {
    std::vector<memory::ConcurrentProgram> candidates = simpler(program);
    const auto next = std::ranges::find_if(candidates, interesting);
    if (next == candidates.end()) {
      return program;
    }
    program = std::move(*next);
  }
}

}  // namespace pmusim::test
