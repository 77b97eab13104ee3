// SPDX-License-Identifier: Apache-2.0
#include "models/isa/encoding.h"

#include <catch2/catch.hpp>

#include "tests/support/one_instruction.h"

using namespace pmusim::isa;
using pmusim::test::instruction_of;

TEST_CASE("words that the architecture reserves or leaves unpredictable do not decode", "[isa]") {
  struct Row {
    const char* why;
    std::uint32_t word;
  };

  const auto row = GENERATE(Row{"UDF #0", 0x0000'0000},
                            Row{"all ones", 0xFFFF'FFFF},
                            Row{"ADD W0,W0,W0,LSL #32", 0x0B00'8000},
                            Row{"ADD X0,X0,X0,ROR #1", 0x8BC0'0400},
                            Row{"ADD X0,X0,X0,UXTX #5", 0x8B20'7400},
                            Row{"AND W0,W0,#imm with N", 0x1240'0000},
                            Row{"AND X0,X0,#all ones", 0x9240'FC00},
                            Row{"MOVZ W0,#0,LSL #32", 0x52C0'0000},
                            Row{"UBFM W0,W0,#0,#32", 0x5300'8000},
                            Row{"UBFM X0,X0 without N", 0xD300'0000},
                            Row{"LDR X0,[X0,W0,UXTB]", 0xF860'0800},
                            Row{"DMB with no types", 0xD503'38BF},
                            Row{"SSBB, a DSB with no types", 0xD503'309F},
                            Row{"STXR W0,X0,[X1]", 0xC800'7C20},
                            Row{"STXR W0,X1,[X0]", 0xC800'7C01},
                            Row{"STXR WZR,XZR,[X0]", 0xC81F'7C1F},
                            Row{"LDP X0,X0,[X1]", 0xA940'0020},
                            Row{"LDR X0,[X0],#8", 0xF840'8400},
                            Row{"STR X1,[X1,#8]!", 0xF800'8C21},
                            Row{"STP X0,X1,[X1],#16", 0xA881'0420});
  CAPTURE(row.why);
  CHECK_FALSE(decode(row.word).has_value());
}

TEST_CASE("what looks unpredictable and is not decodes", "[isa]") {
  CHECK(decode(0xC81F'7C20).has_value());  // STXR WZR,X0,[X1]
  CHECK(decode(0xC81F'7FE0).has_value());  // STXR WZR,X0,[SP]
  CHECK(decode(0xA900'0020).has_value());  // STP X0,X0,[X1]
  CHECK(decode(0xF840'87FF).has_value());  // LDR XZR,[SP],#8
  CHECK(decode(0xF940'0000).has_value());  // LDR X0,[X0]
}

TEST_CASE("an instruction with a member that has no field has no word", "[isa]") {
  Instruction instruction = instruction_of("ADD X0,X1,#4");
  SECTION("another immediate") {
    instruction.imm = 4097;
  }
  SECTION("a shift of an immediate by other than 12") {
    instruction.amount = 8;
  }
  SECTION("an acquire") {
    instruction.acquire = Acquire::acquire;
  }
  SECTION("a third register") {
    instruction.m = x(3);
  }
  SECTION("the zero register where 31 is SP") {
    instruction.n = Reg::zero;
  }
  SECTION("the flags as a register") {
    instruction.d = Reg::flags;
  }
  CHECK_FALSE(encode(instruction).has_value());
}

TEST_CASE("a branch reaches as far as its field and no further", "[isa]") {
  struct Row {
    Instruction branch;
    std::int64_t reach;
  };

  auto row = GENERATE(Row{{.op = Op::b}, 1 << 27},
                      Row{{.op = Op::b_cond}, 1 << 20},
                      Row{{.op = Op::cbz}, 1 << 20},
                      Row{{.op = Op::tbz, .wide = false}, 1 << 15});
  const auto has_word = [&](std::int64_t distance) {
    row.branch.imm = distance;
    return encode(row.branch).has_value();
  };
  CHECK(has_word(-row.reach));
  CHECK_FALSE(has_word(-row.reach - 4));
  CHECK(has_word(row.reach - 4));
  CHECK_FALSE(has_word(row.reach));
  CHECK_FALSE(has_word(2));
}

TEST_CASE("a barrier carries its types and its domain apart", "[isa]") {
  const Instruction dmb = instruction_of("DMB ISHST");
  CHECK(dmb.types == BarrierTypes::stores);
  CHECK(dmb.domain == BarrierDomain::inner);
  const Instruction dsb = instruction_of("DSB LD");
  CHECK(dsb.types == BarrierTypes::loads);
  CHECK(dsb.domain == BarrierDomain::full_system);
}

TEST_CASE("the letters of a mnemonic are the acquire and the release", "[isa]") {
  struct Row {
    const char* text;
    Acquire acquire;
    bool release;
  };

  const auto row = GENERATE(Row{"LDADD X0,X1,[X2]", Acquire::none, false},
                            Row{"CASA X0,X1,[X2]", Acquire::acquire, false},
                            Row{"SWPL X0,X1,[X2]", Acquire::none, true},
                            Row{"LDSETAL X0,X1,[X2]", Acquire::acquire, true},
                            Row{"STCLRL X0,[X2]", Acquire::none, true},
                            Row{"LDAR X0,[X1]", Acquire::acquire, false},
                            Row{"LDAPR X0,[X1]", Acquire::acquire_pc, false},
                            Row{"LDAXR X0,[X1]", Acquire::acquire, false},
                            Row{"STLR X0,[X1]", Acquire::none, true},
                            Row{"STLXR W3,X0,[X1]", Acquire::none, true},
                            Row{"STXR W3,X0,[X1]", Acquire::none, false},
                            Row{"LDR X0,[X1]", Acquire::none, false});
  CAPTURE(row.text);
  const Instruction instruction = instruction_of(row.text);
  CHECK(instruction.acquire == row.acquire);
  CHECK(instruction.release == row.release);
}
