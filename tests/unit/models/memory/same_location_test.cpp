// SPDX-License-Identifier: Apache-2.0
//
// Accesses of one location, coherence, and hazard-ordered-before.
#include <catch2/catch.hpp>

#include "models/memory/reductions.h"
#include "tests/unit/models/memory/classic.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// Without the reduction that takes older reads first, which hides the rule for reads of one
/// location.
constexpr memory::Reductions kReadsInAnyOrder{.older_reads_first = false, .covered_ways = false};

}  // namespace

TEST_CASE("an access comes before a younger store to its location", "[memory][order]") {
  // The store that depends on the load is in coherence before the one that is seen.
  const std::string other = "LDR X0,[X3]; DMB ISH; MOV X2,#1; STR X2,[X1]";
  CHECK_FALSE(
      allows({{"LDR X0,[X1]; STR X0,[X3]; MOV X2,#5; STR X2,[X3]", other}, "0:X0=1 1:X0=5"}));
  CHECK(allows({{"LDR X0,[X1]; STR X0,[X5]; MOV X2,#5; STR X2,[X3]", other}, "0:X0=1 1:X0=5"}));
}

TEST_CASE("a store does not come before a younger own load of its location", "[memory][order]") {
  CHECK(buffers_store("MOV X0,#1; STR X0,[X1]; LDR X4,[X1]; EOR X4,X4,X4; LDR X2,[X3,X4]"));
  SECTION("which cannot see anything older than that store") {
    CHECK_FALSE(
        allows({{"MOV X0,#1; STR X0,[X1]; LDR X2,[X1]", "MOV X0,#2; STR X0,[X1]"}, "0:X2=0"}));
    CHECK_FALSE(
        allows({{"MOV X0,#1; STR X0,[X1]; LDR X2,[X1]", "MOV X0,#2; STR X0,[X1]"}, "0:X2=2 x=1"}));
  }
}

TEST_CASE("a load does not see a younger own store", "[memory][order]") {
  CHECK_FALSE(allows({{"LDR X0,[X1]; MOV X2,#1; STR X2,[X1]"}, "0:X0=1"}));
}

TEST_CASE("two stores of a thread to one location become visible in program order",
          "[memory][order]") {
  CHECK_FALSE(allows({{"MOV X0,#1; STR X0,[X1]; MOV X0,#2; STR X0,[X1]"}, "x=1"}));
  CHECK_FALSE(allows({{"MOV X0,#1; STR X0,[X1]; MOV X0,#2; STR X0,[X1]",
                       "LDR X0,[X1]; EOR X4,X0,X0; LDR X2,[X1,X4]"},
                      "1:X0=2 1:X2=1"}));
}

TEST_CASE("of two loads of a location the younger one does not see the older value",
          "[memory][order]") {
  const Shape shape{{"MOV X0,#1; STR X0,[X1]", "LDR X0,[X1]; LDR X2,[X1]"}, "1:X0=1 1:X2=0"};
  CHECK_FALSE(explored(shape).holds);
  CHECK_FALSE(explored(shape, kReadsInAnyOrder).holds);
  SECTION("but they may be done in any order") {
    const Shape chain{{"MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]",
                       "LDR X0,[X3]; LDR X4,[X3]; EOR X6,X4,X4; LDR X2,[X1,X6]"},
                      "1:X0=1 1:X4=1 1:X2=0"};
    CHECK_FALSE(explored(chain).holds);
    const Shape open{{"MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]",
                      "LDR X0,[X3]; EOR X6,X0,X0; LDR X4,[X3]; LDR X2,[X1]"},
                     "1:X0=1 1:X4=1 1:X2=0"};
    CHECK(explored(open).holds);
  }
  SECTION("an own store between makes no difference") {
    CHECK_FALSE(
        allows({{"MOV X0,#1; STR X0,[X1]", "LDR X0,[X1]; MOV X4,#2; STR X4,[X1]; LDR X2,[X1]"},
                "1:X0=1 1:X2=1 x=2"}));
  }
}

TEST_CASE("that the older load's address is not known yet does not matter", "[memory][order]") {
  // X4 turns out to point to x as well: the two loads are of one location. That the writer writes p
  // keeps the load of it open.
  const std::string reader = "LDR X4,[X7]; LDR X0,[X4]; LDR X2,[X1]";
  const std::string write_x = "MOV X0,#1; STR X0,[X1]; ";
  CHECK_FALSE(allows({{write_x + "STR X1,[X7]", reader}, "1:X0=1 1:X2=0", "p=&x"}));
  CHECK(allows({{write_x + "DMB ISH; STR X0,[X3]; STR X3,[X7]", reader}, "1:X0=1 1:X2=0", "p=&y"}));
}

TEST_CASE("that an older store's address is not known yet does not matter", "[memory][order]") {
  const std::string reader = "LDR X4,[X7]; MOV X6,#7; STR X6,[X4]; LDR X2,[X1]";
  CHECK_FALSE(allows({{reader}, "0:X2=0", "p=&x"}));
  CHECK(allows({{reader}, "0:X2=7", "p=&x"}));
  CHECK(allows({{reader}, "0:X2=0", "p=&y"}));
  SECTION("and the load waits for what that address comes from") {
    const std::string flag =
        "LDR X4,[X7]; MOV X6,#7; STR X6,[X4]; LDR X8,[X1]; EOR X8,X8,X8; LDR X2,[X5,X8]";
    const std::string writer = "MOV X0,#1; STR X0,[X5]; DMB ISH; STR X1,[X7]";
    CHECK_FALSE(allows({{writer, flag}, "1:X4=4096 1:X2=0", "p=&y"}));
    CHECK(allows({{writer, flag}, "1:X4=4160 1:X2=0", "p=&y"}));
  }
}
