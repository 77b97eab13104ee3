// SPDX-License-Identifier: Apache-2.0
#include "models/memory/explorer.h"

#include <catch2/catch.hpp>

#include "tests/support/exploration/shape.h"

using namespace pmusim;
using namespace pmusim::memory;
using namespace pmusim::test;

namespace {

Result<ExploreResult> run(const Shape& shape,
                          const ExploreLimits& limits = {},
                          ExploreGoal goal = ExploreGoal::all_states) {
  const ShapeProgram made = shape_program(shape);
  return explore(made.program, made.observed, made.outcome, goal, limits);
}

ExploreResult complete(const Shape& shape) {
  auto result = run(shape);
  REQUIRE(result);
  INFO(result->reason);
  REQUIRE(result->end == ExploreEnd::complete);
  return *result;
}

}  // namespace

TEST_CASE("a program of one thread has the outcome that its text says", "[memory][explorer]") {
  const auto end = [](const std::string& text, const std::string& outcome) {
    const ExploreResult result = complete({{text}, outcome});
    return result.states.size() == 1 && result.holds && !result.fails;
  };
  CHECK(end("MOV X0,#3; STR X0,[X1]; LDR X2,[X1]; ADD X2,X2,#1", "0:X2=4 x=3"));
  CHECK(end("MOV X0,#3; ADD X9,X1,#8; STR X0,[X9,#-8]!; LDR X2,[X9]", "0:X2=3 0:X9=4096"));
  CHECK(end("MOV X0,#3; MOV X9,X1; STR X0,[X9],#64; LDR X2,[X9],#-64", "0:X2=0 0:X9=4096 x=3"));
  CHECK(end("MOV X0,#1; CMP X0,#1; CSINC X2,X0,XZR,NE; CSEL X4,X0,X1,EQ", "0:X2=1 0:X4=1"));
  CHECK(end("MOV X0,#5; back: SUB X0,X0,#1; ADD X2,X2,#2; CBNZ X0,back", "0:X0=0 0:X2=10"));
  CHECK(end("BL put; LDR X2,[X1]; B end; put: MOV X0,#7; STR X0,[X1]; RET; end:", "0:X2=7"));
  CHECK(end("ADR X9,there; BR X9; MOV X0,#1; there: MOV X2,#1", "0:X0=0 0:X2=1"));
  CHECK(end("MOV X0,#-1; STR X0,[X1]; LDR X2,[X1]; TBZ X2,#63,end; MOV X4,#1; end:", "0:X4=1"));
}

TEST_CASE("accesses of W registers are of four bytes and clear the upper half",
          "[memory][explorer]") {
  ConcurrentProgram program;
  program.locations = {{.name = "w", .address = 0x100, .size = 4, .initial = 0x1FFFFFFFF}};
  auto text = isa::assemble_text("LDR W0,[X1]\nMOV X2,#-1\nSTR W2,[X1]\nLDADD W2,W3,[X1]\n", "w");
  REQUIRE(text);
  program.threads.push_back({.program = *text, .registers = {}});
  program.threads[0].registers[0] = ~std::uint64_t{0};
  program.threads[0].registers[1] = 0x100;
  const auto any = Proposition::always();
  const Observable location{.kind = Observable::Kind::location};
  const auto result = explore(
      program, {{.reg = isa::x(0)}, {.reg = isa::x(3)}, location}, any, ExploreGoal::all_states);
  REQUIRE(result);
  CHECK(result->states == std::set<FinalState>{{0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE}});
}

