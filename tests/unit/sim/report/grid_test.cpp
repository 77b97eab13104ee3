// SPDX-License-Identifier: Apache-2.0
#include "sim/report/grid.h"

#include <catch2/catch.hpp>

#include "sim/report/names.h"

using namespace pmusim::report;

TEST_CASE("columns are as wide as their widest cell", "[report][grid]") {
  Grid grid{{{"name"}, {"count", Align::right}}, 1};
  grid.row({"a", "1,000"});
  grid.row({"longer", "7"});
  CHECK(grid.text() == " name    count\n a       1,000\n longer      7\n");
}

TEST_CASE("a remark stands below its row and does not widen the columns", "[report][grid]") {
  Grid grid{{{"n"}, {"m"}}};
  grid.row({"a", "b"});
  grid.remark("because it is so");
  CHECK(grid.text() == "n  m\na  b\n    because it is so\n");
}

TEST_CASE("a column without headings prints none", "[report][grid]") {
  Grid grid{{{""}, {""}}};
  grid.row({"a", ""});
  CHECK(grid.text() == "a\n");
}

TEST_CASE("an empty column takes no room", "[report][grid]") {
  Grid grid{{{"a"}, {""}, {"c"}}};
  grid.row({"1", "", "3"});
  CHECK(grid.text() == "a  c\n1  3\n");
}

TEST_CASE("width counts characters, not bytes", "[report][grid]") {
  Grid grid{{{""}, {""}}};
  grid.row({"\xC3\xA4", "x"});  // one letter of two bytes
  grid.row({"b", "y"});
  CHECK(grid.text() == "\xC3\xA4  x\nb  y\n");
}

TEST_CASE("text is broken at blanks", "[report][grid]") {
  CHECK(wrapped("one two three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(wrapped("one two three", 6) == std::vector<std::string>{"one", "two", "three"});
  CHECK(wrapped("unbreakable", 3) == std::vector<std::string>{"unbreakable"});
  CHECK(wrapped("", 3).empty());
}

TEST_CASE("digits are grouped by three", "[report][names]") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(UINT64_MAX) == "18,446,744,073,709,551,615");
}
