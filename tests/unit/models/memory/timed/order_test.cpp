// SPDX-License-Identifier: Apache-2.0
//
// Each rule of order as two shapes: with it an outcome never happens, without it the same outcome
// does. The verdicts are those of the Armv8 memory model (Arm ARM, B2.3).
#include <ostream>

#include <catch2/catch.hpp>

#include "tests/unit/models/memory/timed/threads.h"

namespace pmusim::memory {
namespace {

using Condition = bool (*)(const FinishedRun&);

/// Message passing: the flag was seen, the data was not.
bool stale(const FinishedRun& run) {
  return run.reg(1, 2) == 1 && run.reg(1, 4) == 0;
}

/// Store buffering: both loads missed the other's store.
bool both_missed(const FinishedRun& run) {
  return run.reg(0, 2) == 0 && run.reg(1, 2) == 0;
}

/// Load buffering: both loads saw the other's store.
bool both_early(const FinishedRun& run) {
  return run.reg(0, 2) == 1 && run.reg(1, 2) == 1;
}

struct Shape {
  std::string name;
  std::vector<std::string> threads;
  Condition condition;
  bool is_allowed;
};

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
  return out << shape.name;
}

const std::string kWriter = "MOV X0,#1\nSTR X0,[X1]\nDMB ISHST\nSTR X0,[X3]";
const std::string kReader = "LDR X2,[X3]\nDMB ISHLD\nLDR X4,[X1]";

std::string writer(const std::string& between) {
  return "MOV X0,#1\nSTR X0,[X1]\n" + between + "\nSTR X0,[X3]";
}

std::string reader(const std::string& between) {
  return "LDR X2,[X3]\n" + between + "\nLDR X4,[X1]";
}

/// Stores to one word and loads the other, thread 1 the other way round.
std::vector<std::string> store_buffering(const std::string& store,
                                         const std::string& between,
                                         const std::string& load) {
  return {"MOV X0,#1\n" + store + " X0,[X1]\n" + between + "\n" + load + " X2,[X3]",
          "MOV X0,#1\n" + store + " X0,[X3]\n" + between + "\n" + load + " X2,[X1]"};
}

std::vector<std::string> load_buffering(const std::string& between) {
  return {"MOV X0,#1\nLDR X2,[X1]\n" + between + "\nSTR X0,[X3]",
          "MOV X0,#1\nLDR X2,[X3]\n" + between + "\nSTR X0,[X1]"};
}

/// Writes x, then 2 to y.
const std::string kLateY = "MOV X0,#1\nSTR X0,[X1]\nDMB SY\nMOV X2,#2\nSTR X2,[X3]";

/// Thread 1 added to y when it was 2, and read x before.
bool added_late_but_stale(const FinishedRun& run) {
  return run.word(1) == 3 && run.reg(1, 4) == 0;
}

const std::string kReleasedWriter = "MOV X0,#1\nSTR X0,[X1]\nSTLR X0,[X3]";

std::vector<Shape> barriers() {
  return {
      {"nothing: stores pass stores", {writer(""), kReader}, stale, true},
      {"nothing: loads pass loads", {kWriter, reader("")}, stale, true},
      {"DMB ST and DMB LD", {kWriter, kReader}, stale, false},
      {"DMB ST holds no loads", {kWriter, reader("DMB ISHST")}, stale, true},
      {"DMB LD holds no stores", {writer("DMB ISHLD"), kReader}, stale, true},
      {"DSB ST holds loads too, behind stores",
       store_buffering("STR", "DSB ISHST", "LDR"),
       both_missed,
       false},
      {"DMB ST does not", store_buffering("STR", "DMB ISHST", "LDR"), both_missed, true},
      {"DMB SY", store_buffering("STR", "DMB SY", "LDR"), both_missed, false},
      {"DMB LD waits for no store", store_buffering("STR", "DMB LD", "LDR"), both_missed, true},
      {"STLR", {kReleasedWriter, kReader}, stale, false},
      {"LDAR", {kWriter, "LDAR X2,[X3]\nLDR X4,[X1]"}, stale, false},
      {"LDAPR", {kWriter, "LDAPR X2,[X3]\nLDR X4,[X1]"}, stale, false},
      {"LDAR orders nothing before itself", {kWriter, "LDR X2,[X3]\nLDAR X4,[X1]"}, stale, true},
      {"STLR orders nothing after itself",
       {"MOV X0,#1\nSTLR X0,[X1]\nSTR X0,[X3]", kReader},
       stale,
       true},
      {"STLR before LDAR", store_buffering("STLR", "", "LDAR"), both_missed, false},
      {"STLR before LDAPR", store_buffering("STLR", "", "LDAPR"), both_missed, true},
  };
}

std::vector<Shape> dependencies() {
  return {
      {"nothing: stores pass loads", load_buffering(""), both_early, true},
      {"DMB LD before stores", load_buffering("DMB ISHLD"), both_early, false},
      {"a branch before stores", load_buffering("CBNZ X2,l\nl:"), both_early, false},
      {"data",
       {"LDR X2,[X1]\nEOR X4,X2,X2\nADD X4,X4,#1\nSTR X4,[X3]",
        "LDR X2,[X3]\nEOR X4,X2,X2\nADD X4,X4,#1\nSTR X4,[X1]"},
       both_early,
       false},
      {"an address of a load between",
       {"MOV X0,#1\nLDR X2,[X1]\nEOR X4,X2,X2\nLDR X6,[X5,X4]\nSTR X0,[X3]",
        "MOV X0,#1\nLDR X2,[X3]\nEOR X4,X2,X2\nLDR X6,[X5,X4]\nSTR X0,[X1]"},
       both_early,
       false},
      {"a branch before loads", {kWriter, reader("CBNZ X2,l\nl:")}, stale, true},
      {"a branch and ISB", {kWriter, reader("CBNZ X2,l\nl: ISB")}, stale, false},
      {"ISB alone", {kWriter, reader("ISB")}, stale, true},
      {"an address", {kWriter, "LDR X2,[X3]\nEOR X6,X2,X2\nLDR X4,[X1,X6]"}, stale, false},
      {"an address and ISB",
       {kWriter, "LDR X2,[X3]\nEOR X6,X2,X2\nLDR X7,[X5,X6]\nISB\nLDR X4,[X1]"},
       stale,
       false},
      {"a store to z that is forwarded, behind a branch (PPOCA)",
       {kWriter,
        "LDR X2,[X3]\nCBNZ X2,l\nl: MOV X0,#1\nSTR X0,[X5]\nLDR X6,[X5]\nEOR X7,X6,X6\nLDR "
        "X4,[X1,X7]"},
       stale,
       true},
      {"the same behind an address (PPOAA)",
       {kWriter,
        "LDR X2,[X3]\nEOR X8,X2,X2\nMOV X0,#1\nSTR X0,[X5,X8]\nLDR X6,[X5]\nEOR X7,X6,X6\nLDR "
        "X4,[X1,X7]"},
       stale,
       false},
  };
}

std::vector<Shape> order_of_atomics() {
  return {
      {"acquire-release atomics",
       {"MOV X0,#1\nSTR X0,[X1]\nLDADDAL X0,X6,[X5]\nLDR X2,[X3]",
        "MOV X0,#1\nSTR X0,[X3]\nLDADDAL X0,X6,[X5]\nLDR X2,[X1]"},
       both_missed,
       false},
      {"acquire atomics",
       {"MOV X0,#1\nSTR X0,[X1]\nLDADDA X0,X6,[X5]\nLDR X2,[X3]",
        "MOV X0,#1\nSTR X0,[X3]\nLDADDA X0,X6,[X5]\nLDR X2,[X1]"},
       both_missed,
       true},
      {"the write of an acquire-release atomic comes before later loads",
       {"MOV X0,#1\nSWPAL X0,X6,[X1]\nLDR X2,[X3]", "MOV X0,#1\nSTR X0,[X3]\nDMB SY\nLDR X2,[X1]"},
       both_missed,
       false},
      {"that of an acquire atomic need not",
       {"MOV X0,#1\nSWPA X0,X6,[X1]\nLDR X2,[X3]", "MOV X0,#1\nSTR X0,[X3]\nDMB SY\nLDR X2,[X1]"},
       both_missed,
       true},
      {"a load-exclusive and a store-exclusive of AL are no barrier",
       {"MOV X0,#1\nSTR X0,[X1]\nLDAXR X6,[X5]\nSTLXR W7,X6,[X5]\nLDR X2,[X3]",
        "MOV X0,#1\nSTR X0,[X3]\nLDAXR X6,[X5]\nSTLXR W7,X6,[X5]\nLDR X2,[X1]"},
       both_missed,
       true},
      {"DMB LD waits for an atomic with a result",
       {kWriter, "MOV X0,#0\nLDADD X0,X2,[X3]\nDMB LD\nLDR X4,[X1]"},
       stale,
       false},
      {"DMB LD does not wait for one without",
       {"MOV X0,#1\nSTR X0,[X1]\nDMB SY\nLDR X2,[X3]",
        "MOV X0,#1\nSTADD X0,[X3]\nDMB LD\nLDR X2,[X1]"},
       both_missed,
       true},
      {"nor does the read of such a one come before later loads",
       {kLateY, "MOV X0,#1\nSTADD X0,[X3]\nDMB LD\nLDR X4,[X1]"},
       added_late_but_stale,
       true},
      {"that of one with a result does",
       {kLateY, "MOV X0,#1\nLDADD X0,X6,[X3]\nDMB LD\nLDR X4,[X1]"},
       added_late_but_stale,
       false},
  };
}

std::vector<Shape> coherence() {
  return {
      {"loads of one address stay in order",
       {"MOV X0,#1\nSTR X0,[X1]", "LDR X2,[X1]\nLDR X4,[X1]"},
       stale,
       false},
      {"also when the first address comes late",
       {"MOV X0,#1\nSTR X0,[X1]\nDMB SY\nSTR X0,[X5]",
        "LDR X6,[X5]\nEOR X6,X6,X6\nLDR X2,[X1,X6]\nLDR X4,[X1]"},
       stale,
       false},
      {"independent readers may disagree on the order of stores",
       {"MOV X0,#1\nSTR X0,[X1]",
        "MOV X0,#1\nSTR X0,[X3]",
        "LDR X2,[X1]\nLDR X4,[X3]",
        "LDR X2,[X3]\nLDR X4,[X1]"},
       [](const FinishedRun& run) {
         return run.reg(2, 2) == 1 && run.reg(2, 4) == 0 && run.reg(3, 2) == 1 &&
                run.reg(3, 4) == 0;
       },
       true},
      {"but not when they keep order themselves: a store is visible to all at once",
       {"MOV X0,#1\nSTR X0,[X1]",
        "MOV X0,#1\nSTR X0,[X3]",
        "LDAR X2,[X1]\nLDR X4,[X3]",
        "LDAR X2,[X3]\nLDR X4,[X1]"},
       [](const FinishedRun& run) {
         return run.reg(2, 2) == 1 && run.reg(2, 4) == 0 && run.reg(3, 2) == 1 &&
                run.reg(3, 4) == 0;
       },
       false},
      {"stores to one address keep their order",
       {"MOV X0,#1\nSTR X0,[X1]\nMOV X2,#2\nSTR X2,[X1]"},
       [](const FinishedRun& run) { return run.word(0) != 2; },
       false},
      {"a store waits for an older load of its address",
       {"MOV X0,#1\nLDR X2,[X1]\nSTR X0,[X1]"},
       [](const FinishedRun& run) { return run.reg(0, 2) != 0; },
       false},
      {"a load sees the own store before it",
       {"MOV X0,#1\nSTR X0,[X1]\nLDR X2,[X1]"},
       [](const FinishedRun& run) { return run.reg(0, 2) != 1; },
       false},
      {"and not one after it",
       {"MOV X0,#1\nLDR X2,[X1]\nSTR X0,[X1]\nLDR X4,[X1]"},
       [](const FinishedRun& run) { return run.reg(0, 2) != 0 || run.reg(0, 4) != 1; },
       false},
  };
}

std::vector<Shape> atomicity() {
  return {
      {"atomics lose no addition",
       {"MOV X0,#1\nLDADD X0,X2,[X1]", "MOV X0,#2\nLDADD X0,X2,[X1]", "MOV X0,#4\nSTADD X0,[X1]"},
       [](const FinishedRun& run) { return run.word(0) != 7; },
       false},
      {"plain additions are lost",
       {"LDR X0,[X1]\nADD X0,X0,#1\nSTR X0,[X1]", "LDR X0,[X1]\nADD X0,X0,#1\nSTR X0,[X1]"},
       [](const FinishedRun& run) { return run.word(0) != 2; },
       true},
      {"store-exclusives that succeed lose no addition",
       {"LDXR X0,[X1]\nADD X0,X0,#1\nSTXR W2,X0,[X1]",
        "LDXR X0,[X1]\nADD X0,X0,#1\nSTXR W2,X0,[X1]"},
       [](const FinishedRun& run) {
         return run.word(0) != (run.reg(0, 2) == 0 ? 1U : 0U) + (run.reg(1, 2) == 0 ? 1U : 0U);
       },
       false},
      {"a plain store between the exclusives of another is noticed",
       {"LDXR X0,[X1]\nADD X0,X0,#1\nSTXR W2,X0,[X1]", "MOV X0,#8\nSTR X0,[X1]"},
       [](const FinishedRun& run) { return run.word(0) == 1 && run.reg(0, 2) == 0; },
       false},
      {"only one compare-and-swap from 0 succeeds",
       {"MOV X0,#1\nMOV X2,#0\nCAS X2,X0,[X1]", "MOV X0,#2\nMOV X2,#0\nCAS X2,X0,[X1]"},
       [](const FinishedRun& run) { return (run.reg(0, 2) == 0) == (run.reg(1, 2) == 0); },
       false},
      {"a retry loop counts every addition",
       {"l: LDXR X0,[X1]\nADD X0,X0,#1\nSTXR W2,X0,[X1]\nCBNZ W2,l",
        "l: LDXR X0,[X1]\nADD X0,X0,#1\nSTXR W2,X0,[X1]\nCBNZ W2,l"},
       [](const FinishedRun& run) { return run.word(0) != 2; },
       false},
  };
}

TEST_CASE("what the pipeline shows follows the memory model, rule by rule") {
  constexpr unsigned kRuns = 2'000;
  for (const auto& shapes :
       {barriers(), dependencies(), order_of_atomics(), coherence(), atomicity()}) {
    for (const Shape& shape : shapes) {
      INFO(shape);
      const unsigned seen = count_runs(threads_of(shape.threads), kRuns, shape.condition);
      if (shape.is_allowed) {
        CHECK(seen > 0);
      } else {
        CHECK(seen == 0);
      }
    }
  }
}

}  // namespace
}  // namespace pmusim::memory
