// SPDX-License-Identifier: Apache-2.0
//
// Barrier-ordered-before, and what an ISB adds.
#include <catch2/catch.hpp>

#include "tests/unit/models/memory/classic.h"

using namespace pmusim::test;

namespace {

bool loads_in_other_order(const std::string& between) {
  return reads_stale("LDR X0,[X3]; " + between + "; LDR X2,[X1]");
}

bool load_after_store(const std::string& between) {
  return buffers_load("LDR X0,[X1]; " + between + "; MOV X2,#1; STR X2,[X3]");
}

bool stores_in_other_order(const std::string& between) {
  return writes_in_other_order("MOV X0,#1; STR X0,[X1]; " + between + "; STR X0,[X3]");
}

bool store_after_load(const std::string& between) {
  return buffers_store("MOV X0,#1; STR X0,[X1]; " + between + "; LDR X2,[X3]");
}

}  // namespace

TEST_CASE("a full barrier orders all before with all after", "[memory][order]") {
  const std::string barrier = GENERATE("DMB SY", "DMB ISH", "DMB OSH", "DSB SY", "DSB ISH");
  CAPTURE(barrier);
  CHECK_FALSE(loads_in_other_order(barrier));
  CHECK_FALSE(load_after_store(barrier));
  CHECK_FALSE(stores_in_other_order(barrier));
  CHECK_FALSE(store_after_load(barrier));
}

TEST_CASE("a barrier for loads orders earlier loads with all after", "[memory][order]") {
  const std::string barrier = GENERATE("DMB LD", "DMB ISHLD", "DSB LD", "DSB ISHLD");
  CAPTURE(barrier);
  CHECK_FALSE(loads_in_other_order(barrier));
  CHECK_FALSE(load_after_store(barrier));
  CHECK(stores_in_other_order(barrier));
  CHECK(store_after_load(barrier));
}

TEST_CASE("DMB for stores orders stores with stores", "[memory][order]") {
  const std::string barrier = GENERATE("DMB ST", "DMB ISHST");
  CAPTURE(barrier);
  CHECK(loads_in_other_order(barrier));
  CHECK(load_after_store(barrier));
  CHECK_FALSE(stores_in_other_order(barrier));
  CHECK(store_after_load(barrier));
}

TEST_CASE("DSB for stores orders stores with all after", "[memory][order]") {
  const std::string barrier = GENERATE("DSB ST", "DSB ISHST");
  CAPTURE(barrier);
  CHECK(loads_in_other_order(barrier));
  CHECK(load_after_store(barrier));
  CHECK_FALSE(stores_in_other_order(barrier));
  CHECK_FALSE(store_after_load(barrier));
}

TEST_CASE("an acquire comes before all after it, and nothing before it", "[memory][order]") {
  const std::string acquire = GENERATE("LDAR", "LDAPR");
  CAPTURE(acquire);
  CHECK_FALSE(reads_stale(acquire + " X0,[X3]; LDR X2,[X1]"));
  CHECK_FALSE(buffers_load(acquire + " X0,[X1]; MOV X2,#1; STR X2,[X3]"));
  CHECK(reads_stale("LDR X0,[X3]; " + acquire + " X2,[X1]"));
  CHECK(buffers_store("MOV X0,#1; STR X0,[X1]; " + acquire + " X2,[X3]"));
}

TEST_CASE("a release comes after all before it, and before nothing after it", "[memory][order]") {
  CHECK_FALSE(writes_in_other_order("MOV X0,#1; STR X0,[X1]; STLR X0,[X3]"));
  CHECK_FALSE(buffers_load("LDR X0,[X1]; MOV X2,#1; STLR X2,[X3]"));
  CHECK(writes_in_other_order("MOV X0,#1; STLR X0,[X1]; STR X0,[X3]"));
  CHECK(buffers_store("MOV X0,#1; STLR X0,[X1]; LDR X2,[X3]"));
}

TEST_CASE("a release comes before a younger LDAR, not before a LDAPR", "[memory][order]") {
  CHECK_FALSE(buffers_store("MOV X0,#1; STLR X0,[X1]; LDAR X2,[X3]"));
  CHECK(buffers_store("MOV X0,#1; STLR X0,[X1]; LDAPR X2,[X3]"));
  SECTION("also of its own location: the value is not taken from the store buffer then") {
    CHECK_FALSE(buffers_store("MOV X0,#1; STLR X0,[X1]; LDAR X4,[X1]; LDR X2,[X3]"));
    CHECK(buffers_store("MOV X0,#1; STLR X0,[X1]; LDAPR X4,[X1]; LDR X2,[X3]"));
    CHECK(buffers_store("MOV X0,#1; STR X0,[X1]; LDAR X4,[X1]; LDR X2,[X3]"));
  }
}

TEST_CASE("an ISB orders what decided a branch, or gave an address, before it with all after",
          "[memory][order]") {
  CHECK(loads_in_other_order("ISB"));
  CHECK_FALSE(loads_in_other_order("CBNZ X0,on; on: ISB"));
  CHECK(loads_in_other_order("ISB; CBNZ X0,on; on:"));
  CHECK_FALSE(loads_in_other_order("EOR X4,X0,X0; LDR X6,[X5,X4]; ISB"));
  CHECK(loads_in_other_order("EOR X4,X0,X0; ISB; LDR X6,[X5,X4]"));
  CHECK_FALSE(store_after_load("DSB SY; ISB"));
}

TEST_CASE("a write is seen by all others at once", "[memory][order]") {
  const std::string first = "MOV X0,#1; STR X0,[X1]";
  const std::string second = "MOV X0,#1; STR X0,[X3]";
  SECTION("so two readers that keep their order agree on two writes") {
    const std::string outcome = "2:X0=1 2:X2=0 3:X0=1 3:X2=0";
    CHECK_FALSE(allows({{first,
                         second,
                         "LDR X0,[X1]; EOR X4,X0,X0; LDR X2,[X3,X4]",
                         "LDR X0,[X3]; EOR X4,X0,X0; LDR X2,[X1,X4]"},
                        outcome}));
    CHECK(
        allows({{first, second, "LDR X0,[X1]; LDR X2,[X3]", "LDR X0,[X3]; LDR X2,[X1]"}, outcome}));
  }
  SECTION("so what one reader has passed on the next one sees") {
    CHECK_FALSE(allows({{first,
                         "LDR X0,[X1]; EOR X4,X0,X0; MOV X2,#1; STR X2,[X3,X4]",
                         "LDR X0,[X3]; EOR X4,X0,X0; LDR X2,[X1,X4]"},
                        "1:X0=1 2:X0=1 2:X2=0"}));
  }
}
