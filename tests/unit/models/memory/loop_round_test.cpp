// SPDX-License-Identifier: Apache-2.0
//
// Loops that run ahead of their loads: which are explored to the end, and which are cut. What is
// found of those that are not cut is compared with the second explorer in loop_property_test.
#include "models/memory/loop_round.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "models/memory/explorer.h"
#include "tests/support/exploration/shape.h"

using namespace pmusim::memory;
using namespace pmusim::test;

namespace {

/// How exploring `loop` ends beside a thread that writes x, and then y, with X4 asked for.
ExploreEnd end_of(const std::string& loop, const std::string& start = "") {
  const ShapeProgram made = shape_program(
      {{"MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]", loop}, "1:X0=1 1:X2=0 1:X4=0", start});
  const auto result = explore(made.program, made.observed, made.outcome, ExploreGoal::all_states);
  REQUIRE(result);
  return result->end;
}

bool ends(const std::string& loop, const std::string& start = "") {
  return end_of(loop, start) == ExploreEnd::complete;
}

bool is_cut(const std::string& loop, const std::string& start = "") {
  return end_of(loop, start) == ExploreEnd::bounded;
}

const std::string kLoad = "; LDR X2,[X1]";

/// A thread that has fetched as far as it is allowed to.
struct Fetched {
  std::string text;
  std::vector<Decision> decisions{};
  bool first_read_done{};  ///< the first instruction has read `value`
  std::uint64_t value{};
  unsigned instances{1};
};

bool idle(const Fetched& fetched) {
  const ShapeProgram made = shape_program({{fetched.text}, ""});
  const LocationTable locations = *LocationTable::of(made.program.locations);
  const ThreadProgram program = *ThreadProgram::of(0, made.program.threads[0], locations, 0, false);
  ThreadState state;
  std::ranges::copy(made.program.threads[0].registers, state.registers.begin());
  if (fetched.first_read_done) {
    state.at(0).done = 1;
    state.at(0).known = 1;
    state.at(0).value[0] = fetched.value;
  }
  Window window{program, locations, fetched.instances};
  window.run(state, fetched.decisions);
  REQUIRE(window.stop() == Window::Stop::instances);
  return has_idle_round(window);
}

std::vector<Decision> taken(std::initializer_list<unsigned> slots) {
  std::vector<Decision> decisions;
  for (const unsigned slot : slots) {
    decisions.push_back({.slot = slot, .side = Side::first});
  }
  return decisions;
}

}  // namespace

TEST_CASE("a loop whose rounds only wait needs no bound", "[memory][loop]") {
  CHECK(ends("back: LDR X0,[X3]; CBZ X0,back" + kLoad));
  CHECK(ends("back: LDR X0,[X3]; ADD X8,X0,#1; CMP X8,#1; B.EQ back" + kLoad));
  CHECK(ends("back: LDXR X0,[X3]; CBZ X0,back; STXR W6,X7,[X3]; CBNZ W6,back" + kLoad));
  CHECK(ends("back: LDXR X0,[X3]; STXR W6,X7,[X3]; CBNZ W6,back; CBZ X0,end" + kLoad + "; end:"));
}

TEST_CASE("a loop that changes a register which matters is cut", "[memory][loop]") {
  const std::string toggles = "back: LDR X0,[X3]; EOR X4,X4,#1; CBZ X0,back";
  CHECK(is_cut(toggles + kLoad));
  CHECK(ends(toggles + "; MOV X4,#0" + kLoad));
  CHECK(is_cut("back: LDR X0,[X3]; EOR X8,X8,#64; CBZ X0,back; LDR X2,[X5,X8]"));
}

TEST_CASE("a loop that writes is cut", "[memory][loop]") {
  CHECK(is_cut("back: LDR X0,[X3]; STR X8,[X5]; CBZ X0,back" + kLoad));
  CHECK(is_cut("back: LDR X0,[X3]; LDXR X8,[X5]; STXR W6,X8,[X5]; CBZ X0,back" + kLoad));
  SECTION("but not an atomic that writes what it has read") {
    CHECK(ends("back: LDADDA XZR,X0,[X3]; CBZ X0,back" + kLoad));
    CHECK(is_cut("back: LDADDA X9,X0,[X3]; TBZ X0,#1,back" + kLoad, "1:X9=1"));
    CHECK(ends("back: SWPA X9,X0,[X3]; CBZ X0,back" + kLoad));
    CHECK(ends("back: MOV X8,#5; CASA X8,X9,[X3]; CBZ X8,back" + kLoad));
  }
  SECTION("when it has read, and younger accesses have waited for that") {
    CHECK(is_cut("back: SWP X9,X0,[X3]; CBZ X0,back" + kLoad));
    CHECK(is_cut("back: LDADDA XZR,XZR,[X5]; LDR X0,[X3]; CBZ X0,back" + kLoad));
  }
  SECTION("and when the value read has been kept") {
    CHECK(is_cut("back: LDR X0,[X3]; SWP XZR,X8,[X5]; CBZ X0,back" + kLoad));
  }
}

TEST_CASE("a round that is read again and again is idle, wherever fetching ends in it",
          "[memory][loop]") {
  CHECK(idle({"back: LDR X0,[X3]; CBZ X0,back", taken({1})}));
  CHECK(idle({"back: LDR X0,[X3]; CBZ X0,back", taken({1, 3}), false, 0, 2}));
  const std::string moves = "B in; back: MOV X8,#0; in: LDR X0,[X3,X8]; CBZ X0,back";
  CHECK(idle({moves, taken({2, 5}), false, 0, 2}));
  SECTION("if it is the latest one") {
    const std::string either =
        "back: LDR X0,[X3]; CBZ X0,back; STR X9,[X5]; LDR X2,[X1]; CBZ X2,back";
    std::vector<Decision> decisions = taken({1, 6});
    decisions.insert(decisions.begin() + 1, {.slot = 3, .side = Side::second});
    CHECK_FALSE(idle({either, decisions, false, 0, 2}));
  }
}

TEST_CASE("a round with an atomic is idle if that is an acquire and writes what it has read",
          "[memory][loop]") {
  CHECK(idle({"back: SWPA XZR,X0,[X3]; CBZ X0,back", {}, true, 0}));
  CHECK_FALSE(idle({"back: SWP XZR,X0,[X3]; CBZ X0,back", {}, true, 0}));
  CHECK_FALSE(idle({"back: SWPA XZR,X0,[X3]; CBNZ X0,back", {}, true, 1}));
  SECTION("not to the zero register, which makes it no acquire") {
    CHECK(idle({"back: LDADDA XZR,X8,[X3]; LDR X0,[X1]; CBZ X0,back", taken({2}), true, 5}));
    CHECK_FALSE(idle({"back: LDADDA XZR,XZR,[X3]; LDR X0,[X1]; CBZ X0,back", taken({2}), true, 5}));
  }
  SECTION("nor if the value read was not kept") {
    const std::string swap = "back: SWPA XZR,X8,[X3]; LDR X0,[X1]; CBZ X0,back";
    CHECK(idle({swap + "; STR X8,[X5]", taken({2}), true, 0}));
    CHECK_FALSE(idle({swap, taken({2}), true, 0}));
  }
}

TEST_CASE("a round whose load-exclusive the next round needs is not idle", "[memory][loop]") {
  CHECK(idle({"back: LDXR X8,[X5]; STXR W6,X9,[X5]; CBNZ W6,back",
              {{.slot = 1, .choice = Choice::failure}}}));
  CHECK_FALSE(idle({"back: STXR W6,X9,[X5]; LDXR X8,[X5]; CBNZ X8,back", taken({2})}));
}
