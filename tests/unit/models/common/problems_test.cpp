// SPDX-License-Identifier: Apache-2.0
#include "models/common/problems.h"

#include <catch2/catch.hpp>

using namespace pmusim;

namespace {

Error named(const std::string& what) {
  return {ErrorCode::invalid_input, "a.json:1:1", what, {}};
}

}  // namespace

TEST_CASE("problems stand in the order of the input, equal places in the order of the calls",
          "[problems]") {
  Problems problems;
  problems.add(named("third"), 9);
  problems.add(named("first"), 2);
  problems.add(named("second"), 2);
  CHECK(problems.listed()[0].what == "first");
  CHECK(problems.listed()[1].what == "second");
  CHECK(problems.listed()[2].what == "third");
}

TEST_CASE("problems of a part are added in their order, those that it only counts are counted",
          "[problems]") {
  Problems part;
  for (int i = 0; i < 203; ++i) {
    part.add(named("p" + std::to_string(i)));
  }
  Problems all{named("before")};
  all.add_all(part);
  CHECK(all.count() == 204);
  REQUIRE(all.listed().size() == 200);
  CHECK(all.listed()[0].what == "before");
  CHECK(all.listed()[1].what == "p0");
  CHECK(all.listed()[199].what == "p198");
  all.count_unlisted(6);
  CHECK(all.count() == 210);
}
