// SPDX-License-Identifier: Apache-2.0
//
// What running a test says of programs that cannot be run.
#include "sim/litmus/run.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;

namespace {

/// "place: what" of the error of a test of one thread.
std::string refusal(const std::string& init, const std::string& code) {
  const auto outcome = run(read_good(one_thread(init, code, "exists true")), {});
  return outcome ? std::string{} : outcome.error().where + ": " + outcome.error().what;
}

}  // namespace

TEST_CASE("an access beside the locations is refused where it stands in the file",
          "[litmus][run]") {
  CHECK_THAT(refusal("0:X1=64;", "NOP;\nLDR X0,[X1];"), Catch::StartsWith("t.litmus:7:1: "));
  // Through a pointer that was loaded, so that the reader cannot know.
  CHECK_THAT(
      refusal("uint64_t p=x; int x; 0:X1=p; 0:X2=x;", "STR W3,[X2];\nLDR X4,[X1];\nLDR X5,[X4];"),
      Catch::StartsWith("t.litmus:8:1: "));
}

TEST_CASE("a test of which no execution ends is refused at its loop", "[litmus][run]") {
  CHECK(refusal("uint64_t x; 0:X1=x;", "NOP;\nL: LDR X0,[X1];\nCBZ X0,L;") ==
        "t.litmus:8:1: no execution of T ends");
  CHECK(refusal("uint64_t x=1; 0:X1=x;", "NOP;\nL: LDR X0,[X1];\nCBZ X0,L;").empty());
}

TEST_CASE("loops that spin on another thread's store are explored to the end", "[litmus][run]") {
  const auto outcome = run(read_good("AArch64 T\n{ uint64_t x; uint64_t y; 0:X1=x; 0:X3=y; 1:X1=x; "
                                     "1:X3=y; }\nP0 | P1;\n"
                                     "MOV X0,#1 | L: LDAR X0,[X1];\n"
                                     "STR X0,[X3] | CBZ X0,L;\n"
                                     "STLR X0,[X1] | LDR X2,[X3];\nforall (1:X2=1)\n"),
                           {});
  REQUIRE(outcome);
  CHECK(outcome->is_complete());
  CHECK(outcome->observation() == Observation::always);
}

TEST_CASE("an exploration can be stopped from outside", "[litmus][run]") {
  // More interleavings than anybody waits for.
  std::string init;
  std::string header;
  std::string row;
  for (int thread = 0; thread < 8; ++thread) {
    const std::string number = std::to_string(thread);
    init += fmt::format("uint64_t {0}:X2; {0}:X1=x; {0}:X3={0};", thread);
    header += (thread == 0 ? "P" : "|P") + number;
    row += thread == 0 ? "SWP X3,X3,[X1]" : "|SWP X3,X3,[X1]";
  }
  std::string rows;
  for (int i = 0; i < 8; ++i) {
    rows += row + ";\n";
  }
  const LitmusTest test =
      read_good("AArch64 T\n{uint64_t x;" + init + "}\n" + header + ";\n" + rows +
                "locations [0:X3; 1:X3; 2:X3; 3:X3; 4:X3; 5:X3; 6:X3;]\nforall true\n");
  const std::atomic<bool> stop{true};
  RunOptions options;
  options.limits.stop = &stop;
  const auto outcome = run(test, options);
  REQUIRE(outcome);
  CHECK(outcome->end == memory::ExploreEnd::stopped);
}

namespace {

/// P1 leaves when it has seen the flag once; otherwise it spins, and nobody sets the flag again.
LitmusTest flag_that_is_taken_back() {
  return read_good(
      "AArch64 T\n{ uint64_t x; 0:X1=x; 1:X1=x; }\nP0 | P1;\n"
      "MOV X0,#1 | L: LDR X0,[X1];\n"
      "STR X0,[X1] | CBZ X0,L;\n"
      "STR XZR,[X1] | ;\nforall (1:X0=1)\n");
}

}  // namespace

