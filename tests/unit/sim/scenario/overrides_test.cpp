// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/overrides.h"

#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

Override set(const std::string& argument) {
  const auto parsed = parse_override(argument);
  REQUIRE(parsed);
  return *parsed;
}

Scenario read_with(std::vector<Override> overrides, const std::string& parts = "") {
  const auto scenario = read(scenario_with(parts), overrides);
  CAPTURE(problems(scenario_with(parts), overrides));
  REQUIRE(scenario);
  return *scenario;
}

std::string problem_with(const Override& what, const std::string& parts = "") {
  const std::vector<std::string> lines = problems(scenario_with(parts), std::span{&what, 1});
  return lines.empty() ? "" : lines.front();
}

}  // namespace

TEST_CASE("an override replaces a value, adds a key, and makes the objects on the way",
          "[scenario][overrides]") {
  CHECK(read_with({set("/name=other")}).name == "other");
  CHECK(read_with({set("/seed=9")}).seed == 9);
  CHECK_FALSE(read_with({set("/kernel/vhe=false")}).vhe);
  CHECK(read_with({set("/tasks/0/run/0/cycles=77")}).tasks[0].repeat == 1);
  CHECK(read_with({seed_override("18446744073709551615")}).seed == 18446744073709551615U);
}

TEST_CASE("a value is JSON if it can be, else text", "[scenario][overrides]") {
  CHECK(read_with({set("/purpose=two words")}).purpose == "two words");
  CHECK(read_with({set("/purpose=\"7\"")}).purpose == "7");
  CHECK(read_with({set("/purpose=")}).purpose.empty());
  CHECK(read_with({set("/purpose=a=b")}).purpose == "a=b");
  CHECK(problem_with(set("/purpose=7")) ==
        "--set /purpose=7: /purpose: found 7, expected a text of 0 to 4096 printable characters; "
        "what it shows, in a "
        "sentence");
  CHECK(problem_with(set("/expect=[1,")).starts_with("--set /expect=[1,: not JSON: "));
}

TEST_CASE("list elements go by number, by name, or are added with -", "[scenario][overrides]") {
  CHECK(read_with({set("/tasks/app/repeat=5")}).tasks[0].repeat == 5);
  CHECK(read_with({set("/tasks/0/repeat=5")}).tasks[0].repeat == 5);
  CHECK(read_with({set("/tasks/0/run/-={\"cycles\": 3}")}).tasks[0].body.size() == 2);
  CHECK(problem_with(set("/tasks/1/repeat=5"))
            .find("the list /tasks has 1 elements and none called \"1\"") != std::string::npos);
  CHECK(problem_with(set("/tasks/ap/repeat=5")).find("none called \"ap\"") != std::string::npos);
}

TEST_CASE("later overrides see and beat earlier ones", "[scenario][overrides]") {
  CHECK(read_with({set("/seed=1"), set("/seed=2")}).seed == 2);
  CHECK(read_with({set("/kernel={\"vhe\": true}"), set("/kernel/vhe=false")}).vhe == false);
}

TEST_CASE("an override can mend a wrong file", "[scenario][overrides]") {
  const Override mend = set("/seed=3");
  CHECK_FALSE(problems(scenario_with(R"(, "seed": -1)")).empty());
  CHECK(problems(scenario_with(R"(, "seed": -1)"), std::span{&mend, 1}).empty());
}

TEST_CASE("problems of an override name the option", "[scenario][overrides]") {
  CHECK(problem_with(set("/sed=3")) ==
        "--set /sed=3: /sed: unknown key \"sed\"; did you mean \"seed\"?");
  CHECK(problem_with(seed_override("-1"))
            .starts_with("--seed -1: /seed: found -1, expected an integer from 0"));
  CHECK(problem_with(set("/name/x=3")).find("has nothing called \"x\"") != std::string::npos);
  CHECK(problem_with(set("/purpose=\xFF")).find("ill-formed UTF-8") != std::string::npos);
  CHECK(problem_with(set("/activities/\xFF={}")).find("ill-formed UTF-8") != std::string::npos);
}

TEST_CASE("an argument without pointer or value is a usage error", "[scenario][overrides]") {
  for (const char* argument : {"seed=3", "/seed", "", "=3"}) {
    CAPTURE(argument);
    const auto parsed = parse_override(argument);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == ErrorCode::usage);
  }
}

TEST_CASE("overrides cannot nest deeper than a file", "[scenario][overrides]") {
  std::string deep;
  for (int i = 0; i < 100; ++i) {
    deep += "/a";
  }
  CHECK(problem_with(set(deep + "=1")).find("deeper than 64 levels") != std::string::npos);
  const auto nested = [](std::size_t levels) {
    return set("/expect=" + std::string(levels, '[') + std::string(levels, ']'));
  };
  CHECK(problem_with(nested(64)).find("nested deeper than 64 levels") != std::string::npos);
  CHECK(problem_with(nested(63)).find("nested") == std::string::npos);
}

TEST_CASE("escapes in a pointer are those of RFC 6901", "[scenario][overrides]") {
  const auto scenario = read_with({set("/activities/a~1b~0c/events/stall=2")},
                                  R"(, "activities": {"a/b~c": {"events": {"stall": 1}}})");
  REQUIRE(scenario.activities[0].name == "a/b~c");
  CHECK(std::get<ConstantStream>(scenario.activities[0].streams[0].stream).amount == 2);
}
