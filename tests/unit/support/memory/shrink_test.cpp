// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/shrink.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "models/isa/program.h"

namespace pmusim::test {
namespace {

memory::ConcurrentProgram one_thread(std::string_view text) {
  memory::ConcurrentProgram program;
  program.threads.push_back({.program = isa::assemble_text(text, "test").value(), .registers = {}});
  return program;
}

std::string code(const memory::ConcurrentProgram& program) {
  std::string text;
  for (const isa::Instruction& instruction : program.threads.at(0).program.code) {
    text += isa::to_text(instruction) + "; ";
  }
  return text;
}

bool has(const memory::ConcurrentProgram& program, isa::Op op) {
  return std::ranges::any_of(program.threads.at(0).program.code,
                             [&](const isa::Instruction& at) { return at.op == op; });
}

}  // namespace

TEST_CASE("shrinking leaves what is needed and nothing else", "[memory][oracle]") {
  const auto program = one_thread("LDAR X0,[X1]\nDMB SY\nSTLR X0,[X2]\nISB\n");
  const auto shrunk = shrink(program, [](const memory::ConcurrentProgram& candidate) {
    return has(candidate, isa::Op::load) && has(candidate, isa::Op::isb);
  });
  CHECK(code(shrunk) == "LDR X0,[X1]; ISB; ");
}

TEST_CASE("a branch keeps its target when something before that is left out", "[memory][oracle]") {
  const auto program = one_thread("CBZ X0,end\nLDR X1,[X2]\nDMB SY\nend: ISB\nNOP\n");
  const auto shrunk = shrink(program, [](const memory::ConcurrentProgram& candidate) {
    return has(candidate, isa::Op::cbz) && has(candidate, isa::Op::dmb) &&
           has(candidate, isa::Op::isb);
  });
  CHECK(code(shrunk) == code(one_thread("CBZ X0,end\nDMB SY\nend: ISB\n")));
}

}  // namespace pmusim::test
