// SPDX-License-Identifier: Apache-2.0
//
// Atomic-ordered-before, single-instruction atomics and exclusive pairs.
#include <catch2/catch.hpp>

#include "tests/unit/models/memory/classic.h"

using namespace pmusim::test;

namespace {

const std::string kWriter = "MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]";

/// The writer sets x, then y to 1; the reader gets the sum that its atomic has made of y in X4, and
/// x in X2.
bool sees_sum_and_stale(const std::string& reader) {
  return allows({{kWriter, "MOV X0,#1; " + reader}, "1:X4=2 1:X2=0"});
}

}  // namespace

TEST_CASE("no write falls between the halves of an atomic", "[memory][atomic]") {
  const std::string add = "MOV X0,#1; LDADD X0,X2,[X1]";
  CHECK_FALSE(allows({{add, add}, "x=1"}));
  CHECK_FALSE(allows({{add, add}, "0:X2=0 1:X2=0"}));
  CHECK(allows({{add, add}, "0:X2=1 1:X2=0 x=2"}));
  const std::string swap = "MOV X0,#5; SWP X0,X2,[X1]";
  CHECK_FALSE(allows({{swap, "MOV X0,#1; STR X0,[X1]"}, "0:X2=0 x=5"}));
  CHECK_FALSE(allows({{swap, "MOV X0,#1; STR X0,[X1]"}, "0:X2=1 x=1"}));
}

TEST_CASE("atomics compute what their names say", "[memory][atomic]") {
  CHECK(allows({{"MOV X0,#6; LDCLR X0,X2,[X1]"}, "0:X2=5 x=1", "x=5"}));
  CHECK(allows({{"MOV X0,#6; LDEOR X0,X2,[X1]"}, "0:X2=5 x=3", "x=5"}));
  CHECK(allows({{"MOV X0,#6; LDSET X0,X2,[X1]"}, "0:X2=5 x=7", "x=5"}));
  CHECK(allows({{"MOV X0,#6; SWP X0,X2,[X1]"}, "0:X2=5 x=6", "x=5"}));
}

TEST_CASE("the read of an atomic comes before its write", "[memory][atomic]") {
  // STLR before the acquire read, that before its own write, which the other thread sees.
  const std::string other = "LDR X0,[X3]; EOR X4,X0,X0; LDR X2,[X1,X4]";
  const auto shape = [&](const std::string& atomic) {
    return Shape{{"MOV X0,#1; STLR X0,[X1]; " + atomic + " X0,X2,[X3]", other}, "1:X0=1 1:X2=0"};
  };
  CHECK_FALSE(allows(shape("LDADDA")));
  CHECK(allows(shape("LDADD")));
}

TEST_CASE("the read of an atomic comes before an acquire that its write is forwarded to",
          "[memory][atomic]") {
  CHECK_FALSE(sees_sum_and_stale("STADD X0,[X3]; LDAPR X4,[X3]; LDR X2,[X1]"));
  CHECK_FALSE(sees_sum_and_stale("STADD X0,[X3]; LDAR X4,[X3]; LDR X2,[X1]"));
  CHECK(sees_sum_and_stale("STADD X0,[X3]; LDR X4,[X3]; DMB LD; LDR X2,[X1]"));
  SECTION("an exclusive pair too") {
    const std::string pair = "LDXR X6,[X3]; ADD X6,X6,#1; STXR W8,X6,[X3]; ";
    CHECK_FALSE(sees_sum_and_stale(pair + "LDAPR X4,[X3]; LDR X2,[X1]"));
    CHECK_FALSE(sees_sum_and_stale(pair + "LDR X4,[X3]; DMB LD; LDR X2,[X1]"));
    CHECK(sees_sum_and_stale(pair + "LDR X4,[X3]; LDR X2,[X1]"));
  }
}

TEST_CASE("what an atomic adds to orders the load that takes the sum early", "[memory][atomic]") {
  // The sum is computed from what was read, so a use of it as an address waits.
  CHECK_FALSE(sees_sum_and_stale("STADD X0,[X3]; LDR X4,[X3]; EOR X6,X4,X4; LDR X2,[X1,X6]"));
  CHECK(allows({{kWriter, "MOV X0,#2; SWP X0,X8,[X3]; LDR X4,[X3]; EOR X6,X4,X4; LDR X2,[X1,X6]"},
                "1:X8=1 1:X4=2 1:X2=0"}));
}

