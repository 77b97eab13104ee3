// SPDX-License-Identifier: Apache-2.0
#include "sim/report/diff.h"

#include <catch2/catch.hpp>

using namespace pmusim;

namespace {

std::string lines(const std::string& a, const std::string& b) {
  const auto differences = report::compare_documents({"a.json", a}, {"b.json", b});
  REQUIRE(differences);
  return report::difference_lines(*differences);
}

std::string problem(const std::string& a, const std::string& b) {
  const auto differences = report::compare_documents({"a.json", a}, {"b.json", b});
  REQUIRE_FALSE(differences);
  CHECK(differences.error().code == ErrorCode::invalid_input);
  return differences.error().where + ": " + differences.error().what;
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

}  // namespace

TEST_CASE("documents that differ only in layout and order of keys are equal", "[report][diff]") {
  CHECK(lines(R"({"a": 1, "b": [1, 2]})", R"({ "b": [1,2], "a": 1 })").empty());
}

TEST_CASE("a difference names the place and both values", "[report][diff]") {
  CHECK(lines(R"({"a": {"x/y": 1}})", R"({"a": {"x/y": 2}})") == "/a/x~1y: 1 | 2\n");
  CHECK(lines("1", "2") == "/: 1 | 2\n");
  CHECK(lines("18446744073709551615", "18446744073709551614") ==
        "/: 18446744073709551615 | 18446744073709551614\n");
}

TEST_CASE("a key that only one side has is absent on the other", "[report][diff]") {
  CHECK(lines(R"({"a": 1, "c": 3})", R"({"b": 2, "c": 3})") ==
        "/a: 1 | (absent)\n/b: (absent) | 2\n");
}

TEST_CASE("list elements are paired by name where all have one", "[report][diff]") {
  const std::string a = R"([{"name": "x", "n": 1}, {"name": "y", "n": 2}])";
  CHECK(lines(a, R"([{"name": "y", "n": 3}, {"name": "x", "n": 1}])") == "/y/n: 2 | 3\n");
}

TEST_CASE("list elements are paired by position where a name is missing or not unique",
          "[report][diff]") {
  CHECK(lines("[1, 2, 3]", "[1, 4]") == "/1: 2 | 4\n/2: 3 | (absent)\n");
  const std::string twice = R"([{"name": "x", "n": 1}, {"name": "x", "n": 2}])";
  CHECK(lines(twice, R"([{"name": "x", "n": 1}, {"name": "x", "n": 3}])") == "/1/n: 2 | 3\n");
}

TEST_CASE("values of different kinds differ", "[report][diff]") {
  CHECK(lines(R"({"a": [1]})", R"({"a": {"0": 1}})") == "/a: [1] | {\"0\":1}\n");
  CHECK(lines("null", "0") == "/: null | 0\n");
}

TEST_CASE("what is no strict JSON is refused with its name", "[report][diff]") {
  CHECK_THAT(problem("{", "{}"), Catch::StartsWith("a.json:1:2: not JSON"));
  CHECK_THAT(problem("{}", ""), Catch::StartsWith("b.json:1:1: nothing in it"));
  CHECK_THAT(problem("{}", R"({"a": 1, "a": 2})"),
             Catch::StartsWith("b.json:1:10: /a: duplicate key \"a\""));
  CHECK_THAT(problem("\"\xff\"", "1"), Catch::StartsWith("a.json:1:2: not JSON"));
  CHECK_THAT(problem(std::string{"1\0 2", 4}, "1"), Catch::Contains("a NUL byte"));
}

TEST_CASE("nesting is limited", "[report][diff]") {
  CHECK(lines(nested(64), nested(64)).empty());
  CHECK_THAT(problem(nested(65), "1"), Catch::EndsWith("nested deeper than 64 levels"));
  CHECK_THAT(problem(std::string(1'000'000, '['), "1"), Catch::Contains("nested deeper"));
}

TEST_CASE("differences are a document too, without keys for absent values", "[report][diff]") {
  const auto differences = report::compare_documents({"a", R"({"x": 1})"}, {"b", R"({"y": null})"});
  REQUIRE(differences);
  CHECK_THAT(report::difference_document(*differences),
             Catch::Contains(R"({"pointer": "/x", "a": 1})") &&
                 Catch::Contains(R"({"pointer": "/y", "b": null})"));
}
