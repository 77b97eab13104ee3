// SPDX-License-Identifier: Apache-2.0
#include "models/memory/reductions.h"

#include <catch2/catch.hpp>

#include "models/memory/exploration.h"
#include "tests/support/exploration/ring_program.h"
#include "tests/support/exploration/shape.h"

using namespace pmusim;
using namespace pmusim::memory;
using namespace pmusim::test;

namespace {

constexpr Reductions kNone{.older_reads_first = false,
                           .covered_ways = false,
                           .private_accesses = false,
                           .unread_values = false,
                           .needed_write_backs = false};

ExploreResult run(const ConcurrentProgram& program,
                  const std::vector<Observable>& observed,
                  const Reductions& reductions) {
  const auto any = Proposition::always();
  auto result = explore_with(program, observed, any, ExploreGoal::all_states, {}, reductions);
  REQUIRE(result);
  REQUIRE(result->end == ExploreEnd::complete);
  return *result;
}

/// Threads in which each reduction has something to leave out.
const std::vector<Shape> kShapes{
    {{"MOV X0,#1; STR X0,[X1]; STR X0,[X3]", "LDR X0,[X3]; LDR X2,[X3]; LDR X4,[X1]; LDR X6,[X1]"},
     "1:X0=0 1:X2=0 1:X4=0 1:X6=0"},
    {{"MOV X0,#1; STR X0,[X1]; STR X0,[X3]",
      "LDR X0,[X3]; CBNZ X0,on; LDR X2,[X3]; on: LDR X4,[X1]; LDR X6,[X3]"},
     "1:X0=0 1:X2=0 1:X4=0 1:X6=0"},
    {{"MOV X0,#1; STR X0,[X5]; LDR X2,[X5]; STR X2,[X1]; LDR X4,[X3]",
      "MOV X0,#1; STR X0,[X3]; LDR X2,[X1]"},
     "0:X2=0 0:X4=0 1:X2=0 z=0"},
    {{"MOV X8,#9; CAS X8,X2,[X1]; LDR X0,[X1]; LDR X4,[X3]", "MOV X0,#1; STR X0,[X3]; STR X0,[X1]"},
     "0:X8=0 0:X0=0 0:X4=0"},
    {{"MOV X8,#9; CAS X8,X2,[X1]; LDR X4,[X3]", "MOV X0,#1; STR X0,[X3]; STR X0,[X1]"},
     "0:X8=0 0:X4=0"},
    {{"LDXR X0,[X1]; STXR W2,X3,[X1]; LDR X4,[X1]", "LDXR X0,[X1]; STXR W2,X5,[X1]; LDR X4,[X1]"},
     "0:X0=0 0:X2=0 0:X4=0 1:X0=0 1:X2=0 1:X4=0 x=0"},
    {{"LDR X4,[X7]; LDR X0,[X4]; LDR X2,[X1]; STR X2,[X4]",
      "MOV X0,#1; STR X0,[X1]; STR X1,[X7]; LDR X2,[X3]"},
     "0:X0=0 0:X2=0 1:X2=0 x=0 y=0",
     "p=&y"},
    {{"MOV X0,#1; LDR X8,[X7]; STR X0,[X8]; LDR X2,[X5]", "STR X5,[X7]"}, "0:X8=0 0:X2=0", "p=&y"},
    {{"back: LDR X0,[X3]; CBZ X0,back; DMB ISHLD; LDR X2,[X1]",
      "MOV X0,#1; STR X0,[X1]; DMB ISHST; STR X0,[X3]; LDR X2,[X3]"},
     "0:X0=0 0:X2=0 1:X2=0"},
    // Loads that nobody reads: before a flag, behind a branch, before a barrier, a release, a load
    // or a store of their location, of an address that comes late.
    {{"LDR X4,[X1]; LDR X0,[X3]; CBZ X0,end; LDR X4,[X1]; LDR X2,[X1]; end:",
      "MOV X0,#1; STR X0,[X1]; STR X0,[X3]"},
     "0:X0=0 0:X2=0"},
    {{"LDR X0,[X3]; CBZ X0,end; LDR X4,[X1]; DMB ISHLD; LDR X2,[X1]; end:",
      "MOV X0,#1; STR X0,[X1]; STR X0,[X3]"},
     "0:X0=0 0:X2=0"},
    {{"LDR X0,[X3]; CBZ X0,end; LDR X4,[X1]; CBZ X0,on; on: DMB ISHLD; LDR X2,[X1]; end:",
      "MOV X0,#1; STR X0,[X1]; STR X0,[X3]"},
     "0:X0=0 0:X2=0"},
    {{"LDR X0,[X3]; CBZ X0,end; LDR X4,[X1]; STLR X3,[X5]; end: LDR X2,[X1]",
      "MOV X0,#1; STR X0,[X1]; STR X0,[X3]; LDR X2,[X5]"},
     "0:X0=0 0:X2=0 1:X2=0"},
    {{"LDR X0,[X3]; CBZ X0,end; LDR X4,[X1]; STR X0,[X1]; LDR X2,[X1]; end:",
      "MOV X0,#1; MOV X4,#2; STR X4,[X1]; STR X0,[X3]"},
     "0:X0=0 0:X2=0 x=0"},
    {{"LDR X6,[X7]; LDR X0,[X6]; LDR X4,[X1]", "MOV X0,#1; STR X0,[X1]; STR X1,[X7]"},
     "0:X0=0 0:X6=0",
     "p=&y"},
    {{"STADD X8,[X1]; LDR X6,[X1]; CBZ X6,end; LDR X4,[X5]; DMB ISHLD; LDR X2,[X3]; end:",
      "MOV X0,#1; STR X0,[X3]; DMB ISH; MOV X4,#2; STR X4,[X1]"},
     "0:X2=0 0:X6=0 x=0",
     "0:X8=1"},
    {{"LDR X0,[X3]; CBZ X0,end; LDR X4,[X1]; CBNZ X0,on; NOP; on: LDR X2,[X1]; end:",
      "MOV X0,#1; STR X0,[X1]; DMB ISHST; STR X0,[X3]"},
     "0:X0=0 0:X2=0"},
    {{"LDR X0,[X3]; CBZ X0,end; LDAPR X4,[X5]; LDR X2,[X1]; end:",
      "MOV X0,#1; STR X0,[X1]; DMB ISHST; STR X0,[X3]"},
     "0:X0=0 0:X2=0"},
    {{"MOV X0,#1; LDR X8,[X5]; LDXR X6,[X1]; STXR W2,X0,[X1]; LDR X4,[X3]; STR X0,[X3]",
      "LDR X0,[X3]; DMB ISH; STR X0,[X5]"},
     "0:X8=0 0:X2=0 1:X0=0"},
    {{"LDAR X4,[X3]; LDR X2,[X1]; LDAPR X4,[X1]; LDR X0,[X3]",
      "MOV X0,#1; STR X0,[X1]; STR X0,[X3]"},
     "0:X0=0 0:X2=0"},
};

}  // namespace