TEST_CASE("an acquire belongs to the read of an atomic, a release to its write",
          "[memory][atomic]") {
  const std::string operation = GENERATE("LDADD", "SWP", "LDSET");
  CAPTURE(operation);
  // What is added keeps the flag: 0 for LDADD and LDSET, and SWP takes it away.
  CHECK_FALSE(reads_stale(operation + "A X4,X0,[X3]; LDR X2,[X1]"));
  CHECK(reads_stale(operation + "L X4,X0,[X3]; LDR X2,[X1]"));
  CHECK_FALSE(writes_in_other_order("MOV X0,#1; STR X0,[X1]; " + operation + "L X0,X2,[X3]"));
  CHECK(writes_in_other_order("MOV X0,#1; STR X0,[X1]; " + operation + "A X0,X2,[X3]"));
}

TEST_CASE("an atomic that acquires and releases is as good as a full barrier", "[memory][atomic]") {
  const std::string store = "MOV X0,#1; STR X0,[X1]; ";
  CHECK_FALSE(buffers_store(store + "LDADDAL X0,X4,[X5]; LDR X2,[X3]"));
  CHECK_FALSE(buffers_store(store + "SWPAL X0,X4,[X5]; LDR X2,[X3]"));
  CHECK_FALSE(buffers_store(store + "CASAL X4,X0,[X5]; LDR X2,[X3]"));
  CHECK(buffers_store(store + "LDADDL X0,X4,[X5]; LDR X2,[X3]"));
  CHECK(buffers_store(store + "LDADDA X0,X4,[X5]; LDR X2,[X3]"));
  SECTION("an exclusive pair is not") {
    CHECK(buffers_store(store + "LDAXR X4,[X5]; STLXR W6,X0,[X5]; LDR X2,[X3]"));
  }
}

TEST_CASE("the release of an atomic comes before a younger LDAR only", "[memory][atomic]") {
  CHECK_FALSE(buffers_store("MOV X0,#1; SWPL X0,X4,[X1]; LDAR X2,[X3]"));
  CHECK(buffers_store("MOV X0,#1; SWPL X0,X4,[X1]; LDAPR X2,[X3]"));
  CHECK(buffers_store("MOV X0,#1; SWPL X0,X4,[X1]; LDR X2,[X3]"));
}

TEST_CASE("an atomic without a result is no load for a barrier, and does not acquire",
          "[memory][atomic]") {
  // The final value of y shows that the atomic came after the writer's store.
  const auto shape = [&](const std::string& reader) {
    return Shape{{kWriter, "MOV X0,#2; " + reader}, "1:X2=0 y=3"};
  };
  CHECK(allows(shape("STADD X0,[X3]; DMB ISHLD; LDR X2,[X1]")));
  CHECK(allows(shape("LDADD X0,XZR,[X3]; DMB ISHLD; LDR X2,[X1]")));
  CHECK(allows(shape("LDADDA X0,XZR,[X3]; LDR X2,[X1]")));
  CHECK_FALSE(
      allows({{kWriter, "MOV X0,#2; LDADD X0,X6,[X3]; DMB ISHLD; LDR X2,[X1]"}, "1:X2=0 1:X6=1"}));
  CHECK_FALSE(allows({{kWriter, "MOV X0,#2; LDADDA X0,X6,[X3]; LDR X2,[X1]"}, "1:X2=0 1:X6=1"}));
  SECTION("a plain load to the zero register is a load") {
    CHECK_FALSE(buffers_load("LDR X0,[X1]; LDR XZR,[X5]; DMB LD; MOV X2,#1; STR X2,[X3]"));
  }
}

TEST_CASE("a store-exclusive succeeds only if no other thread has written since",
          "[memory][atomic]") {
  // It succeeded, it read 0, and the other store is between: then that is not the last one. The
  // older load of z, if it is there, keeps the load-exclusive from being forgotten; so does no
  // barrier.
  const std::string before = GENERATE("", "LDR X8,[X5]; ");
  const std::string between = GENERATE("", "DMB ISH; ", "LDAR X9,[X5]; ");
  CAPTURE(before, between);
  const auto shape = [&](const std::string& store) {
    return Shape{
        {before + "MOV X4,#1; MOV X6,#3; LDXR X0,[X1]; " + store + between + "STXR W2,X4,[X1]",
         "MOV X0,#7; STR X0,[X1]; STR X0,[X5]",
         "LDR X0,[X1]; LDR X2,[X1]"},
        "0:X0=0 0:X2=0 2:X0=7 2:X2=1"};
  };
  CHECK_FALSE(allows(shape("")));
  CHECK_FALSE(allows(shape("STR X6,[X3]; ")));
  SECTION("unless an own store stands between the two") {
    CHECK(allows(shape("STR X6,[X1]; ")));
  }
}