TEST_CASE("the two accesses of a pair have no order", "[memory][explorer]") {
  ConcurrentProgram program;
  program.locations = {{.name = "a", .address = 0x100}, {.name = "b", .address = 0x108}};
  const auto thread = [&](const std::string& source) {
    auto text = isa::assemble_text(source, "pair");
    REQUIRE(text);
    Thread result{.program = *text, .registers = {}};
    result.registers[1] = 0x100;
    program.threads.push_back(result);
  };
  const auto any = Proposition::always();
  const auto states = [&](unsigned reader) {
    const auto result =
        explore(program,
                {{.thread = reader, .reg = isa::x(2)}, {.thread = reader, .reg = isa::x(3)}},
                any,
                ExploreGoal::all_states);
    REQUIRE(result);
    return result->states;
  };
  const std::set<FinalState> all{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  SECTION("two stores become visible in any order") {
    thread("MOV X2,#1\nMOV X3,#1\nSTP X2,X3,[X1]\n");
    thread("LDAR X2,[X1]\nLDR X3,[X1,#8]\n");
    CHECK(states(1) == all);
  }
  SECTION("two loads take their values in any order") {
    thread("MOV X2,#1\nSTR X2,[X1]\nDMB ISH\nSTR X2,[X1,#8]\n");
    thread("LDP X2,X3,[X1]\n");
    CHECK(states(1) == std::set<FinalState>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  }
  SECTION("a pair may write its base back") {
    thread("LDP X2,X3,[X1],#16\nSUB X3,X1,#256\n");
    CHECK(states(0) == std::set<FinalState>{{0, 16}});
  }
}

TEST_CASE("a loop that waits for another thread is followed to its end", "[memory][explorer]") {
  const std::string writer = "MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]";
  CHECK(complete({{writer, "back: LDR X0,[X3]; CBZ X0,back"}, "1:X0=1"}).states.size() == 1);
  const Shape held{{writer, "back: LDR X0,[X3]; CBZ X0,back; DMB ISHLD; LDR X2,[X1]"}, "1:X2=1"};
  CHECK(complete(held).states == std::set<FinalState>{{1}});
  const Shape acquired{{writer, "back: LDAR X0,[X3]; CBZ X0,back; LDR X2,[X1]"}, "1:X2=1"};
  CHECK(complete(acquired).states == std::set<FinalState>{{1}});
}

TEST_CASE("a loop that runs ahead of its loads is cut, and the result says so",
          "[memory][explorer]") {
  const Shape shape{{"MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]",
                     "back: LDR X0,[X3]; STR X0,[X5]; CBZ X0,back; LDR X2,[X1]"},
                    "1:X2=0"};
  for (const unsigned instances : {1U, 2U, 3U}) {
    const auto result = run(shape, {.instances = instances});
    REQUIRE(result);
    CHECK(result->states.size() == 2);
    CHECK(result->end == ExploreEnd::bounded);
    CHECK(result->reason == "a loop was cut at " + std::to_string(instances) +
                                " unfinished executions of one instruction at once");
  }
  SECTION("a verdict that has found both answers needs no more") {
    const auto result = run(shape, {}, ExploreGoal::verdict);
    REQUIRE(result);
    CHECK(result->end == ExploreEnd::complete);
    CHECK(result->holds);
    CHECK(result->fails);
  }
}

TEST_CASE("loops of exclusives count right, whoever comes between", "[memory][explorer]") {
  const std::string add = "back: LDAXR X0,[X1]; ADD X0,X0,#1; STXR W2,X0,[X1]; CBNZ W2,back";
  CHECK(complete({{add, add}, "x=2"}).states == std::set<FinalState>{{2}});
  CHECK(complete({{add, add, add}, "x=3"}).states == std::set<FinalState>{{3}});
  const std::string plain = "back: LDXR X0,[X1]; ADD X0,X0,#1; STXR W2,X0,[X1]; CBNZ W2,back";
  CHECK(complete({{plain, plain}, "x=2"}).states == std::set<FinalState>{{2}});
}

TEST_CASE("a thread that never ends has no outcome", "[memory][explorer]") {
  CHECK(complete({{"back: B back"}, "x=0"}).states.empty());
  CHECK(complete({{"back: LDR X0,[X1]; B back", "MOV X0,#1; STR X0,[X1]"}, "x=1"}).states.empty());
  CHECK(complete({{"MOV X0,#1; back: STR X0,[X1]; EOR X0,X0,#1; B back"}, "x=1"}).states.empty());
  CHECK(complete({{"back: SUB X0,X0,#1; CBNZ X0,back; ADD X0,X0,#8; B back"}, "x=1", "0:X0=8"})
            .states.empty());
  SECTION("also if it counts what nobody asks for") {
    CHECK(complete({{"back: ADD X2,X2,#1; B back"}, "x=0"}).states.empty());
    CHECK(complete({{"back: LDR X0,[X1]; ADD X2,X2,X0; B back", "STR X1,[X1]"}, "x=1"})
              .states.empty());
  }
}

TEST_CASE("a limit that is reached is named, and is no proof", "[memory][explorer]") {
  // The loop counts, and shows it: there is no end of states.
  const Shape counting{{"back: LDR X0,[X1]; ADD X2,X2,#1; STR X2,[X3]; B back"}, "x=1"};
  SECTION("states") {
    const auto result = run(counting, {.states = 1'000});
    REQUIRE(result);
    CHECK(result->end == ExploreEnd::stopped);
    CHECK(result->reason == "the limit of 1000 states was reached");
  }
  SECTION("memory") {
    const auto result = run(counting, {.bytes = std::uint64_t{1} << 20U});
    REQUIRE(result);
    CHECK(result->end == ExploreEnd::stopped);
    CHECK(result->reason == "the limit of 1 MiB of memory was reached");
  }
  SECTION("time") {
    const auto result = run(counting, {.time = std::chrono::milliseconds{1}});
    REQUIRE(result);
    CHECK(result->end == ExploreEnd::stopped);
    CHECK(result->reason == "the limit of 1 ms was reached");
  }
  SECTION("a signal from outside") {
    const std::atomic<bool> stop{true};
    const auto result = run(counting, {.stop = &stop});
    REQUIRE(result);
    CHECK(result->end == ExploreEnd::stopped);
    CHECK(result->reason == "it was interrupted");
  }
  SECTION("instructions in a row without memory") {
    const auto result = run({{"back: ADD X2,X2,#1; CBNZ X1,back; STR X2,[X1]"}, "x=1"});
    REQUIRE(result);
    CHECK(result->end == ExploreEnd::stopped);
    CHECK(result->reason == "P0:0: the thread goes on and on without an access to memory");
  }
  SECTION("accesses that a thread holds open at once") {
    std::string loads;
    for (unsigned i = 0; i < 300; ++i) {
      loads += "LDR X0,[X3]; ADD X2,X2,X0;";
    }
    // The first load waits for what it may read; all those behind it are fetched.
    const auto result =
        run({{"LDR X4,[X1];" + loads, "MOV X0,#1; STR X0,[X1]; STR X0,[X3]"}, "0:X2=0 0:X4=0"});
    REQUIRE(result);
    CHECK(result->end == ExploreEnd::stopped);
    CHECK(result->reason.find("holds more than 254 unfinished accesses") != std::string::npos);
  }
}

TEST_CASE("what the explorer does not know is an error with its instruction",
          "[memory][explorer]") {
  const auto error_of = [](const std::string& text, const std::string& start = "") {
    const auto result = run({{text}, "x=0", start});
    REQUIRE_FALSE(result);
    return result.error().where + " " + result.error().what;
  };
  CHECK(error_of("NOP; MRS X0,NZCV") == "P0:1 MRS X0,NZCV: system registers are not modelled here");
  CHECK(error_of("SVC #0") == "P0:0 SVC #0: exceptions are not modelled here");
  CHECK(error_of("HVC #1") == "P0:0 HVC #1: exceptions are not modelled here");
  CHECK(error_of("ERET") == "P0:0 ERET: exceptions are not modelled here");
  CHECK(error_of("BR X0", "0:X0=64") ==
        "P0:0 BR X0: a jump to 0x40, where no instruction of the thread is");
  CHECK(error_of("LDR X0,[X1,#8]") ==
        "P0:0 LDR X0,[X1,#8]: an access of 8 bytes at 0x1008, where no location is");
  CHECK(error_of("STR W0,[X1]") ==
        "P0:0 STR W0,[X1]: an access of 4 bytes at 0x1000, where x is: 8 bytes at 0x1000; mixed "
        "sizes are not modelled");
  CHECK(error_of("LDR X0,[X1]; LDR X2,[X0]") ==
        "P0:1 LDR X2,[X0]: an access of 8 bytes at 0x0, where no location is");
}

TEST_CASE("a jump to a loaded address is known where no other thread can write that",
          "[memory][explorer]") {
  const std::string jump = "ADR X9,there; STR X9,[X1]; LDR X0,[X1]; BR X0; MOV X2,#1; there: NOP";
  CHECK(complete({{jump}, "0:X2=0"}).states == std::set<FinalState>{{0}});
  const auto result = run({{jump, "STR X3,[X1]"}, "0:X2=0"});
  REQUIRE_FALSE(result);
  CHECK(result.error().where == "P0:3");
  CHECK(result.error().what ==
        "BR X0: a jump to an address that depends on a load is not modelled here");
}

TEST_CASE("a bad address on a way that is not taken is no error", "[memory][explorer]") {
  const std::string writer = "STR X3,[X7]; DMB ISH; MOV X0,#1; STR X0,[X1]";
  const std::string reader = "LDR X0,[X1]; DMB ISHLD; CBZ X0,end; LDR X4,[X7]; LDR X2,[X4]; end:";
  CHECK(complete({{writer, reader}, "1:X2=0"}).states.size() == 1);
  const auto wrong = run({{"MOV X0,#1; STR X0,[X1]", reader}, "1:X2=0"});
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().where == "P1:4");
}

TEST_CASE("locations and questions are checked", "[memory][explorer]") {
  ShapeProgram made = shape_program({{"NOP"}, "x=0"});
  const auto error = [&] {
    const auto result = explore(made.program, made.observed, made.outcome, ExploreGoal::all_states);
    REQUIRE_FALSE(result);
    return result.error().where + ": " + result.error().what;
  };
  SECTION("size") {
    made.program.locations[1].size = 2;
    CHECK(error() == "y: a location of 2 bytes; 4 and 8 are modelled");
  }
  SECTION("alignment") {
    made.program.locations[1].address = 0x2004;
    CHECK(error() == "y: address 0x2004 is not aligned to 8 bytes");
  }
  SECTION("overlap") {
    made.program.locations[1].address = 0x1000;
    CHECK(error() == "y: address 0x1000 lies within x");
  }
  SECTION("number") {
    for (unsigned i = 0; i < 300; ++i) {
      made.program.locations.push_back({.name = "more", .address = 0x10000 + 8ULL * i});
    }
    CHECK(error() == "locations: 304 locations; at most 256 are modelled");
  }
  SECTION("threads") {
    made.program.threads.resize(257);
    CHECK(error() == "threads: 257 threads; at most 256 are modelled");
  }
  SECTION("what is observed") {
    made.observed.push_back({.kind = Observable::Kind::reg, .thread = 1});
    CHECK(error() ==
          "observables: a thread or location is asked for that the program does not have");
  }
  SECTION("what is asked") {
    made.outcome.nodes[0].what.location = 9;
    CHECK(error() ==
          "proposition: it asks for a thread or location that the program does not have");
  }
  SECTION("a negation of nothing") {
    made.outcome.nodes[0].kind = Proposition::Kind::negation;
    CHECK(error() == "proposition: the nodes are no tree with its root last");
  }
  SECTION("how it is asked") {
    made.outcome.nodes[0].operands = {1};
    CHECK(error() == "proposition: the nodes are no tree with its root last");
  }
}

TEST_CASE("a program without threads or locations has one outcome", "[memory][explorer]") {
  const auto any = Proposition::always();
  const auto result = explore({}, {}, any, ExploreGoal::all_states);
  REQUIRE(result);
  CHECK(result->states.size() == 1);
  CHECK(result->holds);
  CHECK_FALSE(result->fails);
}