TEST_CASE("a reduction leaves out states, and no outcome", "[memory][explorer]") {
  const auto only = [](bool Reductions::* which) {
    Reductions reductions = kNone;
    reductions.*which = true;
    return reductions;
  };
  const Reductions reductions = GENERATE_COPY(only(&Reductions::older_reads_first),
                                              only(&Reductions::covered_ways),
                                              only(&Reductions::private_accesses),
                                              only(&Reductions::unread_values),
                                              only(&Reductions::needed_write_backs),
                                              Reductions{});
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  for (const Shape& shape : kShapes) {
    const ShapeProgram made = shape_program(shape);
    const ExploreResult reduced = run(made.program, made.observed, reductions);
    const ExploreResult full = run(made.program, made.observed, kNone);
    CAPTURE(shape.threads);
    CHECK(reduced.states == full.states);
    with += reduced.explored;
    without += full.explored;
  }
  CHECK(with < without);
}

TEST_CASE("private accesses add nothing to the orders of the others", "[memory][explorer]") {
  const auto explored = [](const std::string& between) {
    const ShapeProgram made = shape_program({{"MOV X0,#1; STR X0,[X1]; " + between + "STR X0,[X3]",
                                              "LDR X0,[X3]; DMB ISHLD; LDR X2,[X1]"},
                                             "1:X0=1 1:X2=0"});
    const ExploreResult reduced = run(made.program, made.observed, {});
    CHECK(reduced.states == run(made.program, made.observed, kNone).states);
    CHECK(reduced.states.size() == 4);
    return reduced.explored;
  };
  const std::uint64_t without = explored("");
  // Each step goes as soon as it can, also before the store of x, and with no other beside it.
  const std::uint64_t one = explored("LDR X2,[X5]; ") - without;
  CHECK(explored("LDR X2,[X5]; LDR X4,[X7]; ") - without == 2 * one);
  CHECK(explored("LDR X2,[X5]; ADD X2,X2,#1; STR X2,[X5]; LDR X4,[X5]; ") - without == 3 * one);
  SECTION("of a CAS both halves, with the choice that its value allows") {
    CHECK(explored("CAS X2,X0,[X5]; ") - without == 2 * one);
    CHECK(explored("MOV X2,#1; CAS X2,X0,[X5]; ") - without == one);
    CHECK(explored("LDR X2,[X5]; CAS X2,X0,[X5]; CAS X2,X0,[X5]; ") - without == 4 * one);
  }
}

TEST_CASE("no outcome of the ring is left out", "[memory][explorer]") {
  RingShape shape{.records = 2, .words = 2};
  bool RingShape::* const removed =
      GENERATE(&RingShape::a, &RingShape::b, &RingShape::c, &RingShape::d);
  shape.*removed = false;
  const RingProgram ring = ring_program(shape);
  const std::vector<Observable> observed{{.thread = 0, .reg = isa::x(9)},
                                         {.thread = 1, .reg = isa::x(23)},
                                         {.thread = 1, .reg = isa::x(20)}};
  CHECK(run(ring.program, observed, {}).states == run(ring.program, observed, kNone).states);
}
