// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/axiomatic_explorer.h"

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "models/isa/program.h"

namespace pmusim::test {
namespace {

using memory::FinalState;

/// Threads over two locations, x at 0x1000 and y at 0x1008, whose addresses X1 and X3 hold.
memory::ConcurrentProgram program_of(std::initializer_list<std::string_view> threads) {
  memory::ConcurrentProgram program;
  program.locations = {{.name = "x", .address = 0x1000}, {.name = "y", .address = 0x1008}};
  for (const std::string_view text : threads) {
    memory::Thread thread{.program = isa::assemble_text(text, "test").value(), .registers = {}};
    thread.registers[1] = 0x1000;
    thread.registers[3] = 0x1008;
    program.threads.push_back(thread);
  }
  return program;
}

memory::Observable reg(unsigned thread, unsigned number) {
  return {.thread = thread, .reg = isa::x(number)};
}

memory::Observable location(unsigned number) {
  return {.kind = memory::Observable::Kind::location, .location = number};
}

}  // namespace

TEST_CASE("store buffering has all four outcomes", "[memory][oracle]") {
  const auto program = program_of(
      {"MOV X0,#1\nSTR X0,[X1]\nLDR X2,[X3]\n", "MOV X0,#1\nSTR X0,[X3]\nLDR X2,[X1]\n"});
  CHECK(axiomatic_states(program, {reg(0, 2), reg(1, 2)}) ==
        std::set<FinalState>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
}

TEST_CASE("values handed on from atomic to atomic are all found", "[memory][oracle]") {
  const auto program =
      program_of({"MOV X0,#1\nSTADD X0,[X1]\nSTADD X0,[X1]\n", "MOV X0,#4\nLDADD X0,X2,[X1]\n"});
  CHECK(axiomatic_states(program, {reg(1, 2), location(0)}) ==
        std::set<FinalState>{{0, 6}, {1, 6}, {2, 6}});
}

TEST_CASE("a location of 32 bits keeps the low half of what is stored", "[memory][oracle]") {
  auto program = program_of({"MOVK X0,#1,LSL #32\nSTR W0,[X1]\nLDR W2,[X1]\n"});
  program.locations[0].size = 4;
  program.locations[0].initial = 7;
  CHECK(axiomatic_states(program, {reg(0, 2), location(0)}) == std::set<FinalState>{{0, 0}});
}

TEST_CASE("pairs are two accesses that others may see apart", "[memory][oracle]") {
  const auto program = program_of({"MOV X0,#1\nSTP X0,X0,[X1]\n", "LDP X4,X5,[X1]\n"});
  CHECK(axiomatic_states(program, {reg(1, 4), reg(1, 5)}) ==
        std::set<FinalState>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
}

TEST_CASE("a base register that changes carries its dependency on", "[memory][oracle]") {
  const auto program = program_of({"LDR X0,[X1],#8\nLDR X2,[X1]\n"});
  CHECK(axiomatic_states(program, {reg(0, 1)}) == std::set<FinalState>{{0x1008}});
}

TEST_CASE("loops and calls are not covered", "[memory][oracle]") {
  CHECK(axiomatic_states(program_of({"again: LDR X0,[X1]\nCBZ X0,again\n"}), {}) == std::nullopt);
  CHECK(axiomatic_states(program_of({"BL there\nthere: NOP\n"}), {}) == std::nullopt);
}

TEST_CASE("more runs than allowed are given up", "[memory][oracle]") {
  const auto program = program_of({"LDR X0,[X1]\nLDR X2,[X1]\n", "MOV X0,#1\nSTR X0,[X1]\n"});
  CHECK(axiomatic_states(program, {}, {.runs = 4}).has_value());
  CHECK_FALSE(axiomatic_states(program, {}, {.runs = 3}).has_value());
}

}  // namespace pmusim::test
