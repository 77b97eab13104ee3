// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/read_test.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "sim/litmus/print.h"
#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;

namespace {

/// The sketch of herd7's format in MEMORY_MODEL.md, section 2, with every kind of line.
constexpr std::string_view kSketch = R"(AArch64 MP+sketch
"PodWW Rfe DpCtrl Fre"
Prefetch=0:x=F,1:y={T}
Orig=PodWW Rfe (* no comment here
"another { comment
of two lines {"
{
uint64_t x=0; uint64_t y; int z=-3;      (* declared (* memory *) *)
uint64_t 1:X4; 0:X5=7; 0:W6=-1;
0:X1=x; 0:X3=y; 1:X1=y;
}
 P0          | P1           ;
 MOV X0,#1   | LDR X0,[X1]  ;
 STR X0,[X1] | CBZ X0,L0    ;
 DMB ISH     | LDR X4,[X1]  ;   (* a comment; with | both *)
             | L0:          ;
locations [z; 0:X5; 0:X6;]
exists (1:X0=1 /\ [x]=2)
)";

memory::Observable reg(unsigned thread, unsigned number) {
  return {memory::Observable::Kind::reg, thread, isa::x(number), 0};
}

}  // namespace

TEST_CASE("a litmus test is read with every part that herd7 writes", "[litmus][read]") {
  const LitmusTest test = read_good(std::string{kSketch});
  CHECK(test.name == "MP+sketch");
  REQUIRE(test.program.locations.size() == 3);
  CHECK(test.program.locations[0].name == "x");
  CHECK(test.program.locations[0].size == 8);
  CHECK(test.program.locations[2].name == "z");
  CHECK(decimal(test.program.locations[2].initial, test.location_types[2]) == "-3");
  REQUIRE(test.program.threads.size() == 2);
  CHECK(test.program.threads[0].program.code.size() == 3);
  CHECK(test.program.threads[1].program.code.size() == 3);
  CHECK(test.program.threads[1].program.labels.at("L0") == 3);
  CHECK(test.program.threads[0].registers[1] == test.program.locations[0].address);
  CHECK(test.program.threads[1].registers[1] == test.program.locations[1].address);
  CHECK(test.program.threads[0].registers[5] == 7);
  CHECK(test.program.threads[0].registers[6] == 0xFFFF'FFFF);  // a W name is the low half
  CHECK(test.type_of(reg(1, 4)).name == "uint64_t");
  CHECK(test.type_of(reg(1, 0)).name == "int");
  CHECK(condition_text(test) == "exists (1:X0=1 /\\ [x]=2)");
  CHECK(test.places[1][1] == "t.litmus:14:16");
}

TEST_CASE("states show the places of condition and locations, registers by number, then locations",
          "[litmus][read]") {
  const LitmusTest test = read_good(
      "AArch64 T\n{ y=0; x=0; 0:X1=x; }\nP0 | P1;\nNOP | NOP;\n"
      "locations [y; 1:X0; 0:X10;]\nexists ([x]=0 /\\ 0:X9=0 /\\ 0:X10=1)\n");
  CHECK(state_text(test, {1, 2, 3, 4, 5}) == "0:X9=1; 0:X10=2; 1:X0=3; [x]=4; [y]=5;");
}

TEST_CASE("values print by the declared type, int if there is none", "[litmus][print]") {
  const LitmusTest test =
      read_good(one_thread("uint64_t 0:X0; int64_t 0:X1; uint32_t 0:X2; int32_t 0:X3; x=0;",
                           "NOP;",
                           "locations [0:X0; 0:X1; 0:X2; 0:X3; 0:X4; x;]\nforall true"));
  const std::uint64_t minus_one = ~std::uint64_t{0};
  CHECK(state_text(test, {minus_one, minus_one, minus_one, minus_one, minus_one, 0xFFFF'FFFF}) ==
        "0:X0=18446744073709551615; 0:X1=-1; 0:X2=4294967295; 0:X3=-1; 0:X4=-1; [x]=-1;");
  const std::uint64_t wide = 0x1'0000'0002;
  CHECK(state_text(test, {wide, wide, wide, wide, wide, 0x8000'0000}) ==
        "0:X0=4294967298; 0:X1=4294967298; 0:X2=2; 0:X3=2; 0:X4=2; [x]=-2147483648;");
}

TEST_CASE("an address prints as the name of its location", "[litmus][print]") {
  const LitmusTest test = read_good(one_thread(
      "uint64_t x; uint64_t p=x; 0:X1=x;", "NOP;", "exists (0:X1=x /\\ [p]=x /\\ 0:X2=0)"));
  const std::uint64_t x = test.program.locations[0].address;
  CHECK(test.program.locations[1].initial == x);
  CHECK(state_text(test, {x, 0, x}) == "0:X1=x; 0:X2=0; [p]=x;");
  CHECK(condition_text(test) == "exists (0:X1=x /\\ [p]=x /\\ 0:X2=0)");
}

TEST_CASE("states stand in the order of herd7: numbers by value, then addresses",
          "[litmus][print]") {
  const LitmusTest test =
      read_good(one_thread("int64_t 0:X0; x=0; 0:X1=x;", "NOP;", "exists 0:X0=x"));
  const std::uint64_t x = test.program.locations[0].address;
  std::string text;
  for (const memory::FinalState& state : ordered(test, {{x}, {10}, {9}, {~std::uint64_t{0}}})) {
    text += state_text(test, state) + " ";
  }
  CHECK(text == "0:X0=-1; 0:X0=9; 0:X0=10; 0:X0=x; ");
}

TEST_CASE("conditions print as herd7 prints them", "[litmus][condition]") {
  const std::vector<std::pair<const char*, const char*>> cases{
      {"exists x=1", "exists ([x]=1)"},
      {"~exists ([x]=1)", "~exists ([x]=1)"},
      {"~ exists ([x]=1)", "~exists ([x]=1)"},
      {"forall ((x=1) /\\ ((0:X0=1)))", "forall ([x]=1 /\\ 0:X0=1)"},
      {"exists ((x=1 /\\ x=2) /\\ x=3)", "exists ([x]=1 /\\ [x]=2 /\\ [x]=3)"},
      {"exists (x=1 \\/ (x=2 \\/ x=3))", "exists ([x]=1 \\/ [x]=2 \\/ [x]=3)"},
      {"exists (x=1 \\/ (x=2 /\\ x=3))", "exists ([x]=1 \\/ [x]=2 /\\ [x]=3)"},
      {"exists (x=1 \\/ x=2 /\\ x=3)", "exists ([x]=1 \\/ [x]=2 /\\ [x]=3)"},
      {"exists ((x=1 \\/ x=2) /\\ x=3)", "exists (([x]=1 \\/ [x]=2) /\\ [x]=3)"},
      {"exists (not x=1 /\\ x=2)", "exists (not ([x]=1) /\\ [x]=2)"},
      {"exists (~(x=1 /\\ x=2))", "exists (not ([x]=1 /\\ [x]=2))"},
      {"exists (not (not (x=1)))", "exists (not (not ([x]=1)))"},
      {"exists (x!=1 /\\ x<>2)", "exists (not ([x]=1) /\\ not ([x]=2))"},
      {"exists (true \\/ false)", "exists (true \\/ false)"},
      {"exists (0:W3=0x10 /\\ P0:X3=-1)", "exists (0:X3=16 /\\ 0:X3=-1)"},
      {"exists (x=0xFFFFFFFFFFFFFFFF)", "exists ([x]=-1)"},
      {"exists (x==1);", "exists ([x]=1)"},
      {"exists (x=1) << a kept result", "exists ([x]=1)"},
  };
  for (const auto& [written, printed] : cases) {
    CAPTURE(written);
    CHECK(condition_text(read_good(one_thread("x=0;", "NOP;", written))) == printed);
  }
}

TEST_CASE("a condition compares as many bits as the type has", "[litmus][condition]") {
  const LitmusTest test = read_good(
      one_thread("uint64_t 0:X1; uint64_t x;", "NOP;", "exists (0:X0=-1 /\\ 0:X1=-1 /\\ [x]=-1)"));
  std::vector<unsigned> bits;
  bits.reserve(test.proposition.nodes.size());
  for (const memory::Proposition::Node& node : test.proposition.nodes) {
    bits.push_back(node.bits);
  }
  CHECK(bits == std::vector<unsigned>{32, 64, 64, 64});  // the last one is the conjunction
}

TEST_CASE("a location has the size of the accesses to it", "[litmus][sizes]") {
  const auto sizes = [](const std::string& init, const std::string& code) {
    std::string text;
    const LitmusTest test = read_good(one_thread(init, code, "exists true"));
    for (const memory::Location& location : test.program.locations) {
      text += fmt::format("{}:{} ", location.name, location.size);
    }
    return text;
  };
  // herd7's diy writes `int ok=0` and stores an X register to it.
  CHECK(sizes("int ok=0; 0:X1=ok;", "STR X0,[X1];") == "ok:8 ");
  CHECK(sizes("0:X1=x; 0:X2=y;", "STR W0,[X1]; LDR X0,[X2];") == "x:4 y:8 ");
  CHECK(sizes("uint64_t x; uint64_t y=x; 0:X1=y;", "LDR X2,[X1]; LDR X3,[X2];") == "x:8 y:8 ");
  CHECK(sizes("x=0; uint64_t y;", "NOP;") == "x:4 y:8 ");
  // X1 is overwritten, so nothing is known of what its accesses reach.
  CHECK(sizes("x=0; uint64_t y; 0:X1=x; 0:X3=y;", "STR W0,[X1]; MOV X1,X3; LDR X2,[X1];") ==
        "x:4 y:8 ");
}

TEST_CASE("every litmus file at hand is read", "[litmus][read]") {
  std::size_t read = 0;
  for (const std::string& file : all_litmus_files()) {
    CAPTURE(file);
    const auto test = read_test_file(file);
    REQUIRE(test);
    ++read;
  }
  CHECK(read == 478 + 87);
}

TEST_CASE("carriage returns and a byte order mark do not matter", "[litmus][read]") {
  std::string text{kSketch};
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
    text.insert(at, 1, '\r');
  }
  CHECK(condition_text(read_good("\xEF\xBB\xBF" + text)) == "exists (1:X0=1 /\\ [x]=2)");
}
