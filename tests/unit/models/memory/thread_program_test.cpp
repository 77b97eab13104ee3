// SPDX-License-Identifier: Apache-2.0
#include "models/memory/thread_program.h"

#include <catch2/catch.hpp>

#include "tests/support/exploration/shape.h"

using namespace pmusim;
using namespace pmusim::memory;
using namespace pmusim::test;

namespace {

constexpr unsigned kX = 0;
constexpr unsigned kY = 1;

/// A thread of `Shape` with what is known of it.
struct Known {
  explicit Known(const std::string& text, RegisterSet observed = 0, bool forget_final = false)
      : made{shape_program({{text}, ""})},
        locations{*LocationTable::of(made.program.locations)},
        program{*ThreadProgram::of(0, made.program.threads[0], locations, observed, forget_final)} {
  }

  ShapeProgram made;
  LocationTable locations;
  ThreadProgram program;
};

BitSet set(std::initializer_list<unsigned> members) {
  BitSet result;
  for (const unsigned member : members) {
    result.add(member);
  }
  return result;
}

constexpr RegisterSet bit(unsigned reg) {
  return RegisterSet{1} << reg;
}

}  // namespace

TEST_CASE("an access whose address is a constant has one location", "[memory][static]") {
  const Known direct{"LDR X0,[X1]; EOR X4,X0,X0; STR X0,[X3,X4]; MOV X9,X1; LDADD X0,X2,[X9]"};
  CHECK(direct.program.locations(0) == set({kX}));
  CHECK(direct.program.locations(2) == set({kY}));
  CHECK(direct.program.locations(4) == set({kX}));
  SECTION("if all ways agree") {
    const Known same{"LDR X0,[X1]; CBZ X0,on; MOV X9,X1; B in; on: MOV X9,X1; in: LDR X2,[X9]"};
    CHECK(same.program.locations(5) == set({kX}));
    const Known other{"LDR X0,[X1]; CBZ X0,on; MOV X9,X1; B in; on: MOV X9,X3; in: LDR X2,[X9]"};
    CHECK(other.program.locations(5) == set({0, 1, 2, 3}));
  }
  SECTION("a loaded one may have any") {
    CHECK(Known{"LDR X0,[X7]; LDR X2,[X0]"}.program.locations(1) == set({0, 1, 2, 3}));
  }
  SECTION("one that moves does not stay a constant in a loop") {
    CHECK(Known{"MOV X9,X1; back: LDR X2,[X9],#64; CBZ X2,back"}.program.locations(1) ==
          set({0, 1, 2, 3}));
  }
}

TEST_CASE("what may still be read and written falls as the program goes on", "[memory][static]") {
  const Known known{"LDR X0,[X1]; STR X0,[X3]; SWP X0,X2,[X5]"};
  CHECK(known.program.before(0).reads == set({0, 2}));
  CHECK(known.program.before(0).writes == set({1, 2}));
  CHECK(known.program.before(1).reads == set({2}));
  CHECK(known.program.before(3).reads.empty());
  CHECK(known.program.before(3).writes.empty());
}

TEST_CASE("a register lives while its value may be used or asked for", "[memory][static]") {
  const std::string text = "MOV X0,#1; ADD X2,X0,#1; MOV X0,#5; CBZ X2,end; ADD X4,X4,#1; end:";
  SECTION("asked for") {
    const Known known{text, bit(0) | bit(4)};
    CHECK(known.program.before(0).live == bit(4));
    CHECK(known.program.before(1).live == (bit(0) | bit(4)));
    CHECK(known.program.before(2).live == (bit(2) | bit(4)));
    CHECK(known.program.before(3).live == (bit(0) | bit(2) | bit(4)));
    CHECK(known.program.before(5).live == (bit(0) | bit(4)));
    CHECK(known.program.final_before(5) == 0);
  }
  SECTION("asked for until it is final") {
    const Known known{text, bit(0) | bit(4), true};
    CHECK(known.program.before(1).live == (bit(0) | bit(4)));
    CHECK(known.program.before(3).live == (bit(2) | bit(4)));
    CHECK(known.program.final_before(2) == 0);
    CHECK(known.program.final_before(3) == bit(0));
    CHECK(known.program.before(5).live == 0);
    CHECK(known.program.final_before(5) == (bit(0) | bit(4)));
  }
}

TEST_CASE("what only flows into a result that does not matter does not live", "[memory][static]") {
  const std::string text =
      "LDR X0,[X1]; ADD X2,X0,#1; CMP X2,#3; CSEL X4,X4,XZR,HS; STR X3,[X3]; MOV X2,#1";
  CHECK(Known{text}.program.before(0).live == (bit(1) | bit(3)));
  CHECK(Known{text}.program.ignores_read(0, 0));
  const Known asked{text, bit(4)};
  CHECK(asked.program.before(0).live == (bit(1) | bit(3) | bit(4)));
  CHECK_FALSE(asked.program.ignores_read(0, 0));
  CHECK_FALSE(Known{text, bit(4), true}.program.ignores_read(0, 0));
  SECTION("a value that is asked for and final is still taken down") {
    CHECK_FALSE(Known{"LDR X0,[X1]", bit(0), true}.program.ignores_read(0, 0));
  }
  SECTION("of a pair each half counts, and of an atomic the value that it writes") {
    const Known pair{"LDP X0,X2,[X1]; STR X2,[X3]"};
    CHECK(pair.program.ignores_read(0, 0));
    CHECK_FALSE(pair.program.ignores_read(0, 1));
    CHECK(Known{"SWP X0,X2,[X1]"}.program.ignores_read(0, 0));
    CHECK_FALSE(Known{"LDADD X0,X2,[X1]"}.program.ignores_read(0, 0));
    CHECK_FALSE(Known{"CAS X0,X2,[X1]"}.program.ignores_read(0, 0));
  }
}

TEST_CASE("a monitor matters until the store-exclusive or another load-exclusive",
          "[memory][static]") {
  const Known known{"LDXR X0,[X1]; NOP; STXR W2,X0,[X1]; NOP; LDXR X0,[X1]; STXR W2,X0,[X1]"};
  const std::vector<bool> needed{false, true, true, false, false, true, false};
  for (unsigned index = 0; index < needed.size(); ++index) {
    CAPTURE(index);
    CHECK(known.program.before(index).needs_monitor == needed[index]);
  }
}
