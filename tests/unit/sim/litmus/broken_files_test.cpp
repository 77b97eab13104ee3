// SPDX-License-Identifier: Apache-2.0
//
// What is said about files that are no good test.
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;
using Catch::Contains;

namespace {

struct Broken {
  std::string text;
  std::string said;  ///< the whole of it, file t
};

constexpr const char* kGood = "exists (0:X0=1)";

}  // namespace

TEST_CASE("a file that is no litmus test says what was expected", "[litmus][errors]") {
  const std::vector<Broken> cases{
      {"", "t:1:1: the file is empty; expected \"AArch64 NAME\"\n"},
      {"  \n\n ", "t:1:1: the file is empty; expected \"AArch64 NAME\"\n"},
      {"hello world\n", "t:1:1: the test begins with \"hello\"; expected \"AArch64 NAME\"\n"},
      {"\n C MP\n{}\n", "t:2:2: the test begins with \"C\"; only AArch64 tests are read\n"},
      {std::string("AArch64 T\n\0\n", 12),
       "t:2:1: the byte 0x00 is no text; a litmus test is a text file in UTF-8\n"},
      {"AArch64 T\n\"\xC3\x28\"\n",
       "t:2:2: the byte 0xc3 is no text; a litmus test is a text file in UTF-8\n"},
      {"AArch64 T\n\"\xED\xA0\x80\"\n",
       "t:2:2: the byte 0xed is no text; a litmus test is a text file in UTF-8\n"},
      {"AArch64\n{}\nP0;\nNOP;\nexists true\n",
       "t:1:8: the test has no name; expected \"AArch64 NAME\"\n"},
      {"AArch64 T\nP0;\nNOP;\nexists true\n",
       "t:1:10: no initial state; expected { ... } between the name and the code; { } when all is "
       "0\n"},
      {"AArch64 T\n{ x=0;\nP0;\nNOP;\n", "t:2:1: the initial state has no end; expected }\n"},
      {"AArch64 T\n{}\n(* open\nP0;\nNOP;\nexists true\n",
       "t:3:1: the comment has no end; expected *)\n"},
  };
  for (const auto& [text, said] : cases) {
    CAPTURE(text);
    CHECK_THAT(problems_of(text), Catch::StartsWith(said));
  }
}

TEST_CASE("wrong entries of the initial state are named with their place", "[litmus][errors]") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"float x;",
       "t:3:1: the type \"float\" is unknown; the types are int, int32_t, uint32_t, int64_t, "
       "uint64_t, intptr_t, uintptr_t, long\n"},
      {"uint46_t x;", "t:3:1: the type \"uint46_t\" is unknown; did you mean \"uint64_t\"?\n"},
      {"uint8_t x;",
       "t:3:1: the type \"uint8_t\" is not modelled; the types are int, int32_t, uint32_t, "
       "int64_t, uint64_t, intptr_t, uintptr_t, long\n"},
      {"uint64_t v[2]={1,2};",
       "t:3:11: found \"[\"; arrays are not modelled; declare a location for each element\n"},
      {"x={1};",
       "t:3:3: found \"{\"; arrays are not modelled; declare a location for each element\n"},
      {"0:X31=1;", "t:3:3: \"X31\" is no register of a thread; expected X0 to X30, or W0 to W30\n"},
      {"0:Y1=1;", "t:3:3: \"Y1\" is no register of a thread; expected X0 to X30, or W0 to W30\n"},
      {"1:X1=1;", "t:3:1: there is no thread 1; the table has 1 thread: 0\n"},
      {"99999999999999999999:X1=1;",
       "t:3:1: found \"99999999999999999999\"; expected a register such as 0:X1 or a location such "
       "as [x]\n"},
      {"x=12ab;",
       "t:3:3: \"12ab\" is no value; expected a whole number of at most 64 bits, decimal or 0x\n"},
      {"uint64_t x=18446744073709551616;",
       "t:3:12: \"18446744073709551616\" is no value; expected a whole number of at most 64 bits, "
       "decimal or 0x\n"},
      {"int64_t x=-9223372036854775809;",
       "t:3:11: \"-9223372036854775809\" is no value; expected a whole number of at most 64 bits, "
       "decimal or 0x\n"},
      {"x=4294967296;",
       "t:3:3: 4294967296 does not fit the 32 bits of int x; declare uint64_t x\n"},
      {"x=1; y=2; x=3;",
       "t:3:11: set for the second time; the first is at t:3:1; write type and value in one entry, "
       "as in uint64_t x=1;\n"},
      {"0:X1=1; 0:W1=2;",
       "t:3:9: set for the second time; the first is at t:3:1; write type and value in one entry, "
       "as in uint64_t x=1;\n"},
      {"x=1 y=2;",
       "t:3:5: found \"y\" after a location; expected ; between entries, as in uint64_t x=1; "
       "0:X1=x;\n"},
      {"0:X1=0:X2;",
       "t:3:6: found \"0:\" where a value is expected; expected a number or a location; labels, "
       "tags and other registers are not modelled as values\n"},
      {"x=;", "t:3:3: \";\" is no value; expected a number or the name of a location\n"},
      {"=1;", "t:3:1: found \"=\"; expected a register such as 0:X1 or a location such as [x]\n"},
      {"%y=1;", "t:3:1: found \"%\"; expected a register such as 0:X1 or a location such as [x]\n"},
  };
  for (const auto& [init, said] : cases) {
    CAPTURE(init);
    CHECK(problems_of(one_thread(init, "NOP;", "exists true")) == said);
  }
}

