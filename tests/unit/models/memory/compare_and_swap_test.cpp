// SPDX-License-Identifier: Apache-2.0
//
// CAS: comparing only picks, a failure need not write, and may write back what it has read.
#include <catch2/catch.hpp>

#include "tests/unit/models/memory/classic.h"

using namespace pmusim::test;

TEST_CASE("a CAS writes if what it reads is what it compares with", "[memory][atomic]") {
  CHECK(allows({{"MOV X0,#5; MOV X2,#9; CAS X0,X2,[X1]"}, "0:X0=5 x=9", "x=5"}));
  CHECK_FALSE(allows({{"MOV X0,#5; MOV X2,#9; CAS X0,X2,[X1]"}, "x=5", "x=5"}));
  CHECK(allows({{"MOV X0,#4; MOV X2,#9; CAS X0,X2,[X1]"}, "0:X0=5 x=5", "x=5"}));
  CHECK_FALSE(allows({{"MOV X0,#4; MOV X2,#9; CAS X0,X2,[X1]"}, "x=9", "x=5"}));
  const std::string count = "MOV X0,#0; MOV X2,#1; CAS X0,X2,[X1]";
  CHECK_FALSE(allows({{count, count}, "0:X0=0 1:X0=0"}));
}

TEST_CASE("what a CAS compares with orders its write", "[memory][atomic]") {
  CHECK_FALSE(buffers_load("LDR X0,[X1]; EOR X4,X0,X0; MOV X2,#1; CAS X4,X2,[X3]"));
  CHECK(buffers_load("LDR X0,[X1]; MOV X4,#0; MOV X2,#1; CAS X4,X2,[X3]"));
}

TEST_CASE("the result of a CAS that succeeds is a pick", "[memory][atomic]") {
  const std::string compare = "MOV X0,#1; MOV X2,#2; ";
  CHECK(allows({{"MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]",
                 compare + "CAS X0,X2,[X3]; EOR X4,X0,X0; LDR X2,[X1,X4]"},
                "1:X0=1 y=2 1:X2=0"}));
  CHECK_FALSE(allows({{"MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]",
                       "MOV X2,#2; SWP X2,X0,[X3]; EOR X4,X0,X0; LDR X2,[X1,X4]"},
                      "1:X0=1 1:X2=0"}));
  SECTION("which orders stores") {
    CHECK_FALSE(
        buffers_load("MOV X0,#1; MOV X2,#2; CAS X0,X2,[X1]; EOR X4,X0,X0; MOV X2,#1; "
                     "STR X2,[X3,X4]"));
    CHECK(buffers_load("MOV X0,#1; MOV X2,#2; CAS X0,X2,[X1]; MOV X2,#1; STR X2,[X3]"));
  }
  SECTION("the compared register gives the result, or what was read does") {
    // Neither the load that gives the comparison nor the read of the CAS need come before the load
    // of x, but not both may come after it.
    const std::string reader =
        "LDR X0,[X3]; MOV X2,#2; CAS X0,X2,[X5]; EOR X4,X0,X0; LDR X2,[X1,X4]";
    const std::string first = "MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]";
    const std::string second = "MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X5]";
    CHECK(allows({{first, reader}, "1:X0=1 1:X2=0 z=2", "z=1"}));
    CHECK(allows({{second, reader}, "1:X0=1 1:X2=0 z=2", "y=1"}));
    CHECK_FALSE(allows({{"MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]; STR X0,[X5]", reader},
                        "1:X0=1 1:X2=0 z=2"}));
  }
}

TEST_CASE("a select that gives the address of a CAS does not hold back its read",
          "[memory][atomic]") {
  const std::string pick = "LDR X0,[X3]; CMP X0,#9; CSEL X4,X10,X11,EQ; ";
  CHECK(reads_stale(pick + "ADD X12,X1,X4; CAS X2,X6,[X12]", "1:X2=5"));
  CHECK_FALSE(
      reads_stale("LDR X0,[X3]; EOR X8,X0,X0; CMP X9,#0; CSEL X4,X8,X11,EQ; "
                  "ADD X12,X1,X4; CAS X2,X6,[X12]",
                  "1:X2=5"));
  SECTION("nor a read behind a branch on something else") {
    CHECK(reads_stale(pick + "LDR X8,[X3]; CBZ X8,end; LDR X2,[X1,X4]; end:"));
  }
}

