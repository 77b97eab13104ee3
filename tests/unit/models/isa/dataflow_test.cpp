// SPDX-License-Identifier: Apache-2.0
#include "models/isa/dataflow.h"

#include <catch2/catch.hpp>

#include "models/isa/register_text.h"
#include "tests/support/one_instruction.h"

using namespace pmusim::isa;
using pmusim::test::instruction_of;

namespace {

/// `X0:data X1:address -> X2`
std::string flow_of(const std::string& text) {
  constexpr std::array kUses{"operand", "address", "data", "compare", "decision", "selection"};
  const Dataflow flow{instruction_of(text)};
  std::string shown;
  for (const Source& source : flow.sources()) {
    shown += name_of(source.reg, true) + ":" + kUses.at(static_cast<std::size_t>(source.use)) + " ";
  }
  shown += "->";
  for (const Reg reg : flow.results()) {
    shown += " " + name_of(reg, true);
  }
  return shown;
}

}  // namespace

TEST_CASE("arithmetic reads its operands and writes its result and the flags it sets", "[isa]") {
  CHECK(flow_of("MOV X0,#1") == "-> X0");
  CHECK(flow_of("MOV X0,X1") == "X1:operand -> X0");
  CHECK(flow_of("MOVK X0,#1") == "X0:operand -> X0");
  CHECK(flow_of("ADD X0,X1,#4") == "X1:operand -> X0");
  CHECK(flow_of("ADD SP,SP,#16") == "SP:operand -> SP");
  CHECK(flow_of("EOR X0,X1,X1") == "X1:operand X1:operand -> X0");
  CHECK(flow_of("SUBS X0,X1,W2,SXTW") == "X1:operand X2:operand -> X0 NZCV");
  CHECK(flow_of("CMP X1,#3") == "X1:operand -> NZCV");
  CHECK(flow_of("TST X1,X2") == "X1:operand X2:operand -> NZCV");
  CHECK(flow_of("UBFX X0,X1,#3,#4") == "X1:operand -> X0");
  CHECK(flow_of("BFI X0,X1,#3,#4") == "X0:operand X1:operand -> X0");
  CHECK(flow_of("BFC X0,#3,#4") == "X0:operand -> X0");
  CHECK(flow_of("LSL X0,X1,X2") == "X1:operand X2:operand -> X0");
  CHECK(flow_of("EXTR X0,X1,X2,#8") == "X1:operand X2:operand -> X0");
  CHECK(flow_of("ADR X0,.+8") == "-> X0");
}

TEST_CASE("a select reads both operands, and the flags to pick one", "[isa]") {
  CHECK(flow_of("CSEL X0,X1,X2,NE") == "X1:operand X2:operand NZCV:selection -> X0");
  CHECK(flow_of("CSET X0,EQ") == "NZCV:selection -> X0");
  CHECK(flow_of("CNEG X0,X1,MI") == "X1:operand X1:operand NZCV:selection -> X0");
}

TEST_CASE("a branch reads what decides it or its target", "[isa]") {
  CHECK(flow_of("B .+8") == "->");
  CHECK(flow_of("B.NE .+8") == "NZCV:decision ->");
  CHECK(flow_of("CBZ X3,.+8") == "X3:decision ->");
  CHECK(flow_of("TBNZ X3,#40,.+8") == "X3:decision ->");
  CHECK(flow_of("BL .+8") == "-> X30");
  CHECK(flow_of("BLR X3") == "X3:decision -> X30");
  CHECK(flow_of("BR X3") == "X3:decision ->");
  CHECK(flow_of("RET") == "X30:decision ->");
}

TEST_CASE("loads and stores read addresses and data apart", "[isa]") {
  CHECK(flow_of("LDR X0,[X1]") == "X1:address -> X0");
  CHECK(flow_of("LDR X0,[X1,W2,SXTW]") == "X1:address X2:address -> X0");
  CHECK(flow_of("LDR XZR,[X1]") == "X1:address ->");
  CHECK(flow_of("LDR X0,[X1],#8") == "X1:address -> X0 X1");
  CHECK(flow_of("STR X0,[X1,#8]!") == "X0:data X1:address -> X1");
  CHECK(flow_of("STR X0,[X1,X2]") == "X0:data X1:address X2:address ->");
  CHECK(flow_of("LDP X0,X2,[SP],#16") == "SP:address -> X0 X2 SP");
  CHECK(flow_of("STP X0,X2,[SP,#-16]!") == "X0:data X2:data SP:address -> SP");
  CHECK(flow_of("LDAPR X0,[X1]") == "X1:address -> X0");
  CHECK(flow_of("STLR WZR,[X1]") == "X1:address ->");
}

TEST_CASE("atomics and exclusives read operand, comparison and data apart", "[isa]") {
  CHECK(flow_of("LDXR X0,[X1]") == "X1:address -> X0");
  CHECK(flow_of("STXR W2,X0,[X1]") == "X0:data X1:address -> X2");
  CHECK(flow_of("STXR WZR,X0,[X1]") == "X0:data X1:address ->");
  CHECK(flow_of("CAS X2,X0,[X1]") == "X2:compare X0:data X1:address -> X2");
  CHECK(flow_of("SWP X2,X0,[X1]") == "X2:data X1:address -> X0");
  CHECK(flow_of("LDADDAL X2,X0,[X1]") == "X2:data X1:address -> X0");
  CHECK(flow_of("STADD X2,[X1]") == "X2:data X1:address ->");
}

TEST_CASE("system instructions read and write one register, or the flags", "[isa]") {
  CHECK(flow_of("MRS X0,S3_3_C9_C13_0") == "-> X0");
  CHECK(flow_of("MSR S3_3_C9_C13_0,X0") == "X0:operand ->");
  CHECK(flow_of("MRS X0,NZCV") == "NZCV:operand -> X0");
  CHECK(flow_of("MSR NZCV,X0") == "X0:operand -> NZCV");
  CHECK(flow_of("DMB ISH") == "->");
  CHECK(flow_of("ISB") == "->");
  CHECK(flow_of("SVC #1") == "->");
  CHECK(flow_of("ERET") == "->");
  CHECK(flow_of("NOP") == "->");
}
