// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exploration/ring_program.h"

#include <string>

#include <fmt/format.h>

#include "models/common/expect.h"

namespace pmusim::test {
namespace {

constexpr std::uint64_t kData = 0x1000;
constexpr std::uint64_t kHead = 0x100;
constexpr std::uint64_t kTail = 0x200;

unsigned offset(const RingShape& shape, unsigned record, unsigned word) {
  return 8 * (((record - 1) % shape.slots) * shape.words + word);
}

/// X1, X3 and X5 point to data, head and tail; X9 is not 0 if a look at tail showed no room.
std::string producer(const RingShape& shape) {
  std::string text;
  for (unsigned record = 1; record <= shape.records; ++record) {
    if (record > shape.slots) {
      text += fmt::format("LDR X4,[X5]\nSUB X6,X4,#{}\n", record - shape.slots);
      text += shape.a ? "TBNZ X6,#63,end\n" : "ASR X6,X6,#63\nORR X9,X9,X6\n";
    }
    text += fmt::format("MOV X0,#{}\n", record);
    for (unsigned word = 0; word < shape.words; ++word) {
      text += fmt::format("STR X0,[X1,#{}]\n", offset(shape, record, word));
    }
    text += shape.b ? "DMB ISHST\n" : "";
    text += "STR X0,[X3]\n";
  }
  return text + "end:\n";
}

/// The same registers; X23 is not 0 if a word was not its record's.
std::string consumer(const RingShape& shape) {
  std::string text;
  for (unsigned record = 1; record <= shape.records; ++record) {
    text += fmt::format("LDR X20,[X3]\nSUB X21,X20,#{}\nTBNZ X21,#63,end\n", record);
    text += shape.c ? "DMB ISHLD\n" : "";
    for (unsigned word = 0; word < shape.words; ++word) {
      text += fmt::format("LDR X22,[X1,#{}]\nSUB X22,X22,#{}\nORR X23,X23,X22\n",
                          offset(shape, record, word),
                          record);
    }
    text += shape.d ? "DMB ISH\n" : "";
    text += fmt::format("MOV X24,#{}\nSTR X24,[X5]\n", record);
  }
  return text + "end:\n";
}

memory::Thread thread(const std::string& text, const std::string& name) {
  auto program = isa::assemble_text(text, name);
  PMUSIM_EXPECT(program.has_value(), program ? "" : program.error().front().what);
  memory::Thread result{.program = std::move(*program), .registers = {}};
  result.registers[1] = kData;
  result.registers[3] = kHead;
  result.registers[5] = kTail;
  return result;
}

memory::Proposition::Node is_zero(unsigned thread, unsigned reg) {
  memory::Proposition::Node node;
  node.kind = memory::Proposition::Kind::equals;
  node.what = {.kind = memory::Observable::Kind::reg, .thread = thread, .reg = isa::x(reg)};
  return node;
}

}  // namespace

RingProgram ring_program(const RingShape& shape) {
  RingProgram ring;
  for (unsigned word = 0; word < shape.slots * shape.words; ++word) {
    ring.program.locations.push_back(
        {.name = fmt::format("data{}", word), .address = kData + 8ULL * word});
  }
  ring.program.locations.push_back({.name = "head", .address = kHead});
  ring.program.locations.push_back({.name = "tail", .address = kTail});
  ring.program.threads = {thread(producer(shape), "producer"), thread(consumer(shape), "consumer")};

  using Kind = memory::Proposition::Kind;
  ring.bad.nodes = {is_zero(0, 9), is_zero(1, 23), {}, {}};
  ring.bad.nodes[2].kind = Kind::negation;
  ring.bad.nodes[2].operands = {1};
  ring.bad.nodes[3].kind = Kind::conjunction;
  ring.bad.nodes[3].operands = {0, 2};
  return ring;
}

}  // namespace pmusim::test