TEST_CASE("what a CAS compares with does not order what its result goes into", "[memory][atomic]") {
  const std::string use = "EOR X6,X4,X4; ADD X6,X6,#1; STR X6,[X3]";
  const std::string equal = "LDR X0,[X1]; EOR X4,X0,X0; CAS X4,X2,[X5]; ";
  const std::string other = "LDR X0,[X1]; EOR X4,X0,X0; ADD X4,X4,#9; CAS X4,X2,[X5]; ";
  CHECK(buffers_load(equal + use));
  CHECK(buffers_load(other + use));
  CHECK_FALSE(buffers_load("LDR X0,[X1]; EOR X4,X0,X0; ADD X4,X4,#9; " + use));
}

TEST_CASE("a CAS that fails keeps its acquire and has no release", "[memory][atomic]") {
  CHECK_FALSE(reads_stale("MOV X0,#9; CASA X0,X2,[X3]; LDR X2,[X1]"));
  CHECK(reads_stale("MOV X0,#9; CASL X0,X2,[X3]; LDR X2,[X1]"));
  // The store before a failing CASAL may become visible after the loads behind it.
  CHECK(buffers_store("MOV X0,#1; STR X0,[X1]; MOV X4,#9; CASAL X4,X0,[X5]; LDR X2,[X3]"));
}

TEST_CASE("a CAS that fails may write back what it has read", "[memory][atomic]") {
  const std::string writer = "MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]";
  const std::string compare = "MOV X8,#9; CAS X8,X2,[X3]; ";
  SECTION("a load that this is forwarded to has no order after the read") {
    const std::string reload = "LDR X0,[X3]; EOR X4,X0,X0; LDR X2,[X1,X4]";
    CHECK(allows({{writer, compare + reload}, "1:X8=1 1:X0=1 1:X2=0"}));
    CHECK_FALSE(allows({{writer, compare + "EOR X4,X8,X8; LDR X2,[X1,X4]"}, "1:X8=1 1:X2=0"}));
    CHECK_FALSE(allows({{writer,
                         "LDR X8,[X3]; EOR X6,X8,X8; LDR X0,[X3,X6]; EOR X4,X0,X0; "
                         "LDR X2,[X1,X4]"},
                        "1:X8=1 1:X0=1 1:X2=0"}));
  }
  SECTION("also if what it is forwarded to is a pointer, and is followed") {
    const std::string publish = "MOV X0,#1; STR X0,[X1]; DMB ISH; STR X1,[X7]";
    const std::string follow = "MOV X8,#9; CAS X8,X2,[X7]; LDR X0,[X7]; LDR X2,[X0]";
    CHECK(allows({{publish, follow}, "1:X8=4096 1:X0=4096 1:X2=0", "p=&z"}));
    CHECK_FALSE(allows({{publish, follow}, "1:X8=4096 1:X0=4096 1:X2=5", "p=&z y=5"}));
    CHECK_FALSE(
        allows({{publish, "MOV X8,#9; CAS X8,X2,[X7]; LDR X2,[X8]"}, "1:X8=4096 1:X2=0", "p=&z"}));
  }
  SECTION("or stored through, and what was stored is read again") {
    const std::string publish = "MOV X0,#1; STR X0,[X5]; DMB ISH; STR X1,[X7]";
    const std::string follow =
        "MOV X8,#9; CAS X8,X2,[X7]; LDR X0,[X7]; MOV X6,#3; STR X6,[X0]; LDR X4,[X1]; "
        "EOR X4,X4,X4; ADD X4,X4,#3; EOR X9,X4,X4; LDR X2,[X5,X9]";
    CHECK(allows({{publish, follow}, "1:X8=4096 1:X2=0 x=3", "p=&y"}));
  }
  SECTION("it stands between an own store and a load") {
    const std::string use = "LDR X6,[X5]; EOR X6,X6,X6; LDR X2,[X1,X6]";
    CHECK(allows({{writer, "LDR X0,[X3]; STR X0,[X5]; MOV X8,#9; CAS X8,X10,[X5]; " + use},
                  "1:X0=1 1:X2=0"}));
    CHECK_FALSE(
        allows({{writer, "LDR X0,[X3]; STR X0,[X5]; LDR X8,[X5]; " + use}, "1:X0=1 1:X2=0"}));
  }
}
