// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/report.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/litmus/json_document.h"
#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;
using memory::ExploreEnd;
using Json = nlohmann::json;

namespace {

LitmusTest message_passing(const std::string& quantifier) {
  return read_good(
      "AArch64 MP\n{ uint64_t x; 0:X1=x; 1:X1=x; }\nP0 | P1;\nSTR X0,[X1] | LDR X0,[X1];\n" +
      quantifier + " (1:X0=1 /\\ [x]=2)\n");
}

Outcome two_of_three() {
  Outcome outcome;
  outcome.states = {{0, 1}, {1, 2}, {1, 3}};
  outcome.holding = 1;
  outcome.failing = 2;
  outcome.seconds = 0.034;
  return outcome;
}

}  // namespace

TEST_CASE("a report reads as herd7 prints it", "[litmus][report]") {
  CHECK(report(message_passing("exists"), two_of_three(), {}) ==
        "Test MP Allowed\n"
        "States 3\n"
        "1:X0=0; [x]=1;\n"
        "1:X0=1; [x]=2;\n"
        "1:X0=1; [x]=3;\n"
        "Ok\n"
        "Witnesses\n"
        "Positive: 1 Negative: 2\n"
        "Condition exists (1:X0=1 /\\ [x]=2)\n"
        "Observation MP Sometimes 1 2\n"
        "Time MP 0.03\n"
        "\n");
}

TEST_CASE("for ~exists the counts of witnesses are swapped, those of the observation not",
          "[litmus][report]") {
  CHECK(report(message_passing("~exists"), two_of_three(), {.states = false}) ==
        "Test MP Forbidden\n"
        "No\n"
        "Witnesses\n"
        "Positive: 2 Negative: 1\n"
        "Condition ~exists (1:X0=1 /\\ [x]=2)\n"
        "Observation MP Sometimes 1 2\n"
        "Time MP 0.03\n"
        "\n");
  CHECK_THAT(report(message_passing("forall"), two_of_three(), {}),
             Catch::StartsWith("Test MP Required\n"));
}

TEST_CASE("a run that was cut short never looks like a proof", "[litmus][report]") {
  Outcome outcome = two_of_three();
  outcome.end = ExploreEnd::stopped;
  outcome.reason = "60 s are over";
  outcome.states.resize(1);
  outcome.holding = 0;
  outcome.failing = 1;
  const std::string text = report(message_passing("exists"), outcome, {});
  CHECK_THAT(text, Catch::Contains("\nUndecided\n"));
  CHECK_THAT(text, Catch::Contains("\nObservation MP Undecided 0 1\n"));
  CHECK_THAT(text, Catch::Contains("\nEnd MP limit: 60 s are over\n"));
  CHECK_THAT(text, !Catch::Contains("Never") && !Catch::Contains("\nNo\n"));
}

TEST_CASE("a sample says that it is one, and decides only what it has seen", "[litmus][report]") {
  Outcome outcome = two_of_three();
  outcome.states.resize(2);
  outcome.sampling = Sampling{.counts = {4, 6}, .cut_short = 0, .is_stopped = false};
  outcome.holding = 6;
  outcome.failing = 4;
  outcome.reason = "10 runs; more may be allowed";
  outcome.coverage = Coverage{2, 3};
  CHECK(report(message_passing("exists"), outcome, {}) ==
        "Test MP Allowed\n"
        "States 2\n"
        "1:X0=0; [x]=1;\n"
        "1:X0=1; [x]=2;\n"
        "Ok\n"
        "Witnesses\n"
        "Positive: 6 Negative: 4\n"
        "Condition exists (1:X0=1 /\\ [x]=2)\n"
        "Observation MP Sometimes 6 4\n"
        "Time MP 0.03\n"
        "End MP sampled: 10 runs; more may be allowed\n"
        "Coverage MP 2 of 3\n"
        "\n");
  const Json json = Json::parse(json_document({{message_passing("exists"), outcome}}, {}, false));
  const Json& test = json["tests"][0];
  CHECK(test["end"] == "sampled");
  CHECK(test["counts"] == Json{4, 6});
  CHECK(test["cut_short"] == 0);
  CHECK(test["coverage"] == Json{{"seen", 2}, {"allowed", 3}});
  outcome.holding = 0;
  CHECK_THAT(
      report(message_passing("exists"), outcome, {}),
      Catch::Contains("\nUndecided\n") && Catch::Contains("\nObservation MP Undecided 0 4\n"));
}

TEST_CASE("a witness has a line for each event and marks what left the program's order",
          "[litmus][report]") {
  Outcome outcome = two_of_three();
  outcome.holds = memory::Witness{{0, 0, "STR X0,[X1]   x = 1", true},
                                  {1, 0, "LDR X0,[X1]   reads x = 1", false},
                                  {1, 0, "LDR X0,[X1]   reads", true}};
  const std::string text = report(message_passing("exists"), outcome, {.witness = true});
  CHECK_THAT(text,
             Catch::EndsWith("Time MP 0.03\n"
                             "Witness MP in the order of becoming visible\n"
                             "  P0  STR X0,[X1]  x = 1        <- before an older access of P0\n"
                             "  P1  LDR X0,[X1]  reads x = 1\n"
                             "  P1  LDR X0,[X1]  reads        <- before an older access of P1\n"
                             "\n"));
  CHECK(report(message_passing("exists"), outcome, {}).find("P0") == std::string::npos);
}

TEST_CASE("the document has the keys of the contract", "[litmus][json]") {
  Outcome bounded = two_of_three();
  bounded.end = ExploreEnd::bounded;
  bounded.reason = "loops";
  const std::vector<Finished> finished{{message_passing("exists"), two_of_three()},
                                       {message_passing("exists"), bounded}};
  const Json json = Json::parse(json_document(finished, {}, false));
  CHECK(json.size() == 1);
  REQUIRE(json["tests"].size() == 2);
  const Json expected{{"name", "MP"},
                      {"states", {"1:X0=0; [x]=1;", "1:X0=1; [x]=2;", "1:X0=1; [x]=3;"}},
                      {"observation", "Sometimes"},
                      {"end", "complete"},
                      {"seconds", 0.034}};
  CHECK(json["tests"][0] == expected);
  CHECK(json["tests"][1]["end"] == "bounded");
  CHECK(json["tests"][1]["reason"] == "loops");
  CHECK(Json::parse(json_document({}, {}, true))["interrupted"] == true);
}

TEST_CASE("what was not seen to the end is Undecided in the text and in the document",
          "[litmus][json]") {
  Outcome outcome = two_of_three();
  outcome.holding = 0;
  const auto observation = [&] {
    const std::vector<Finished> one{{message_passing("exists"), outcome}};
    const Json json = Json::parse(json_document(one, {}, false));
    const std::string name = json["tests"][0]["observation"].get<std::string>();
    const std::string text = report(message_passing("exists"), outcome, {});
    CHECK_THAT(text, Catch::Contains("Observation MP " + name + " 0 "));
    return name;
  };
  CHECK(observation() == "Never");
  for (const ExploreEnd end : {ExploreEnd::bounded, ExploreEnd::stopped}) {
    outcome.end = end;
    CHECK(observation() == "Undecided");
  }
  outcome.end = ExploreEnd::complete;
  outcome.sampling = Sampling{.counts = {1, 1, 1}, .cut_short = 0, .is_stopped = false};
  CHECK(observation() == "Undecided");
}
