// SPDX-License-Identifier: Apache-2.0
//
// Examples that can be checked by eye; arithmetic at large is in the property tests.
#include <catch2/catch.hpp>

#include "models/isa/dataflow.h"
#include "tests/support/one_instruction.h"

using namespace pmusim::isa;
using pmusim::test::instruction_of;

namespace {

constexpr std::uint64_t kPc = 0x1'2340;
constexpr std::uint64_t kZ = std::uint64_t{1} << kFlagZ;

/// The result with 0x1122334455667788 in Rn, 3 in Rm, all ones in Rd.
std::uint64_t result_of(const std::string& text, std::uint64_t flags = 0) {
  const Operands in{.n = 0x1122'3344'5566'7788, .m = 3, .d = ~std::uint64_t{0}, .flags = flags};
  return compute(instruction_of(text), in, kPc).value;
}

bool is_taken(const std::string& text, std::uint64_t tested) {
  return taken(instruction_of(text), tested);
}

}  // namespace

TEST_CASE("moves make their value", "[isa]") {
  CHECK(result_of("MOV X0,#0x56780000") == 0x5678'0000);
  CHECK(result_of("MOV X0,#-2") == 0xFFFF'FFFF'FFFF'FFFE);
  CHECK(result_of("MOV W0,#-2") == 0xFFFF'FFFE);
  CHECK(result_of("MOVK X0,#0x1234,LSL #32") == 0xFFFF'1234'FFFF'FFFF);
  CHECK(result_of("MOVK W0,#0x1234") == 0xFFFF'1234);
  CHECK(compute(instruction_of("MOV X0,X1"), {.m = 7}, 0).value == 7);
}

TEST_CASE("a W result clears the upper half", "[isa]") {
  CHECK(result_of("ADD W0,W1,#1") == 0x5566'7789);
  CHECK(result_of("ORR W0,W1,W2") == 0x5566'778B);
  CHECK(result_of("CSEL W0,W1,W2,AL") == 0x5566'7788);
}

TEST_CASE("second operands are shifted or extended", "[isa]") {
  CHECK(result_of("ADD X0,X1,#4096") == 0x1122'3344'5566'8788);
  CHECK(result_of("SUB X0,X1,X2,LSL #4") == 0x1122'3344'5566'7758);
  CHECK(compute(instruction_of("ADD X0,X1,W2,SXTB #2"), {.n = 100, .m = 0xFF}, 0).value == 96);
  CHECK(result_of("BIC X0,X1,X2,LSL #3") == 0x1122'3344'5566'7780);
  CHECK(result_of("MVN X0,X2") == ~std::uint64_t{3});
  CHECK(compute(instruction_of("EON X0,X1,X2"), {.n = 0xF0, .m = 0xFF}, 0).value ==
        ~std::uint64_t{0x0F});
}

TEST_CASE("bit fields come out of and go into place", "[isa]") {
  CHECK(result_of("UBFX X0,X1,#8,#16") == 0x6677);
  CHECK(result_of("SBFX X0,X1,#4,#4") == 0xFFFF'FFFF'FFFF'FFF8);
  CHECK(result_of("BFI X0,X1,#8,#8") == 0xFFFF'FFFF'FFFF'88FF);
  CHECK(result_of("BFXIL X0,X1,#8,#8") == 0xFFFF'FFFF'FFFF'FF77);
  CHECK(result_of("LSR X0,X1,#48") == 0x1122);
  CHECK(result_of("LSL W0,W1,#8") == 0x6677'8800);
  CHECK(result_of("LSR X0,X1,X2") == 0x0224'4668'8AAC'CEF1);
  CHECK(result_of("EXTR W0,W1,W2,#8") == 0x8800'0000);
  CHECK(result_of("EXTR X0,X1,X2,#0") == 3);
  CHECK(result_of("EXTR X0,X1,X2,#60") == 0x1223'3445'5667'7880);
}

TEST_CASE("logic sets N and Z and clears C and V", "[isa]") {
  const Instruction tst = instruction_of("TST W1,W2");
  CHECK(compute(tst, {.n = 1, .m = 2, .flags = ~std::uint64_t{0}}, 0).flags == kZ);
  CHECK(compute(tst, {.n = 0x8000'0000, .m = 0x8000'0000}, 0).flags == std::uint64_t{1} << kFlagN);
}

TEST_CASE("ADR counts from the instruction and ADRP from its page", "[isa]") {
  CHECK(result_of("ADR X0,.-1") == kPc - 1);
  CHECK(result_of("ADRP X0,.+8192") == 0x1'4000);
}

TEST_CASE("a select takes the first operand when the condition holds", "[isa]") {
  const Operands holds{.n = 10, .m = 20, .flags = kZ};
  const Operands fails{.n = 10, .m = 20};
  for (const char* const text : {"CSEL", "CSINC", "CSINV", "CSNEG"}) {
    CHECK(compute(instruction_of(std::string{text} + " X0,X1,X2,EQ"), holds, 0).value == 10);
  }
  CHECK(compute(instruction_of("CSEL X0,X1,X2,EQ"), fails, 0).value == 20);
  CHECK(compute(instruction_of("CSINC X0,X1,X2,EQ"), fails, 0).value == 21);
  CHECK(compute(instruction_of("CSINV X0,X1,X2,EQ"), fails, 0).value == ~std::uint64_t{20});
  CHECK(compute(instruction_of("CSNEG W0,W1,W2,EQ"), fails, 0).value == 0xFFFF'FFEC);
  CHECK(compute(instruction_of("CSET X0,EQ"), {.flags = kZ}, 0).value == 1);
}

TEST_CASE("branches are decided by their register, bit or flags", "[isa]") {
  CHECK(is_taken("B .+8", 0));
  CHECK(is_taken("RET", 0));
  CHECK(is_taken("CBZ W0,.+8", 0xFFFF'FFFF'0000'0000));
  CHECK_FALSE(is_taken("CBZ X0,.+8", 0xFFFF'FFFF'0000'0000));
  CHECK(is_taken("CBNZ X0,.+8", std::uint64_t{1} << 63U));
  CHECK_FALSE(is_taken("CBNZ W0,.+8", std::uint64_t{1} << 63U));
  CHECK(is_taken("TBNZ X0,#40,.+8", std::uint64_t{1} << 40U));
  CHECK_FALSE(is_taken("TBZ X0,#40,.+8", std::uint64_t{1} << 40U));
  CHECK(is_taken("B.EQ .+8", kZ));
  CHECK_FALSE(is_taken("BNE .+8", kZ));
}

TEST_CASE("an address offset is the immediate, or the register extended and shifted", "[isa]") {
  const auto offset = [](const char* text, std::uint64_t m = 0) {
    return static_cast<std::int64_t>(address_offset(instruction_of(text), m));
  };
  CHECK(offset("LDR X0,[X1]") == 0);
  CHECK(offset("LDR X0,[X1,#16]") == 16);
  CHECK(offset("LDUR X0,[X1,#-8]") == -8);
  CHECK(offset("LDR X0,[X1,#-8]!") == -8);
  CHECK(offset("LDR X0,[X1],#-8") == 0);
  CHECK(offset("LDP X0,X2,[X1,#-16]") == -16);
  CHECK(offset("LDR X0,[X1,X2]", 24) == 24);
  CHECK(offset("LDR X0,[X1,X2,LSL #3]", 3) == 24);
  CHECK(offset("LDR W0,[X1,W2,SXTW #2]", 0xFFFF'FFFF) == -4);
  CHECK(offset("LDR W0,[X1,W2,UXTW]", 0x7'0000'0001) == 1);
  CHECK(offset("CAS X0,X2,[X1]", 99) == 0);
}

TEST_CASE("an atomic combines the old value with its operand, in its size", "[isa]") {
  const auto result = [](const char* text) {
    return atomic_result(instruction_of(text), 0xFFFF'FFFF'FFFF'FFFC, 5);
  };
  CHECK(result("LDADD X0,X2,[X1]") == 1);
  CHECK(result("STADD W0,[X1]") == 1);
  CHECK(result("LDCLR X0,X2,[X1]") == 0xFFFF'FFFF'FFFF'FFF8);
  CHECK(result("LDEOR W0,W2,[X1]") == 0xFFFF'FFF9);
  CHECK(result("LDSET W0,W2,[X1]") == 0xFFFF'FFFD);
  CHECK(result("SWP X0,X2,[X1]") == 5);
}
