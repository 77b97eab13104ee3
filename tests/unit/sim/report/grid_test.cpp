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

TEST_CASE("a cell wider than its column may be goes on in the next lines", "[report][grid]") {
  Grid grid{{{"n", Align::left, 6}, {"m", Align::right}}};
  grid.row({"abcdefghijk", "1"});
  grid.row({"abcdef", "22"});
  CHECK(grid.text() == "n        m\nabcdef   1\n  ghij\n  k\nabcdef  22\n");
}

TEST_CASE("the last column has what the others leave of the line, and 24 characters at least",
          "[report][grid]") {
  Grid grid{{{"n"}, {"m"}, {""}}, 1, 40};
  grid.row({"12345", "123456789012345678901234567890123456", ""});
  CHECK(grid.text() ==
        " n      m\n"
        " 12345  12345678901234567890123456789012\n"
        "          3456\n");
  Grid narrow{{{"n"}, {"m"}}, 0, 20};
  narrow.row({"12345", "123456789012345678901234"});
  CHECK(narrow.text() == "n      m\n12345  123456789012345678901234\n");
}

TEST_CASE("a name is broken behind a mark, unless that leaves less than a third of the line",
          "[report][grid]") {
  using Lines = std::vector<std::string>;
  CHECK(broken("stall_slot", 10) == Lines{"stall_slot"});
  CHECK(broken("stall_slots", 10) == Lines{"stall_", "  slots"});
  CHECK(broken("ab_cdefghijklm", 10) == Lines{"ab_cdefghi", "  jklm"});
  CHECK(broken("a,b/c:d e-f_g", 6) == Lines{"a,b/c:", "  d e-", "  f_g"});
  CHECK(broken("", 6) == Lines{""});
  // Two letters of two bytes each make one line of four characters with their neighbours.
  CHECK(broken("\xC3\xA4x\xC3\xA4xyz", 4) == Lines{"\xC3\xA4x\xC3\xA4x", "  yz"});
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
