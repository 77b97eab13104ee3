// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/grid.h"

#include <catch2/catch.hpp>

#include "tests/unit/sim/sweep/examples.h"

using namespace pmusim;
using namespace pmusim::sweep;
using Catch::Contains;
using Places = std::vector<std::size_t>;

TEST_CASE("the first parameter varies slowest", "[sweep][grid]") {
  const Grid grid = grid_of({"/a=1,2", "/b=x,y,z"});
  REQUIRE(grid.size() == 6);
  std::vector<std::string> seen;
  for (std::size_t point = 0; point < grid.size(); ++point) {
    const auto overrides = grid.overrides(point);
    REQUIRE(overrides.size() == 2);
    CHECK(overrides[0].pointer == "/a");
    CHECK(overrides[1].pointer == "/b");
    seen.push_back(overrides[0].value + overrides[1].value);
  }
  CHECK(seen ==
        std::vector<std::string>{"1\"x\"", "1\"y\"", "1\"z\"", "2\"x\"", "2\"y\"", "2\"z\""});
  CHECK(grid.coordinates(5) == Places{1, 2});
  CHECK(grid.overrides(0)[0].option == "--param /a=1");
}

TEST_CASE("what cannot be a grid is refused", "[sweep][grid][usage]") {
  const auto refusal = [](const std::vector<std::string>& texts) {
    const auto grid = Grid::of(parameters_of(texts));
    REQUIRE_FALSE(grid);
    CHECK(grid.error().code == ErrorCode::usage);
    return grid.error().what;
  };
  CHECK_THAT(refusal({}), Contains("nothing to vary"));
  CHECK_THAT(refusal({"/a=1", "/b=1", "/a=2"}), Contains("given twice"));
  CHECK_THAT(refusal({"/a/b=1", "/a=2"}), Contains("holds the other"));
  CHECK_THAT(refusal({"/a=2", "/a/b=1"}), Contains("holds the other"));
  CHECK_THAT(refusal({"/a=1:1000:1", "/b=1:1001:1"}), Contains("more than 1000000 points"));
  CHECK(Grid::of(parameters_of({"/a=1:1000:1", "/b=1:1000:1"})));
  CHECK(Grid::of(parameters_of({"/a=1", "/ab=1"})));
}
