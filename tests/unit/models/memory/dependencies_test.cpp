// SPDX-License-Identifier: Apache-2.0
//
// Dependency- and pick-ordered-before. The verdicts are those of the Armv8 model as published
// (aarch64.cat as of herd7 7.58); for most pairs the litmus sets of the project hold a test.
#include <catch2/catch.hpp>

#include "tests/unit/models/memory/classic.h"

using namespace pmusim::test;

TEST_CASE("two plain loads, or a load and a store, have no order", "[memory][order]") {
  CHECK(reads_stale("LDR X0,[X3]; LDR X2,[X1]"));
  CHECK(buffers_load("LDR X0,[X1]; MOV X2,#1; STR X2,[X3]"));
  CHECK(writes_in_other_order("MOV X0,#1; STR X0,[X1]; STR X0,[X3]"));
  CHECK(buffers_store("MOV X0,#1; STR X0,[X1]; LDR X2,[X3]"));
}

TEST_CASE("a load comes before the access whose address it gives", "[memory][order]") {
  CHECK_FALSE(reads_stale("LDR X0,[X3]; EOR X4,X0,X0; LDR X2,[X1,X4]"));
  CHECK_FALSE(buffers_load("LDR X0,[X1]; EOR X4,X0,X0; MOV X2,#1; STR X2,[X3,X4]"));
  CHECK(reads_stale("LDR X0,[X3]; EOR X4,X4,X4; LDR X2,[X1,X4]"));
  SECTION("also if it gives the pointer itself") {
    const std::string writer = "MOV X0,#1; STR X0,[X1]; DMB ISH; STR X1,[X7]";
    CHECK_FALSE(allows({{writer, "LDR X0,[X7]; LDR X2,[X0]"}, "1:X0=4096 1:X2=0", "p=&z"}));
    CHECK(allows({{writer, "LDR X0,[X7]; LDR X2,[X1]"}, "1:X0=4096 1:X2=0", "p=&z"}));
  }
}

TEST_CASE("a load comes before the store whose data it gives", "[memory][order]") {
  CHECK_FALSE(buffers_load("LDR X0,[X1]; EOR X2,X0,X0; ADD X2,X2,#1; STR X2,[X3]"));
}

TEST_CASE("a load comes before every store after a branch on it, but not before loads",
          "[memory][order]") {
  CHECK_FALSE(buffers_load("LDR X0,[X1]; CBNZ X0,on; on: MOV X2,#1; STR X2,[X3]"));
  CHECK(reads_stale("LDR X0,[X3]; CBNZ X0,on; on: LDR X2,[X1]"));
  CHECK(reads_stale("LDR X0,[X3]; CBZ X0,end; LDR X2,[X1]; end:"));
  SECTION("what was branched over stays decided after the ways have met again") {
    CHECK_FALSE(buffers_load("LDR X0,[X1]; CBZ X0,on; ADD X4,X4,#1; on: MOV X2,#1; STR X2,[X3]"));
  }
  SECTION("the flags of a comparison count") {
    CHECK_FALSE(buffers_load("LDR X0,[X1]; CMP X0,#9; B.EQ end; MOV X2,#1; STR X2,[X3]; end:"));
  }
  SECTION("a loop does not end it") {
    CHECK_FALSE(buffers_load(
        "LDR X0,[X1]; MOV X4,X0; back: SUB X4,X4,X0; CBNZ X4,back; MOV X2,#1; STR X2,[X3]"));
  }
}

TEST_CASE("a load that gives an address comes before every younger store, but not before loads",
          "[memory][order]") {
  CHECK_FALSE(buffers_load("LDR X0,[X1]; EOR X4,X0,X0; STR X6,[X5,X4]; MOV X2,#1; STR X2,[X3]"));
  CHECK_FALSE(buffers_load("LDR X0,[X1]; EOR X4,X0,X0; LDR X6,[X5,X4]; MOV X2,#1; STR X2,[X3]"));
  CHECK(buffers_load("LDR X0,[X1]; EOR X4,X0,X0; MOV X2,#1; STR X2,[X3]; LDR X6,[X5,X4]"));
  CHECK(reads_stale("LDR X0,[X3]; EOR X4,X0,X0; LDR X6,[X5,X4]; LDR X2,[X1]"));
}

