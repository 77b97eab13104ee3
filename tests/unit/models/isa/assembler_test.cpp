// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "models/isa/program.h"
#include "tests/support/one_instruction.h"

using namespace pmusim;
using namespace pmusim::isa;
using pmusim::test::instruction_of;

namespace {

/// `where: what; hint` of each error, a line each.
std::string errors_of(std::string_view text) {
  const auto program = assemble_text(text, "t.s");
  std::string all;
  if (!program) {
    for (const Error& error : program.error()) {
      all += error.where + ": " + error.what + "; " + error.hint + "\n";
    }
  }
  return all;
}

}  // namespace

TEST_CASE("labels name the instruction that follows, and branches reach them both ways", "[isa]") {
  const auto program = assemble_text(
      "start: again:\n"
      "  MOV X0,#1   // a comment\n"
      "\n"
      "  CBZ X0,end\n"
      "loop: B again\n"
      "  // nothing here\n"
      "end:\n",
      "t.s");
  REQUIRE(program.has_value());
  CHECK(program->code.size() == 3);
  CHECK(program->labels ==
        std::map<std::string, std::size_t>{{"start", 0}, {"again", 0}, {"loop", 2}, {"end", 3}});
  CHECK(program->code[1].imm == 8);
  CHECK(program->code[2].imm == -8);
}

TEST_CASE("names and mnemonics may have any case, and numbers no sharp", "[isa]") {
  CHECK(instruction_of("add x0, x1, 0x10") == instruction_of("ADD X0,X1,#16"));
  CHECK(instruction_of("Dmb iShSt") == instruction_of("DMB ISHST"));
  CHECK(instruction_of("ldr x0,[sp,16]") == instruction_of("LDR X0,[SP,#16]"));
  CHECK(instruction_of("BNE .+8") == instruction_of("b.ne .+8"));
  CHECK(instruction_of("B.HS .+8") == instruction_of("B.CS .+8"));
  CHECK(instruction_of("RET") == instruction_of("RET LR"));
}

TEST_CASE("an ADRP to a label counts pages from the program's address", "[isa]") {
  const auto program = assemble_text("ADRP X0,there\nNOP\nthere: NOP", "t.s", 0xFF8);
  REQUIRE(program.has_value());
  CHECK(program->code.front().imm == 4096);
}

TEST_CASE("system registers go by the names that are passed, and by their numbers", "[isa]") {
  const std::array names{NamedSysReg{"PMCCNTR_EL0", {3, 3, 9, 13, 0}}};
  const auto program = assemble_text("MRS X0,pmccntr_el0\nMRS X0,s3_3_c9_c13_0\n", "t.s", 0, names);
  REQUIRE(program.has_value());
  CHECK(program->code[0] == program->code[1]);
  CHECK(to_text(program->code[0], names) == "MRS X0,PMCCNTR_EL0");
  CHECK(to_text(program->code[0]) == "MRS X0,S3_3_C9_C13_0");
}

TEST_CASE("an unknown instruction is told with its place and the nearest one", "[isa]") {
  CHECK(errors_of("  LDARX X0,[X1]") ==
        "t.s:1:3: unknown instruction 'LDARX'; did you mean 'LDAR'?\n");
  CHECK(errors_of("\nL0: VADD D0,D1,D2") ==
        "t.s:2:5: unknown instruction 'VADD'; did you mean 'ADD'?\n");
  CHECK(errors_of("VADDVAQ_S32 X0") ==
        "t.s:1:1: unknown instruction 'VADDVAQ_S32'; models/isa/README.md lists the instructions "
        "that are modelled\n");
  CHECK(errors_of("\x01") ==
        "t.s:1:1: unknown instruction '\\x01'; models/isa/README.md lists the instructions that "
        "are modelled\n");
}

TEST_CASE("all problems of a text are told at once, in the order of the lines", "[isa]") {
  CHECK(errors_of("a: MOV X0\n"
                  "B nowhere\n"
                  "a: NOPE\n") ==
        "t.s:1:10: found the end of the line, expected ','; write MOV Rd,Rm; MOV Rd|SP,Rn|SP; "
        "MOV Rd,#imm; MOV Rd|SP,#pattern\n"
        "t.s:2:3: there is no label 'nowhere'; write 'nowhere:' before what it names\n"
        "t.s:3:1: label 'a' stands twice; it stands at t.s:1 too; rename one\n"
        "t.s:3:4: unknown instruction 'NOPE'; did you mean 'NOP'?\n");
}

