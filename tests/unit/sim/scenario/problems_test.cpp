// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/problems.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

Error named(const std::string& what) {
  return {ErrorCode::invalid_input, "a.json:1:1", what, {}};
}

}  // namespace

TEST_CASE("two hundred problems are listed and the rest is counted", "[scenario][problems]") {
  Problems problems;
  for (int i = 0; i < 200; ++i) {
    problems.add(named("p"));
  }
  CHECK(to_text(problems, "a.json").find("more") == std::string::npos);
  problems.add(named("q"));
  problems.add(named("q"));
  CHECK(problems.listed().size() == 200);
  CHECK(problems.count() == 202);
  const std::string text = to_text(problems, "a.json");
  CHECK(text.starts_with("a.json: 202 problems\n  a.json:1:1: p\n"));
  CHECK(text.ends_with("\n  and 2 more\n"));
}

TEST_CASE("a problem is one line: where, what, and the remedy if there is one",
          "[scenario][problems]") {
  CHECK(to_text(Error{ErrorCode::io, "f:1:2: /a", "w", "h"}) == "f:1:2: /a: w; h");
  CHECK(to_text(Error{ErrorCode::io, "f", "w", ""}) == "f: w");
  CHECK(to_text(Error{ErrorCode::io, "", "w", ""}) == "w");
}