TEST_CASE("wrong tables of code are named with their place", "[litmus][errors]") {
  const std::vector<Broken> cases{
      {"AArch64 T\n{}\nexists true\n",
       "t:3:1: no code; expected a table: P0 | P1 ; and a row for each instruction\n"},
      {"AArch64 T\n{}\n P0 | P2 ;\n NOP | NOP ;\nexists true\n",
       "t:3:7: found \"P2\" at the head of a column; expected P1; the first row names the threads: "
       "P0 | P1 ;\n"},
      {"AArch64 T\n{}\n NOP ;\nexists true\n",
       "t:3:2: found \"NOP\" at the head of a column; expected P0; the first row names the "
       "threads: "
       "P0 | P1 ;\n"},
      {"AArch64 T\n{}\n P0 | P1 ;\n NOP ;\n NOP | NOP | NOP ;\nexists true\n",
       "t:4:2: the row has 1 column, the table 2; write one cell for each thread; it may be empty: "
       "STR X0,[X1] |  ;\n"
       "t:5:2: the row has 3 columns, the table 2; write one cell for each thread; it may be "
       "empty: "
       "STR X0,[X1] |  ;\n"},
      {"AArch64 T\n{}\n P0 | P1 ;\n NOP | NOP \n NOP | NOP ;\nexists true\n",
       "t:4:8: \"NOP\" goes on over the end of the line; is a ; missing at the end of the row?\n"},
      {"AArch64 T\n{}\n P0 | P1 ;\n NOP | NOP \nexists true\n",
       "t:4:8: the row is not ended; expected ; at the end of each row of the table\n"},
  };
  for (const auto& [text, said] : cases) {
    CAPTURE(text);
    CHECK(problems_of(text) == said);
  }
}

TEST_CASE("too many threads are refused where the first one too many stands", "[litmus][errors]") {
  std::string header = "P0";
  std::string row = "NOP";
  for (int thread = 1; thread < 33; ++thread) {
    header += "|P" + std::to_string(thread);
    row += "|NOP";
  }
  const std::string text = "AArch64 T\n{}\n" + header + ";\n" + row + ";\nexists true\n";
  CHECK(problems_of(text) == "t:3:119: 33 threads; a test has at most 32\n");
}

TEST_CASE("wrong instructions are all named, each with its line and column", "[litmus][errors]") {
  const std::string text =
      "AArch64 T\n{}\n P0 | P1 ;\n FOO X0,X1 | NOP ;\n NOP | CBZ X0,Nowhere ;\n LDR X99,[X1] | NOP "
      ";\nexists true\n";
  const std::string said = problems_of(text);
  CHECK_THAT(said, Contains("t:4:2: "));
  CHECK_THAT(said, Contains("FOO"));
  CHECK_THAT(said, Contains("t:5:15: "));
  CHECK_THAT(said, Contains("Nowhere"));
  CHECK_THAT(said, Contains("t:6:6: "));
  CHECK_THAT(said, Contains("X99"));
}