TEST_CASE("a label that is missing is told with the nearest one", "[isa]") {
  CHECK(errors_of("loop: CBNZ X0,lop") ==
        "t.s:1:15: there is no label 'lop'; did you mean 'loop'?\n");
}

TEST_CASE("an operand out of range is told with the range", "[isa]") {
  CHECK(errors_of("ADD X0,X1,#4097") ==
        "t.s:1:11: '#4097' is out of range; allowed is 0 to 4095, or a multiple of 4096 up to "
        "16773120\n");
  CHECK(errors_of("LDR X0,[X1,#40000]") ==
        "t.s:1:12: '#40000' is out of range; allowed is a multiple of 8 from 0 to 32760, or -256 "
        "to 255\n");
  CHECK(errors_of("LDP W0,W1,[X1,#-260]") ==
        "t.s:1:15: '#-260' is out of range; allowed is a multiple of 4 from -256 to 252\n");
  CHECK(errors_of("UBFX X0,X1,#60,#5") == "t.s:1:16: '#5' is out of range; allowed is 1 to 4\n");
  CHECK(errors_of("TBZ W0,#32,.+8") == "t.s:1:8: '#32' is out of range; allowed is 0 to 31\n");
  CHECK(errors_of("B.EQ .+1048576") ==
        "t.s:1:6: '.+1048576' is out of range; allowed is a multiple of 4 within 1048576 bytes\n");
  CHECK(errors_of("MOV X0,#0x12345") ==
        "t.s:1:8: '#0x12345' is out of range; allowed is 16 bits at a multiple of 16, or the "
        "inverse of such, or a run of ones, rotated, in elements of 2, 4, 8, 16, 32 or 64 bits "
        "that repeat\n");
  CHECK(errors_of("SVC #65536") == "t.s:1:5: '#65536' is out of range; allowed is 0 to 65535\n");
}

TEST_CASE("an operand of the wrong kind is told with what was expected", "[isa]") {
  CHECK(errors_of("LDAR X0,[X1,#8]") == "t.s:1:13: '#8' is out of range; allowed is 0 to 0\n");
  CHECK(errors_of("CAS X0,W1,[X2]") ==
        "t.s:1:8: found 'W1', expected X0 to X30 or XZR; write CAS "
        "Rs,Rt,[Xn|SP]\n");
  CHECK(errors_of("STXR X0,X1,[X2]") ==
        "t.s:1:6: found 'X0', expected W0 to W30 or WZR; write STXR "
        "Ws,Rt,[Xn|SP]\n");
  CHECK(errors_of("DMB ISHSY") ==
        "t.s:1:5: found 'ISHSY', expected one of SY, LD, ST, ISH, ISHLD, ISHST, OSH, OSHLD, OSHST, "
        "NSH, NSHLD, NSHST; write DMB ISH|ISHLD|ISHST|...\n");
  CHECK(errors_of("NOP X1") ==
        "t.s:1:5: found 'X1', expected the end of the instruction; write NOP\n");
  CHECK(errors_of("BR X31") == "t.s:1:4: found 'X31', expected X0 to X30 or XZR; write BR Xn\n");
  CHECK(errors_of("MRS X0,PMXYZ") ==
        "t.s:1:8: there is no system register 'PMXYZ'; any register can be written as "
        "S3_3_C9_C12_0: op0, op1, CRn, CRm, op2\n");
  CHECK(errors_of("MRS X0,NZC") ==
        "t.s:1:8: there is no system register 'NZC'; did you mean 'NZCV'?\n");
  CHECK(errors_of("MOV X0,#12345678901234567890123") ==
        "t.s:1:9: found '12345678901234567890123', expected a number of at most 64 bits; write MOV "
        "Rd,Rm; MOV Rd|SP,Rn|SP; MOV Rd,#imm; MOV Rd|SP,#pattern\n");
}

TEST_CASE("registers whose combination is unpredictable are an error", "[isa]") {
  CHECK(errors_of("STXR W1,X1,[X2]") ==
        "t.s:1:1: the register stored and the status are one: what then happens is unpredictable; "
        "take another register\n");
  CHECK(errors_of("LDR X1,[X1],#8") ==
        "t.s:1:1: the base is written back and is a register loaded or stored: what then happens "
        "is unpredictable; take another register\n");
}

TEST_CASE("columns count from where the text stands in its line", "[isa]") {
  const auto program = assemble({{.where = "a.litmus:7", .text = "NOP X1", .column = 20}});
  REQUIRE_FALSE(program.has_value());
  CHECK(program.error().front().where == "a.litmus:7:24");
}