TEST_CASE("a sample counts its runs by final state and is the same for the same seed",
          "[litmus][run]") {
  const LitmusTest test = read_good(
      "AArch64 T\n{ uint64_t x; 0:X1=x; 1:X1=x; }\nP0 | P1;\n"
      "MOV X0,#1 | LDR X0,[X1];\nSTR X0,[X1] | ;\nexists (1:X0=1)\n");
  const Outcome outcome = sample(test, {.runs = 300}).value();
  REQUIRE(outcome.sampling);
  CHECK(outcome.states == std::vector<memory::FinalState>{{0}, {1}});
  REQUIRE(outcome.sampling->counts.size() == 2);
  CHECK(outcome.failing == outcome.sampling->counts[0]);
  CHECK(outcome.holding == outcome.sampling->counts[1]);
  CHECK(outcome.holding + outcome.failing == 300);
  CHECK(outcome.reason == "300 runs; what they did not show may still be allowed");
  CHECK_FALSE(outcome.is_complete());
  CHECK_FALSE(outcome.is_cut_short());
  CHECK(sample(test, {.runs = 300})->sampling->counts == outcome.sampling->counts);
  CHECK(sample(test, {.runs = 300, .seed = 2})->sampling->counts != outcome.sampling->counts);
}

TEST_CASE("runs without an end are counted, and are no final states", "[litmus][run]") {
  const LitmusTest test = flag_that_is_taken_back();
  const Outcome outcome = sample(test, {.runs = 200, .cycles = 5'000}).value();
  CHECK(outcome.sampling->cut_short > 0);
  CHECK(outcome.holding > 0);
  CHECK(outcome.failing == 0);
  CHECK(outcome.holding + outcome.sampling->cut_short == 200);
  CHECK(outcome.is_cut_short());
  CHECK_THAT(outcome.reason, Catch::Contains(" of them without an end in 5000 cycles"));
  // Every run that ended had seen the flag, but a sample does not prove that.
  CHECK_FALSE(outcome.ok(test.quantifier));
}

TEST_CASE("a test none of whose runs ends is given up", "[litmus][run]") {
  const LitmusTest test =
      read_good(one_thread("uint64_t x; 0:X1=x;", "L: LDR X0,[X1];\nCBZ X0,L;", "forall (0:X0=1)"));
  const Outcome outcome = sample(test, {.runs = 2'000, .cycles = 1'000}).value();
  CHECK(outcome.states.empty());
  CHECK(outcome.sampling->cut_short == 16);
  CHECK(outcome.sampling->is_stopped);
  CHECK(outcome.is_cut_short());
  CHECK_THAT(outcome.reason,
             Catch::StartsWith("16 runs of 2000 until it was given up, 16 of them without an end"));
}

TEST_CASE("a sample that is stopped says how far it came", "[litmus][run]") {
  const std::atomic<bool> stop{true};
  const Outcome outcome = sample(flag_that_is_taken_back(), {.runs = 7, .stop = &stop}).value();
  CHECK(outcome.sampling->is_stopped);
  CHECK_THAT(outcome.reason, Catch::StartsWith("0 runs of 7 until it was stopped"));
  const Outcome late =
      sample(flag_that_is_taken_back(), {.runs = 7, .time = std::chrono::milliseconds{0}}).value();
  CHECK(late.sampling->is_stopped);
}

TEST_CASE("what the pipeline refuses is refused where it stands in the file", "[litmus][run]") {
  const LitmusTest test =
      read_good(one_thread("uint64_t p=x; int x; 0:X1=p; 0:X2=x;",
                           "STR W3,[X2];\nLDR X4,[X1];\nADD X4,X4,#64;\nLDR W5,[X4];",
                           "exists true"));
  const auto outcome = sample(test, {.runs = 1});
  REQUIRE_FALSE(outcome);
  CHECK_THAT(outcome.error().where, Catch::StartsWith("t.litmus:9:1"));
  CHECK_THAT(outcome.error().what, Catch::Contains("an access of 4 bytes at 0x"));
}