TEST_CASE("labels belong to their thread", "[litmus][errors]") {
  CHECK(problems_of("AArch64 T\n{}\nP0|P1;\nL: NOP|L: NOP;\nCBZ X0,L|CBZ X0,L;\nexists true\n")
            .empty());
  CHECK_THAT(problems_of("AArch64 T\n{}\nP0|P1;\nL:|NOP;\nNOP|CBZ X0,L;\nexists true\n"),
             Contains("t:5:12: "));
}

TEST_CASE("mixed sizes are refused with the place of both accesses", "[litmus][errors]") {
  CHECK(
      problems_of(one_thread("0:X1=x;", "STR W0,[X1];\nLDR X2,[X1];", "exists true")) ==
      "t:7:1: x is accessed with 8 bytes here, with 4 at t:6:1; mixed sizes are not modelled; use "
      "X registers and uint64_t, or W registers, throughout\n");
}

TEST_CASE("a thread that never ends is refused with the place of its loop", "[litmus][errors]") {
  const auto said = [](const std::string& code) {
    return problems_of(one_thread("uint64_t x; 0:X1=x;", code, "exists true"));
  };
  const std::string end =
      ": P0 never ends: no way leads from here to the end of its code; let a branch leave the "
      "loop\n";
  CHECK(said("L: B L;") == "t:6:1" + end);
  CHECK(said("NOP;\nL: LDR X0,[X1];\nCBZ X0,M;\nNOP;\nM: B L;") == "t:10:1" + end);
  // A branch leads out, taken or not.
  CHECK(said("L: CBZ X0,L;").empty());
  CHECK(said("L: LDR X0,[X1];\nCBNZ X0,E;\nB L;\nE:;").empty());
  // It may never come here.
  CHECK(said("CBZ X0,E;\nL: B L;\nE:;").empty());
}

TEST_CASE("wrong conditions are named with their place", "[litmus][errors]") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "t:8:1: no condition; expected exists, ~exists or forall with a proposition\n"},
      {"exists",
       "t:8:1: found the end; expected a register such as 0:X1 or a location such as [x]\n"},
      {"exists ()",
       "t:7:9: found \")\"; expected a register such as 0:X1 or a location such as [x]\n"},
      {"exists (x=1", "t:8:1: found the end; expected ), /\\ or \\/\n"},
      {"exists (x=1))", "t:7:13: found \")\"; expected /\\, \\/ or the end of the file\n"},
      {"exists (x=1) /\\",
       "t:8:1: found the end; expected a register such as 0:X1 or a location "
       "such as [x]\n"},
      {"exists (x)", "t:7:10: found \")\"; expected = and a value\n"},
      {"exists (x=1 and x=2)", "t:7:13: found \"and\"; expected ), /\\ or \\/\n"},
      {"exists (x=1 => x=2)", "t:7:13: found \"=>\"; expected ), /\\ or \\/\n"},
      {"exists x=1 => x=2", "t:7:12: => is not modelled; write p => q as not p \\/ q\n"},
      {"exists (heda=1)", "t:7:9: there is no location heda; did you mean \"head\"?\n"},
      {"exists (0:X0=nothing)",
       "t:7:14: there is no location nothing; name it in the initial state\n"},
      {"exists (1:X0=1 /\\ 0:X77=1)",
       "t:7:9: there is no thread 1; the table has 1 thread: 0\n"
       "t:7:21: \"X77\" is no register of a thread; expected X0 to X30, or W0 to W30\n"},
      {"exists (0:X0=1:X1)",
       "t:7:14: found \"1:\" where a value is expected; expected a number or a location; labels, "
       "tags and other registers are not modelled as values\n"},
      {"exists ([x=1)", "t:7:11: found \"=\"; expected ]\n"},
      {"exists (x[0]=1)", "t:7:10: arrays are not modelled; name a location for each element\n"},
      {"filter (x=1) exists (x=1)",
       "t:7:1: filter is not modelled; write it into the condition: exists (filter /\\ ...)\n"},
      {"locations [x; y;] exists (x=1)",
       "t:7:15: there is no location y; name it in the initial state\n"},
      {"locations x exists (x=1)", "t:7:11: found \"x\"; expected [ after locations\n"},
      {"locations [x 0:X0] exists (x=1)",
       "t:7:14: found \"0\"; expected ; or ] in the list of locations\n"},
      {"locations [x;]", "t:8:1: found the end; expected exists, ~exists or forall\n"},
      {"final (x=1)", "t:7:1: found \"final\"; expected exists, ~exists or forall\n"},
      {"~x=1", "t:7:1: found \"~\"; expected exists, ~exists or forall\n"},
  };
  for (const auto& [condition, said] : cases) {
    CAPTURE(condition);
    CHECK(problems_of(one_thread("x=0; head=0;", "NOP;", condition)) == said);
  }
}

