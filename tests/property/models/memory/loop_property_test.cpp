// SPDX-License-Identifier: Apache-2.0
//
// Loops, explored, against the same loops written out a few times and given to the second explorer,
// which knows no loops. An execution that goes round more often than that is marked there, and left
// aside. Of loops whose rounds leave no trace, what is left has every final state; of others the
// explorer must find at least those, if it claims to be complete.
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "models/memory/exploration.h"
#include "tests/support/draw.h"
#include "tests/support/exploration/shape.h"
#include "tests/support/memory/axiomatic_explorer.h"

namespace pmusim::test {
namespace {

using States = std::set<memory::FinalState>;

/// A thread that goes round `body` (to the label `back`) until it falls out of it, then on to
/// `after`. X28 is 1 if it was written out and went round too often.
struct Looping {
  std::string body;
  std::string after;
  std::string before{};  ///< ends with `; ` if there is anything

  [[nodiscard]] std::string loop() const {
    return fmt::format("{}back: {}; {}; end:", before, body, after);
  }

  [[nodiscard]] std::string written_out(unsigned rounds) const {
    std::string text = before;
    for (unsigned round = 0; round < rounds; ++round) {
      std::string copy = body;
      for (std::size_t at = 0; (at = copy.find("back", at)) != std::string::npos;) {
        copy.replace(at, 4, fmt::format("round{}", round + 1));
      }
      text += fmt::format("round{}: {}; B out; ", round, copy);
    }
    return fmt::format("{}round{}: MOV X28,#1; B end; out: {}; end:", text, rounds, after);
  }
};

const std::string kStart = "0:X9=1 1:X9=1 ";
const std::string kObserved =
    "0:X28=0 1:X28=0 0:X0=0 0:X2=0 0:X4=0 0:X6=0 1:X0=0 1:X6=0 x=0 y=0 z=0";

/// What the explorer finds with so many unfinished executions of an instruction at once; it must
/// show that more add nothing.
States explored_states(const Shape& shape, unsigned instances) {
  const ShapeProgram made = shape_program(shape);
  const auto any = memory::Proposition::always();
  auto result = memory::explore(
      made.program, made.observed, any, memory::ExploreGoal::all_states, {.instances = instances});
  REQUIRE(result);
  CHECK(result->end == memory::ExploreEnd::complete);
  return std::move(result->states);
}

/// The final states of loops written out; nothing when the second explorer gives up.
std::optional<States> states_in_few_rounds(const Shape& shape) {
  const ShapeProgram made = shape_program(shape);
  auto states = axiomatic_states(made.program, made.observed);
  if (states) {
    std::erase_if(*states,
                  [](const memory::FinalState& state) { return state[0] != 0 || state[1] != 0; });
  }
  return states;
}

void compare(const Shape& loops, const Shape& written_out) {
  CAPTURE(loops.threads, loops.start);
  const States expected = states_in_few_rounds(written_out).value_or(States{});
  CHECK(!expected.empty());
  CHECK(explored_states(loops, 2) == expected);
  CHECK(explored_states(loops, 3) == expected);
}

/// Lets `looping` run beside `other`.
void compare(const Looping& looping, const std::string& other, const std::string& start) {
  const auto shape = [&](const std::string& thread) {
    return Shape{{thread, other}, kObserved, kStart + start};
  };
  compare(shape(looping.loop()), shape(looping.written_out(2)));
}

}  // namespace

TEST_CASE("a lock taken in a loop has the outcomes of its execution graphs", "[property]") {
  const std::string body = GENERATE(as<std::string>{},
                                    "LDXR X0,[X1]; CBNZ X0,back; STXR W2,X9,[X1]; CBNZ W2,back",
                                    "LDAXR X0,[X1]; CBNZ X0,back; STXR W2,X9,[X1]; CBNZ W2,back",
                                    "LDXR X0,[X1]; CBNZ X0,back; STLXR W2,X9,[X1]; CBNZ W2,back",
                                    "LDXR X0,[X1]; ADD X0,X0,#1; STXR W2,X0,[X1]; CBNZ W2,back",
                                    "SWPA X9,X0,[X1]; CBNZ X0,back",
                                    "LDADDA XZR,X0,[X1]; CBNZ X0,back",
                                    "MOV X0,#0; CASA X0,X9,[X1]; CBNZ X0,back",
                                    "LDR X0,[X1]; CBNZ X0,back");
  const std::string section =
      GENERATE(as<std::string>{}, "LDR X6,[X3]; STR X9,[X5]", "STR X9,[X3]; LDR X6,[X5]");
  const std::string release = GENERATE(as<std::string>{}, "STLR XZR,[X1]", "STR XZR,[X1]");
  const Looping looping{body, section + "; " + release};
  SECTION("beside one that has it") {
    compare(looping, "STR X9,[X3]; LDR X6,[X5]; " + release, "x=1");
  }
  SECTION("which another value closes") {
    compare(looping, "STR X9,[X3]; LDR X6,[X5]; " + release, "x=2");
  }
  SECTION("beside one that looks on") {
    compare(looping, "LDR X0,[X5]; LDR X6,[X3]; STR X9,[X3]", "");
  }
  SECTION("beside another one") {
    compare({{looping.loop(), looping.loop()}, kObserved, kStart},
            {{looping.written_out(1), looping.written_out(2)}, kObserved, kStart});
  }
}

namespace {

std::string drawn(Draw& draw,
                  unsigned least,
                  unsigned most,
                  std::initializer_list<const char*> from) {
  std::string text;
  for (std::uint64_t left = draw.between(least, most); left > 0; --left) {
    text += fmt::format("{}; ", draw.pick(from));
  }
  return text;
}

/// A thread with a random loop on x, and random accesses before, in and behind it.
Looping random_looping(Draw& draw) {
  const std::string inside = drawn(draw,
                                   0,
                                   1,
                                   {"LDR X8,[X5]",
                                    "LDR X8,[X3]",
                                    "LDAR X8,[X5]",
                                    "DMB ISHLD",
                                    "SWPA X9,X8,[X5]",
                                    "STR X9,[X5]",
                                    "LDADDA XZR,X8,[X3]",
                                    "ADD X4,X4,#0"});
  const std::string wait = draw.pick({"LDR X0,[X1]; CBNZ X0,back",
                                      "LDR X0,[X1]; CBZ X0,back",
                                      "LDXR X0,[X1]; CBNZ X0,back; STXR W2,X9,[X1]; CBNZ W2,back",
                                      "LDXR X0,[X1]; STXR W2,X9,[X1]; CBNZ W2,back; CBNZ X0,back",
                                      "SWPA X9,X0,[X1]; CBNZ X0,back",
                                      "SWPAL XZR,X0,[X1]; CBZ X0,back",
                                      "LDADDA XZR,X0,[X1]; CBNZ X0,back",
                                      "MOV X0,#0; CASA X0,X9,[X1]; CBNZ X0,back",
                                      "CASA X0,X9,[X1]; CBNZ X0,back"});
  return {inside + wait,
          drawn(draw,
                1,
                3,
                {"LDR X6,[X3]",
                 "LDR X6,[X1]",
                 "LDAR X6,[X5]",
                 "STR X9,[X5]",
                 "STR XZR,[X1]",
                 "STLR XZR,[X1]",
                 "DMB ISH"}) +
              "NOP",
          drawn(draw,
                0,
                2,
                {"LDR X4,[X3]",
                 "STR X9,[X5]",
                 "STR X9,[X1]",
                 "STR X4,[X1]",
                 "SWP X9,X4,[X1]",
                 "LDADD X9,X4,[X1]",
                 "CAS X4,X9,[X1]",
                 "DMB ISHLD"})};
}

#if defined(__SANITIZE_ADDRESS__)
constexpr unsigned kLoops = 200;  // instrumented, each takes many times as long
#else
constexpr unsigned kLoops = 2'000;
#endif

struct LoopTally {
  unsigned complete{};
  unsigned compared{};
};

/// Where the explorer says that it is complete, it has found all that is found in three rounds.
void compare_random(std::uint64_t seed, LoopTally& tally) {
  Draw draw{seed};
  const Looping looping = random_looping(draw);
  const std::string other = drawn(draw,
                                  2,
                                  4,
                                  {"STR X9,[X3]",
                                   "STR X9,[X1]",
                                   "STR XZR,[X1]",
                                   "STLR XZR,[X1]",
                                   "LDR X6,[X5]",
                                   "LDR X0,[X1]",
                                   "SWPAL X9,X0,[X1]",
                                   "DMB ISH"}) +
                            "NOP";
  const std::string start = kStart + fmt::format("x={} 0:X4={}", draw.below(3), draw.below(2));
  const ShapeProgram loop = shape_program({{looping.loop(), other}, kObserved, start});
  const auto any = memory::Proposition::always();
  const auto explored = memory::explore(loop.program,
                                        loop.observed,
                                        any,
                                        memory::ExploreGoal::all_states,
                                        {.instances = 1, .states = 20'000});
  REQUIRE(explored);
  if (explored->end != memory::ExploreEnd::complete) {
    return;
  }
  ++tally.complete;
  const auto expected = states_in_few_rounds({{looping.written_out(3), other}, kObserved, start});
  if (!expected) {
    return;
  }
  ++tally.compared;
  CAPTURE(seed, looping.loop(), other, start);
  CHECK(std::ranges::includes(explored->states, *expected));
}

}  // namespace

TEST_CASE("a random loop that is explored to the end has the outcomes of its first rounds",
          "[property]") {
  LoopTally tally;
  for (std::uint64_t seed = 1; seed <= kLoops; ++seed) {
    compare_random(seed, tally);
  }
  CHECK(tally.complete > kLoops / 4);
  CHECK(tally.compared > tally.complete / 2);
}

}  // namespace pmusim::test
