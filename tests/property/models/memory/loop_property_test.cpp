// SPDX-License-Identifier: Apache-2.0
//
// Loops, explored, against the same loops written out a few times and given to the second explorer,
// which knows no loops. An execution that goes round more often than that is marked there, and left
// aside. What is left has every final state of the loop: a round of these loops that does not end
// them leaves no trace.
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "models/memory/exploration.h"
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

  [[nodiscard]] std::string loop() const { return fmt::format("back: {}; {}; end:", body, after); }

  [[nodiscard]] std::string written_out(unsigned rounds) const {
    std::string text;
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
const std::string kObserved = "0:X28=0 1:X28=0 0:X0=0 0:X2=0 0:X6=0 1:X0=0 1:X6=0 x=0 y=0 z=0";

/// What the explorer finds with so many unfinished executions of an instruction at once; it must
/// show that more add nothing.
States explored_states(const Shape& shape, unsigned instances) {
  const ShapeProgram made = shape_program(shape);
  memory::Proposition any;
  any.nodes.emplace_back();
  auto result = memory::explore(
      made.program, made.observed, any, memory::ExploreGoal::all_states, {.instances = instances});
  REQUIRE(result);
  CHECK(result->end == memory::ExploreEnd::complete);
  return std::move(result->states);
}

States states_in_few_rounds(const Shape& shape) {
  const ShapeProgram made = shape_program(shape);
  const auto all =
      axiomatic_states(made.program, made.observed, {.runs = 100'000, .combinations = 10'000'000});
  REQUIRE(all);
  States few;
  for (const memory::FinalState& state : *all) {
    if (state[0] == 0 && state[1] == 0) {
      few.insert(state);
    }
  }
  return few;
}

void compare(const Shape& loops, const Shape& written_out) {
  CAPTURE(loops.threads, loops.start);
  const States expected = states_in_few_rounds(written_out);
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

}  // namespace pmusim::test
