// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim;
using namespace pmusim::cli;
using Catch::Matchers::Contains;
using Json = nlohmann::json;

namespace {

std::string protocol(const std::string& keys, const std::string& expected_verdict) {
  return R"({"format": 1, "name": "ring", "protocol": )" + keys +
         R"(, "expect": [{"that": "/given/verdict", "equals": ")" + expected_verdict + R"("}]})";
}

const std::string kWithoutC = R"({"order": {"c": "none"}})";

}  // namespace

TEST_CASE("explore shows verdicts and a witness for each that is not safe", "[cli][explore]") {
  Files files;
  const Ran ran = run_pmusim({"explore", files.add("ring.json", protocol(kWithoutC, "stale"))});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.out, Contains("2 records of 1 word through a ring of 1 word\n"));
  CHECK_THAT(ran.out, Contains("dmb ishst  none  dmb ish  stale\n"));
  CHECK_THAT(ran.out, Contains("<- before look"));
  CHECK_THAT(ran.out, Contains("Expectations: 1 of 1 hold\n"));
  CHECK(ran.err.empty());
}

TEST_CASE("explore and run give the same document of a protocol", "[cli][explore]") {
  Files files;
  const std::string file = files.add("ring.json", protocol(kWithoutC, "stale"));
  const Ran explored = run_pmusim({"explore", file, "--json", "--out", files.path("a")});
  const Ran ran = run_pmusim({"run", file, "--json", "--out", files.path("b")});
  CHECK(explored.code == ExitCode::fine);
  CHECK(explored.out == ran.out);
  CHECK(content_of(files.path("a") + "/result.json") == explored.out);
  CHECK(content_of(files.path("b") + "/result.json") == ran.out);
  CHECK_THAT(explored.err, Contains("wrote"));

  const Json document = Json::parse(explored.out);
  CHECK(document["scenario"] == "ring");
  CHECK(document["complete"] == true);
  CHECK(document["end"] == "complete");
  CHECK(document["given"]["verdict"] == "stale");
  CHECK(document["given"]["c"] == "none");
  CHECK(document["given"]["witness"].contains("stale"));
  CHECK_FALSE(document["given"]["witness"].contains("overwritten"));
  CHECK(document["subsets"].empty());
  CHECK(document["expectations"][0]["ok"] == true);
}

TEST_CASE("words of records have verdicts of their own", "[cli][explore]") {
  Files files;
  const std::string file = files.add(
      "ring.json",
      protocol(R"({"ring": {"record_words": 2}, "order": {"d": "data"}})", "overwritten"));
  const Ran ran = run_pmusim({"explore", file, "--json"});
  CHECK(ran.code == ExitCode::fine);
  const Json given = Json::parse(ran.out)["given"];
  CHECK(given["header"] == "safe");
  CHECK(given["payload"] == "overwritten");
  CHECK_THAT(run_pmusim({"explore", file}).out, Contains("header  payload"));
}

TEST_CASE("an expectation that does not hold ends explore with status 1", "[cli][explore]") {
  Files files;
  const Ran ran = run_pmusim({"explore", files.add("ring.json", protocol("{}", "stale"))});
  CHECK(ran.code == ExitCode::disagreement);
  CHECK_THAT(ran.out, Contains("FAILED /given/verdict: want \"stale\", got \"safe\""));
}

TEST_CASE("a limit that is reached ends explore with status 5 and is no proof", "[cli][explore]") {
  Files files;
  const std::string file = files.add("ring.json", protocol("{}", "stale?, overwritten?"));
  const Ran ran = run_pmusim({"explore", file, "--max-states", "5"});
  CHECK(ran.code == ExitCode::cut_short);
  CHECK_THAT(ran.out, Contains("stale?, overwritten?"));
  CHECK_THAT(ran.out, Contains("given: stale: the limit of 5 states was reached"));
  CHECK(run_pmusim({"explore", file, "--max-states", "5"}).out == ran.out);

  const Json document =
      Json::parse(run_pmusim({"explore", file, "--json", "--max-states", "5"}).out);
  CHECK(document["complete"] == false);
  CHECK(document["end"] == "stopped");
  CHECK(document["given"]["end"] == "stopped");
}