TEST_CASE("a store-exclusive may fail for no reason, and fails without its load-exclusive",
          "[memory][atomic]") {
  const std::string pair = "MOV X4,#1; LDXR X0,[X1]; STXR W2,X4,[X1]";
  SECTION("it may fail for no reason, and writes nothing then") {
    CHECK(allows({{pair}, "0:X2=1 x=0"}));
    CHECK(allows({{pair}, "0:X2=0 x=1"}));
    CHECK_FALSE(allows({{pair}, "0:X2=1 x=1"}));
  }
  SECTION("it fails without a load-exclusive, after another store-exclusive, at another location") {
    CHECK_FALSE(allows({{"STXR W2,X5,[X1]"}, "0:X2=0"}));
    CHECK_FALSE(allows({{"LDXR X0,[X1]; STXR W2,X5,[X1]; STXR W4,X5,[X1]"}, "0:X4=0"}));
    CHECK_FALSE(allows(
        {{"LDXR X0,[X1]; STXR W2,X5,[X1]; LDAR X6,[X3]; STXR W4,X5,[X1]", "MOV X0,#1; STR X0,[X3]"},
         "0:X4=0"}));
    CHECK_FALSE(allows({{"LDXR X0,[X3]; STXR W2,X5,[X1]"}, "0:X2=0"}));
    CHECK(allows({{"LDXR X0,[X3]; LDXR X0,[X1]; STXR W2,X5,[X1]"}, "0:X2=0"}));
  }
}

TEST_CASE("loads pass a branch that is not decided, and the atomics behind it",
          "[memory][atomic]") {
  CHECK(reads_stale("LDR X0,[X3]; CBZ X0,end; LDXR X4,[X5]; STXR W6,X4,[X5]; LDR X2,[X1]; end:"));
  CHECK(reads_stale("LDR X0,[X3]; CBZ X0,end; CAS X4,X6,[X5]; LDR X2,[X1]; end:"));
  CHECK(reads_stale("LDR X0,[X3]; CBZ X0,end; LDADD X4,X6,[X5]; LDR X2,[X1]; end:"));
}

TEST_CASE("the halves of an exclusive pair are finished in any way", "[memory][atomic]") {
  // The load-exclusive leaves the window before the store-exclusive can take place.
  const std::string slow = "LDXR X0,[X1]; LDR X6,[X3]; STXR W2,X6,[X1]";
  CHECK(allows({{slow, "MOV X0,#1; STR X0,[X3]"}, "0:X2=0 0:X6=1 x=1"}));
  CHECK_FALSE(allows({{"LDXR X0,[X1]; DMB ISH; LDR X6,[X3]; ADD X6,X6,#1; STXR W2,X6,[X1]",
                       "MOV X0,#7; STR X0,[X1]; DMB ISH; STR X0,[X3]"},
                      "0:X0=0 0:X2=0 0:X6=8"}));
  SECTION("a write of another thread after a successful pair does not undo it") {
    // The older load of z, which is still open then, keeps the pair in the window.
    CHECK(allows({{"LDR X8,[X5]; MOV X4,#9; LDXR X0,[X1]; STXR W2,X4,[X1]",
                   "LDR X0,[X1]; DMB ISH; MOV X2,#1; STR X2,[X1]; DMB ISH; STR X2,[X5]"},
                  "0:X2=0 1:X0=9 0:X8=1 x=1"}));
    CHECK(allows({{"LDXR X0,[X1]; MOV X4,#9; LDR X8,[X5]; STXR W2,X4,[X1]",
                   "LDR X0,[X1]; DMB ISH; MOV X2,#1; STR X2,[X1]; DMB ISH; STR X2,[X5]"},
                  "0:X2=0 1:X0=9 0:X8=1 x=1"}));
  }
}

TEST_CASE("what an atomic computes from flows on through memory", "[memory][atomic]") {
  SECTION("to the stores behind a load of it, though not to the load itself") {
    const std::string load = "LDR X0,[X1]; MOV X2,#1; DMB ISH; STR X2,[X3]";
    const auto loads_sum = [&](const std::string& reader) {
      return allows({{load, "MOV X0,#1; " + reader}, "0:X0=1 1:X4=2"});
    };
    CHECK_FALSE(loads_sum("STADD X0,[X3]; LDR X4,[X3]; DMB LD; STR X0,[X1]"));
    CHECK(loads_sum("STADD X0,[X3]; LDR X4,[X3]; STR X0,[X1]"));
  }
  SECTION("through a second atomic, if that computes") {
    const std::string chain = "LDR X4,[X3]; EOR X6,X4,X4; LDR X2,[X1,X6]";
    const auto sees = [&](const std::string& second, const std::string& outcome) {
      return allows({{kWriter, "MOV X0,#1; STADD X0,[X3]; " + second + chain}, outcome});
    };
    CHECK_FALSE(sees("STADD X0,[X3]; ", "1:X4=3 1:X2=0"));
    CHECK(sees("SWP X0,X8,[X3]; ", "1:X8=2 1:X4=1 1:X2=0"));
  }
}
