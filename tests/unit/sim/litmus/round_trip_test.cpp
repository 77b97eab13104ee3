// SPDX-License-Identifier: Apache-2.0
//
// What is read is what was written: a test that is written back reads as the same test.
#include <catch2/catch.hpp>

#include "sim/litmus/print.h"
#include "tests/support/litmus_text.h"
#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;

namespace {

void check_same(const LitmusTest& a, const LitmusTest& b) {
  CHECK(a.name == b.name);
  CHECK(a.location_types == b.location_types);
  CHECK(a.register_types == b.register_types);
  CHECK(a.shown == b.shown);
  CHECK(condition_text(a) == condition_text(b));
  REQUIRE(a.program.locations.size() == b.program.locations.size());
  for (std::size_t i = 0; i < a.program.locations.size(); ++i) {
    CHECK(a.program.locations[i].name == b.program.locations[i].name);
    CHECK(a.program.locations[i].address == b.program.locations[i].address);
    CHECK(a.program.locations[i].size == b.program.locations[i].size);
    CHECK(a.program.locations[i].initial == b.program.locations[i].initial);
  }
  REQUIRE(a.program.threads.size() == b.program.threads.size());
  for (std::size_t i = 0; i < a.program.threads.size(); ++i) {
    CHECK(a.program.threads[i].program.code == b.program.threads[i].program.code);
    CHECK(a.program.threads[i].program.base == b.program.threads[i].program.base);
    CHECK(a.program.threads[i].registers == b.program.threads[i].registers);
  }
}

}  // namespace

TEST_CASE("every litmus file at hand survives being written back", "[litmus][roundtrip]") {
  for (const std::string& file : all_litmus_files()) {
    const auto test = read_test_file(file);
    REQUIRE(test);
    const std::string text = litmus_text(*test);
    CAPTURE(file, text);
    check_same(*test, read_good(text));
  }
}

TEST_CASE("types, negative values, addresses and loops survive being written back",
          "[litmus][roundtrip]") {
  const LitmusTest test = read_good(
      "AArch64 T\n{ int z=-3; uint64_t p=z; int64_t 1:X9=-1; uint32_t 0:X2; 0:X1=p; 1:W4=-1; }\n"
      "P0 | P1;\nL: LDR X3,[X1] | CMP X9,#-1;\nCBZ X3,L | B.NE E;\nB E | TBZ X4,#3,E;\nE: | E: "
      "NOP;\nlocations [z;]\n~exists (1:X9=-1 \\/ not (0:X3=z /\\ true))\n");
  check_same(test, read_good(litmus_text(test)));
}