TEST_CASE("limits of 0 are usage errors", "[cli][explore]") {
  Files files;
  const std::string file = files.add("ring.json", protocol("{}", "safe"));
  for (const std::string option : {"--limit", "--max-states", "--max-memory"}) {
    CHECK(run_pmusim({"explore", file, option, "0"}).code == ExitCode::usage);
    CHECK(run_pmusim({"explore", file, option, "100"}).code == ExitCode::fine);
  }
}

TEST_CASE("a scenario without protocol cannot be explored", "[cli][explore]") {
  Files files;
  const std::string file = files.add("run.json", thousand_cycles("1000"));
  const Ran ran = run_pmusim({"explore", file});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK_THAT(ran.err, Contains("there is no \"protocol\" to explore"));
}

TEST_CASE("a protocol has no waves and no pictures", "[cli][explore]") {
  Files files;
  const std::string file = files.add("ring.json", protocol("{}", "safe"));
  for (const std::string option : {"--vcd", "--html", "--perfetto", "--csv"}) {
    const Ran ran = run_pmusim({"run", file, option, files.path("x")});
    CHECK(ran.code == ExitCode::usage);
    CHECK_THAT(ran.err, Contains("a protocol has no time"));
  }
}

TEST_CASE("a protocol is not swept", "[cli][explore]") {
  Files files;
  const std::string file = files.add("ring.json", protocol("{}", "safe"));
  const Ran ran = run_pmusim(
      {"sweep", file, "--param", "/protocol/ring/records=1,2", "--out", files.path("s")});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK_THAT(ran.err, Contains("sweeps of protocols are not modelled"));
}

TEST_CASE("the resolved form of a protocol has no platform", "[cli][explore]") {
  Files files;
  const Ran ran =
      run_pmusim({"check", "--resolved", files.add("ring.json", protocol("{}", "safe"))});
  CHECK(ran.code == ExitCode::fine);
  const Json document = Json::parse(ran.out);
  CHECK_FALSE(document.contains("platform"));
  CHECK(document["protocol"]["order"]["b"] == "dmb ishst");
}

namespace {

const std::string kRace =
    R"({"format": 1, "name": "ring", "protocol": {"ring": {"slots": 4, "record_words": 8},
        "order": {"b": "none"}, "race": {"records": 300, "runs": 2}},
        "expect": [{"that": "/race/stale", "at_least": 1},
                   {"that": "/race/overwritten", "equals": 0}]})";

}  // namespace

TEST_CASE("a race tells what the reader found, and how the first bad record came about",
          "[cli][explore]") {
  Files files;
  const Ran ran = run_pmusim({"run", files.add("race.json", kRace)});
  CHECK(ran.code == ExitCode::fine);
  CHECK(ran.err.empty());
  CHECK_THAT(ran.out,
             Contains("2 runs of 300 records of 8 words through a ring of 32 words, in time\n"));
  CHECK_THAT(ran.out, Contains("B would have prevented it:\n"));
  CHECK_THAT(ran.out, Contains("<- before copy "));
  CHECK_THAT(ran.out, Contains("Expectations: 2 of 2 hold\n"));
}

TEST_CASE("the document of a race has counts, and no verdict that looks like a proof",
          "[cli][explore]") {
  Files files;
  const std::string file = files.add("race.json", kRace);
  const Ran ran = run_pmusim({"explore", file, "--json"});
  const Json document = Json::parse(ran.out);
  CHECK(document["complete"] == true);  // every run that was asked for
  CHECK(document["end"] == "sampled");
  CHECK_FALSE(document.contains("given"));
  CHECK(document["ring"]["records"] == 300);
  const Json& race = document["race"];
  CHECK(race["b"] == "none");
  CHECK(race["bad"] == race["stale"]);
  CHECK(race["corrupted"].get<int>() + race["lost"].get<int>() == race["bad"].get<int>());
  CHECK(race["first"]["kind"] == "stale");
  CHECK(race["first"]["records_of_words"].size() == 8);
  CHECK(race["first"]["would_have_prevented_it"] == "B");
  CHECK(race["first"]["accesses"].size() == 4);
  CHECK(run_pmusim({"explore", file, "--json"}).out == ran.out);
  const Json other = Json::parse(run_pmusim({"run", file, "--json", "--seed", "2"}).out);
  CHECK(other["race"]["seed"] == 2);
  CHECK(other["race"]["cycles"] != race["cycles"]);
}
