// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim::cli;
using Catch::Contains;

TEST_CASE("diff tells documents apart by exit status and lists the places", "[cli][diff]") {
  Files files;
  const std::string a = files.add("a.json", R"({"events": [{"name": "x", "count": 1}]})");
  const std::string b = files.add("b.json", R"({"events": [{"name": "x", "count": 2}]})");
  CHECK(run_pmusim({"diff", a, a}).code == ExitCode::fine);
  CHECK(run_pmusim({"diff", a, a}).out.empty());
  const Ran ran = run_pmusim({"diff", a, b});
  CHECK(ran.code == ExitCode::disagreement);
  CHECK(ran.out == "/events/x/count: 1 | 2\n");
  CHECK_THAT(run_pmusim({"diff", a, b, "--json"}).out,
             Contains("\"pointer\": \"/events/x/count\""));
}

TEST_CASE("diff names every document that it cannot read", "[cli][diff]") {
  Files files;
  const Ran ran = run_pmusim({"diff", files.path("one"), files.path("two")});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK_THAT(ran.err, Contains(files.path("one")) && Contains(files.path("two")));
  const std::string bad = files.add("bad.json", "{");
  CHECK(run_pmusim({"diff", bad, bad}).code == ExitCode::wrong_input);
  CHECK(run_pmusim({"diff", bad, "/"}).code == ExitCode::wrong_input);
}

TEST_CASE("diff says where a document stops being JSON, in no words of a library", "[cli][diff]") {
  Files files;
  const std::string good = files.add("good.json", "{}");
  const std::string bad = files.add("bad.json", "{\n  \"a\": x}");
  const Ran ran = run_pmusim({"diff", good, bad});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK_THAT(ran.err,
             Catch::StartsWith("pmusim: " + bad + ":2:8: not JSON") && !Contains("exception"));
  const std::string twice = files.add("twice.json", "{\"a\": 1,\n \"a\": 2}");
  CHECK_THAT(run_pmusim({"diff", twice, good}).err,
             Contains(twice + ":2:2: /a: duplicate key \"a\""));
}