TEST_CASE("what a store's address or data comes from is before a load that it is forwarded to",
          "[memory][order]") {
  const std::string use = "LDR X6,[X5]; EOR X6,X6,X6; LDR X2,[X1,X6]";
  CHECK_FALSE(reads_stale("LDR X0,[X3]; STR X0,[X5]; " + use));
  CHECK_FALSE(reads_stale("LDR X0,[X3]; EOR X4,X0,X0; STR X1,[X5,X4]; " + use));
  SECTION("whatever makes others wait for that load") {
    CHECK_FALSE(reads_stale("LDR X0,[X3]; STR X0,[X5]; LDAPR X6,[X5]; LDR X2,[X1]"));
    CHECK(reads_stale("LDR X0,[X3]; STR X1,[X5]; LDAPR X6,[X5]; LDR X2,[X1]"));
  }
  SECTION("but not what only decided whether it is written") {
    CHECK(reads_stale("LDR X0,[X3]; CBZ X0,end; STR X1,[X5]; " + use + "; end:"));
  }
  SECTION("nor if another own store stands between") {
    CHECK(reads_stale("LDR X0,[X3]; STR X0,[X5]; STR X1,[X5]; " + use));
  }
}

TEST_CASE("a select's flags order stores, not loads", "[memory][order]") {
  const std::string pick = "CMP X0,#9; CSEL X4,X10,X11,EQ; ";
  CHECK_FALSE(buffers_load("LDR X0,[X1]; " + pick + "ADD X4,X4,#1; STR X4,[X3]"));
  CHECK_FALSE(buffers_load("LDR X0,[X1]; " + pick + "MOV X2,#1; STR X2,[X3,X4]"));
  CHECK_FALSE(buffers_load("LDR X0,[X1]; " + pick + "LDR X6,[X5,X4]; MOV X2,#1; STR X2,[X3]"));
  CHECK_FALSE(buffers_load("LDR X0,[X1]; " + pick + "CBNZ X4,on; on: MOV X2,#1; STR X2,[X3]"));
  CHECK(reads_stale("LDR X0,[X3]; " + pick + "LDR X2,[X1,X4]"));
  SECTION("what is picked is a dependency as ever") {
    CHECK_FALSE(
        reads_stale("LDR X0,[X3]; EOR X8,X0,X0; CMP X9,#0; CSEL X4,X8,X11,EQ; LDR X2,[X1,X4]"));
    CHECK(reads_stale("LDR X0,[X3]; EOR X8,X0,X0; CMP X9,#1; CSEL X4,X8,X11,EQ; LDR X2,[X1,X4]"));
  }
  SECTION("a branch on what is picked reaches loads behind an ISB") {
    CHECK_FALSE(reads_stale("LDR X0,[X3]; " + pick + "CBNZ X4,on; on: ISB; LDR X2,[X1]"));
    CHECK(reads_stale("LDR X0,[X3]; " + pick + "CBNZ X4,on; on: LDR X2,[X1]"));
  }
}

TEST_CASE("a pick goes through an own store to what the load after it is ordered before",
          "[memory][order]") {
  const std::string through = "CMP X0,#9; CSEL X4,X10,X11,EQ; STR X4,[X5]; ";
  const std::string store = "; MOV X2,#1; STR X2,[X3]";
  CHECK_FALSE(buffers_load("LDR X0,[X1]; " + through + "LDAR X6,[X5]" + store));
  CHECK(buffers_load("LDR X0,[X1]; " + through + "LDR X6,[X5]" + store));
  CHECK_FALSE(buffers_load("LDR X0,[X1]; " + through + "LDR X6,[X5]; DMB ISHLD" + store));
  SECTION("in several steps") {
    CHECK_FALSE(buffers_load("LDR X0,[X1]; " + through +
                             "LDR X6,[X5]; EOR X6,X6,X6; LDAR X8,[X7]; LDR X9,[X5]; DMB ISHLD" +
                             store));
  }
}

TEST_CASE("the status of a store-exclusive gives nobody a dependency", "[memory][order]") {
  const std::string pair = "LDXR X0,[X1]; STXR W4,X6,[X1]; ";
  // The store-exclusive fails here: the outcome leaves x as the load-exclusive has read it.
  CHECK(buffers_load(pair + "CBNZ W4,on; on: MOV X2,#1; STR X2,[X3]"));
  CHECK(buffers_load(pair + "CMP W4,#0; CSET X2,NE; STR X2,[X3]"));
  CHECK_FALSE(buffers_load(pair + "CBNZ X0,on; on: MOV X2,#1; STR X2,[X3]"));
}
