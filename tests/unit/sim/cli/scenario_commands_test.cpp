// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim::cli;
using Catch::Contains;
using Json = nlohmann::json;

TEST_CASE("check says ok for each good scenario", "[cli][check]") {
  Files files;
  const std::string file = files.add("s.json", thousand_cycles("1005"));
  const Ran ran = run_pmusim({"check", file, file});
  CHECK(ran.err.empty());
  CHECK(ran.code == ExitCode::fine);
  CHECK(ran.out == file + ": ok\n" + file + ": ok\n");
}

TEST_CASE("check gives the problems of every scenario at once", "[cli][check]") {
  Files files;
  const std::string one = files.add("one.json", R"({"format": 1, "nmae": "x"})");
  const std::string two = files.add("two.json", "");
  const Ran ran = run_pmusim({"check", one, two, files.path("three.json"), "/"});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK_THAT(ran.err, Contains("nmae") && Contains("two.json") && Contains("three.json"));
  CHECK(ran.out.empty());
}

TEST_CASE("check and run refuse the same recorded files, with the place in scenario and file",
          "[cli][check]") {
  Files files;
  const std::string scenario = files.add(
      "s.json",
      R"({"format": 1, "name": "x", "activities": {"a": {"events": {"STALL_SLOT": {"file": "r.csv"}}}},
          "tasks": [{"name": "t", "run": [{"cycles": 9, "activity": "a"}]}]})");
  const auto [content, place] = GENERATE(table<std::string, std::string>(
      {{"STALL_SLT\n1\n", ":1, column 1: found \"STALL_SLT\""},
       {"STALL_SLOT\n1\n2\nthree\n", ":4, column 1: found \"three\""}}));
  const std::string recording = files.add("r.csv", content);
  for (const char* command : {"check", "run"}) {
    CAPTURE(command);
    const Ran ran = run_pmusim({command, scenario});
    CHECK(ran.code == ExitCode::wrong_input);
    CHECK(ran.out.empty());
    CHECK_THAT(
        ran.err,
        Contains(scenario + ":1:") &&
            Contains("/activities/a/events/STALL_SLOT/file: recorded file " + recording + place));
  }
}

TEST_CASE("check and run tell every fault of a recorded file, a sweep how many there are",
          "[cli][check]") {
  Files files;
  const std::string scenario = files.add(
      "s.json",
      R"({"format": 1, "name": "x", "activities": {"a": {"events": {"STALL_SLOT": {"file": "r.csv"}}}},
          "tasks": [{"name": "t", "run": [{"cycles": 9, "activity": "a"}]}],
          "perf": [{"events": ["cycles"]}]})");
  files.add("r.csv", "STALL_SLOT\n1\ntwo\n3\n4,5\n");
  for (const char* command : {"check", "run"}) {
    CAPTURE(command);
    const Ran ran = run_pmusim({command, scenario});
    CHECK(ran.code == ExitCode::wrong_input);
    CHECK_THAT(ran.err,
               Contains("s.json: 2 problems\n") && Contains("r.csv:3, column 1: found \"two\"") &&
                   Contains("r.csv:5, column 2: found a further amount"));
  }
  const Ran swept =
      run_pmusim({"sweep", scenario, "--param", "/seed=1,2", "--out", files.path("out")});
  CHECK(swept.code == ExitCode::wrong_input);
  CHECK_THAT(content_of(files.path("out/sweep.csv")),
             Contains("r.csv:3, column 1: found") && Contains("(and 1 more)"));
}

TEST_CASE("check --resolved prints a scenario that reads back as the same", "[cli][check]") {
  Files files;
  const std::string file = files.add("s.json", thousand_cycles("1005"));
  const Ran ran = run_pmusim({"check", "--resolved", file});
  CHECK(ran.code == ExitCode::fine);
  CHECK(run_pmusim({"check", "--resolved", files.add("again.json", ran.out)}).out == ran.out);
  CHECK(Json::parse(run_pmusim({"check", "--resolved", file, file}).out).size() == 2);
}

TEST_CASE("check sees values of --set and --seed", "[cli][check]") {
  Files files;
  const std::string file = files.add("s.json", thousand_cycles("1005"));
  const Json json = Json::parse(
      run_pmusim({"check", "--resolved", "--seed", "9", "--set", "/name=other", file}).out);
  CHECK(json["seed"] == 9);
  CHECK(json["name"] == "other");
  CHECK(run_pmusim({"check", file, "--set", "/format=2"}).code == ExitCode::wrong_input);
}

TEST_CASE("the option --set needs a pointer and a value", "[cli][usage]") {
  Files files;
  const std::string file = files.add("s.json", thousand_cycles("1005"));
  for (const char* value : {"name", "name=x", "/name", "=x"}) {
    CAPTURE(value);
    CHECK(run_pmusim({"check", file, "--set", value}).code == ExitCode::usage);
    CHECK(run_pmusim({"run", file, "--set", value}).code == ExitCode::usage);
  }
}