TEST_CASE("problems of all parts are listed at once, in the order of the file",
          "[litmus][errors]") {
  const std::string text =
      "AArch64 T\n{ float x; 0:X99=1; }\n P0 | P1 ;\n NOP ;\n FOO | NOP ;\nexists (3:X0=1 /\\ "
      "z=0)\n";
  std::vector<std::string> places;
  const auto test = read_test(text, "t");
  REQUIRE_FALSE(test);
  for (const Error& problem : test.error().listed()) {
    places.push_back(problem.where);
  }
  CHECK(places == std::vector<std::string>{"t:2:3", "t:2:14", "t:4:2", "t:5:2", "t:6:9", "t:6:19"});
}

TEST_CASE("columns count characters and not bytes", "[litmus][errors]") {
  CHECK_THAT(problems_of("AArch64 T\n{}\nP0;\n(* \xC3\xA4\xE2\x82\xAC *) FOO;\nexists true\n"),
             Catch::StartsWith("t:4:10: "));
}

TEST_CASE("any depth of parentheses ends with an answer", "[litmus][errors]") {
  const auto nested = [](std::size_t levels) {
    return one_thread(
        "x=0;", "NOP;", "exists " + std::string(levels, '(') + "x=0" + std::string(levels, ')'));
  };
  CHECK(problems_of(nested(200)).empty());
  CHECK_THAT(problems_of(nested(201)), Contains("more than 200 levels of parentheses"));
  CHECK_THAT(problems_of(nested(400'000)), Contains("more than 200 levels of parentheses"));
  std::string negations = "exists ";
  for (int i = 0; i < 200'000; ++i) {
    negations += "~ ";
  }
  CHECK_THAT(problems_of(one_thread("x=0;", "NOP;", negations + "x=0")),
             Contains("more than 200 levels of parentheses"));
}

TEST_CASE("large files cost bounded time and memory", "[litmus][errors]") {
  std::string code;
  std::string init;
  for (int i = 0; i < 20'000; ++i) {
    code += "FOO X0,X1;";
    init += "v" + std::to_string(i) + ";";
  }
  const auto test = read_test(one_thread(init, code, "exists true"), "t");
  REQUIRE_FALSE(test);
  CHECK(test.error().count() >= 20'001);
  CHECK(test.error().listed().size() == scenario::Problems::kListed);
  CHECK_THAT(problems_of(one_thread(init, "NOP;", "exists true")),
             Contains("20000 locations; a test has at most 256"));
}

TEST_CASE("what cannot be read says so", "[litmus][errors]") {
  const TemporaryFolder folder;
  const auto said = [](const std::filesystem::path& path) {
    const auto test = read_test_file(path.string());
    return test ? std::string{} : test.error().listed().front().what;
  };
  CHECK(said(folder.path() / "none") == "cannot be opened: No such file or directory");
  CHECK(said(folder.path()) == "this is a directory");
  CHECK(said("/dev/zero") == "this is a device");
  const std::filesystem::path large = folder.path() / "large.litmus";
  std::ofstream{large} << "AArch64 T";
  std::filesystem::resize_file(large, std::uintmax_t{100} << 20U);
  CHECK(said(large) == "larger than 1 MiB");
  CHECK(read_test_file(large.string()).error().listed().front().hint ==
        "a litmus test is a few lines");
}
