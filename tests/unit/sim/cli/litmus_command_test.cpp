// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim::cli;
using Catch::Contains;
using Json = nlohmann::json;

namespace {

/// Message passing. Without a barrier the reader may see the flag and not the message.
std::string message_passing(const std::string& name,
                            const std::string& barrier,
                            const std::string& dependency) {
  return "AArch64 " + name +
         "\n{\nuint64_t x; uint64_t y;\n0:X1=x; 0:X3=y;\n1:X1=y; 1:X3=x;\n}\n"
         " P0          | P1              ;\n"
         " MOV X0,#1   | LDR X0,[X1]     ;\n"
         " STR X0,[X1] | EOR X2,X0,X0    ;\n " +
         barrier + " | " + dependency +
         " ;\n STR X0,[X3] |                 ;\n"
         "exists (1:X0=1 /\\ 1:X4=0)\n";
}

std::string relaxed() {
  return message_passing("MP", "NOP", "LDR X4,[X3,X2]");
}

std::string ordered() {
  return message_passing("MP+dmb+addr", "DMB ISH", "LDR X4,[X3,X2]");
}

/// The output without the times, which differ from run to run.
std::string timeless(const std::string& text) {
  return std::regex_replace(text, std::regex{"Time (\\S+) [0-9.]+"}, "Time $1 T");
}

constexpr const char* kOrderedReport =
    "Test MP+dmb+addr Allowed\n"
    "States 3\n"
    "1:X0=0; 1:X4=0;\n"
    "1:X0=0; 1:X4=1;\n"
    "1:X0=1; 1:X4=1;\n"
    "No\n"
    "Witnesses\n"
    "Positive: 0 Negative: 3\n"
    "Condition exists (1:X0=1 /\\ 1:X4=0)\n"
    "Observation MP+dmb+addr Never 0 3\n"
    "Time MP+dmb+addr T\n"
    "\n";

constexpr const char* kExpected =
    R"({"name": "MP+dmb+addr", "states": ["1:X0=0; 1:X4=0;", "1:X0=0; 1:X4=1;", "1:X0=1; 1:X4=1;"], "observation": "Never"})"
    "\n";

}  // namespace

TEST_CASE("litmus prints what herd7 prints", "[cli][litmus]") {
  Files files;
  const Ran ran = run_pmusim({"litmus", files.add("a.litmus", ordered())});
  CHECK(ran.code == ExitCode::fine);
  CHECK(ran.err.empty());
  CHECK(timeless(ran.out) == kOrderedReport);
  // A condition that holds, or not, is an answer and no failure.
  CHECK(run_pmusim({"litmus", files.add("b.litmus", relaxed())}).code == ExitCode::fine);
}

TEST_CASE("litmus takes folders and lists, in the order of the words", "[cli][litmus]") {
  Files files;
  files.add("b.litmus", ordered());
  files.add("a.litmus", relaxed());
  const std::string list = files.add("@list", "b.litmus\n");
  const Ran ran = run_pmusim({"litmus", list, files.path("")});
  std::string tests;
  for (std::size_t at = ran.out.find("Test "); at != std::string::npos;
       at = ran.out.find("Test ", at + 1)) {
    tests += ran.out.substr(at + 5, ran.out.find(' ', at + 5) - at - 5) + " ";
  }
  CHECK(tests == "MP+dmb+addr MP MP+dmb+addr ");
}

TEST_CASE("litmus --expect compares states and observation", "[cli][litmus]") {
  Files files;
  const std::string test = files.add("a.litmus", ordered());
  const std::string good = files.add("good.jsonl", kExpected);
  const Ran same = run_pmusim({"litmus", test, "--expect", good});
  CHECK(same.code == ExitCode::fine);
  CHECK(same.err ==
        "pmusim: of 1 tests 1 as expected, 0 differing, 0 cut short, 0 without expectation\n");
  const std::string bad = files.add(
      "bad.jsonl",
      R"({"name": "MP+dmb+addr", "states": ["1:X0=0; 1:X4=0;", "1:X0=1; 1:X4=0;", "1:X0=1; 1:X4=1;"], "observation": "Sometimes"})");
  const Ran other = run_pmusim({"litmus", test, "--expect", bad});
  CHECK(other.code == ExitCode::disagreement);
  CHECK(other.err == "pmusim: " + test + ": MP+dmb+addr differs from " + bad +
                         ":1\n"
                         "  expected Sometimes, found Never\n"
                         "  expected, not found:\n"
                         "    1:X0=1; 1:X4=0;\n"
                         "  found, not expected:\n"
                         "    1:X0=0; 1:X4=1;\n"
                         "pmusim: of 1 tests 0 as expected, 1 differing, 0 cut short, 0 without "
                         "expectation\n");
}

TEST_CASE("litmus says which tests have no expectation", "[cli][litmus]") {
  Files files;
  const std::string test = files.add("a.litmus", relaxed());
  const std::string expected = files.add("e.jsonl", kExpected);
  const Ran ran = run_pmusim({"litmus", test, "--expect", expected});
  CHECK(ran.code == ExitCode::fine);
  CHECK(
      ran.err ==
      "pmusim: " + test + ": MP has no line in " + expected +
          "\npmusim: of 1 tests 0 as expected, 0 differing, 0 cut short, 1 without expectation\n");
}

TEST_CASE("a file of expectations that is wrong stops litmus before the first test",
          "[cli][litmus]") {
  Files files;
  const Ran ran = run_pmusim(
      {"litmus", files.add("a.litmus", relaxed()), "--expect", files.add("e.jsonl", "nothing\n")});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK(ran.out.empty());
  CHECK_THAT(ran.err, Contains("e.jsonl:1: the line is no JSON object"));
}

TEST_CASE("litmus lists what is wrong with files and runs the others", "[cli][litmus]") {
  Files files;
  const std::string wrong = files.add("w.litmus", "AArch64 W\n{}\nP0;\nFOO;\nexists z=1\n");
  const std::string good = files.add("a.litmus", ordered());
  const Ran ran = run_pmusim({"litmus", wrong, files.path("none"), files.path("@none"), good});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK_THAT(ran.err,
             Contains("w.litmus: 2 problems\n") && Contains("w.litmus:4:1: ") &&
                 Contains("w.litmus:5:8: there is no location z"));
  CHECK_THAT(ran.err, Contains("none: cannot be opened: No such file or directory"));
  CHECK(timeless(ran.out) == kOrderedReport);
}

TEST_CASE("an exploration that hits a limit ends with 5 and never looks like a proof",
          "[cli][litmus]") {
  Files files;
  const std::string test = files.add("a.litmus", ordered());
  const Ran ran = run_pmusim({"litmus", test, "--max-states", "1"});
  CHECK(ran.code == ExitCode::cut_short);
  CHECK_THAT(ran.out, Contains("\nUndecided\n") && Contains("\nEnd MP+dmb+addr limit: "));
  CHECK_THAT(ran.out, !Contains("Never"));
  CHECK_THAT(ran.err, Contains("MP+dmb+addr was stopped: ") && Contains("outcomes may be missing"));
  const Ran json = run_pmusim({"litmus", test, "--max-states", "1", "--json"});
  CHECK(json.code == ExitCode::cut_short);
  CHECK(Json::parse(json.out)["tests"][0]["end"] == "limit");
}

TEST_CASE("litmus --json prints one document with the keys of the contract", "[cli][litmus]") {
  Files files;
  const Ran ran = run_pmusim(
      {"litmus", files.add("a.litmus", ordered()), files.add("b.litmus", relaxed()), "--json"});
  CHECK(ran.code == ExitCode::fine);
  const Json json = Json::parse(ran.out);
  REQUIRE(json["tests"].size() == 2);
  const Json& first = json["tests"][0];
  CHECK(first.size() == 5);
  CHECK(first["name"] == "MP+dmb+addr");
  CHECK(first["states"] == Json{"1:X0=0; 1:X4=0;", "1:X0=0; 1:X4=1;", "1:X0=1; 1:X4=1;"});
  CHECK(first["observation"] == "Never");
  CHECK(first["end"] == "complete");
  CHECK(first["seconds"].is_number());
  CHECK(json["tests"][1]["observation"] == "Sometimes");
  CHECK_FALSE(json.contains("interrupted"));
}

TEST_CASE("litmus --verdict tells the observation without listing states", "[cli][litmus]") {
  Files files;
  const Ran ran = run_pmusim({"litmus", files.add("a.litmus", relaxed()), "--verdict"});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.out, Contains("Observation MP Sometimes") && Contains("\nOk\n"));
  CHECK_THAT(ran.out, !Contains("States"));
  CHECK(run_pmusim({"litmus",
                    files.path("a.litmus"),
                    "--verdict",
                    "--expect",
                    files.add("e.jsonl",
                              R"({"name": "MP", "states": ["x"], "observation": "Sometimes"})")})
            .code == ExitCode::fine);
}

TEST_CASE("litmus --witness shows who did what in which order", "[cli][litmus]") {
  Files files;
  const Ran ran = run_pmusim({"litmus", files.add("a.litmus", relaxed()), "--witness"});
  CHECK_THAT(ran.out, Contains("Witness MP in the order of becoming visible\n"));
  // The stores of P0 went out in the other order, so that is where it differs from the program.
  CHECK_THAT(ran.out, Contains("before an older access of P0"));
  CHECK_THAT(run_pmusim({"litmus", files.add("b.litmus", ordered()), "--witness"}).out,
             !Contains("Witness MP"));
}

TEST_CASE("litmus --engine timed shows a part of what is allowed, and says so", "[cli][litmus]") {
  Files files;
  const std::string test = files.add("a.litmus", ordered());
  const Ran ran = run_pmusim({"litmus", test, "--engine", "timed", "--runs", "500"});
  CHECK(ran.code == ExitCode::fine);
  CHECK(ran.err.empty());
  CHECK_THAT(ran.out,
             Contains("\nUndecided\n") && Contains("\nObservation MP+dmb+addr Undecided 0 500\n") &&
                 Contains("\nEnd MP+dmb+addr sampled: 500 runs; what they did not show may still "
                          "be allowed\n"));
  const std::string relaxed_test = files.add("b.litmus", relaxed());
  CHECK_THAT(run_pmusim({"litmus", relaxed_test, "--engine", "timed"}).out,
             Contains("\nOk\n") && Contains("Observation MP Sometimes "));
  const auto with_seed = [&](const char* seed) {
    return timeless(
        run_pmusim({"litmus", relaxed_test, "--engine", "timed", "--runs", "100", "--seed", seed})
            .out);
  };
  CHECK(with_seed("1") == with_seed("1"));
  CHECK(with_seed("1") != with_seed("2"));
}

TEST_CASE(
    "litmus --engine timed is wrong when it shows what is not expected, and right when it "
    "misses some",
    "[cli][litmus]") {
  Files files;
  const std::string test = files.add("a.litmus", ordered());
  const std::string good = files.add("good.jsonl", kExpected);
  const Ran one =
      run_pmusim({"litmus", test, "--engine", "timed", "--runs", "1", "--expect", good});
  CHECK(one.code == ExitCode::fine);
  CHECK_THAT(one.out, Contains("\nCoverage MP+dmb+addr 1 of 3\n"));
  CHECK(one.err ==
        "pmusim: of 1 tests 1 as expected, 0 differing, 0 cut short, 0 without expectation\n"
        "pmusim: allowed outcomes seen: 1 of 3 (33.3 %); with two threads 1 of 3 (33.3 %)\n");
  const std::string bad = files.add(
      "bad.jsonl",
      R"({"name": "MP+dmb+addr", "states": ["1:X0=0; 1:X4=0;", "1:X0=1; 1:X4=1;"], "observation": "Never"})");
  const Ran other = run_pmusim({"litmus", test, "--engine", "timed", "--expect", bad});
  CHECK(other.code == ExitCode::disagreement);
  CHECK_THAT(other.err,
             Contains("MP+dmb+addr shows what is not allowed by " + bad +
                      ":1\n  shown, not allowed:\n    1:X0=0; 1:X4=1;\n"));
}

TEST_CASE("litmus --engine timed tells of runs without an end", "[cli][litmus]") {
  Files files;
  const std::string test = files.add(
      "spin.litmus",
      "AArch64 S\n{ uint64_t x; 0:X1=x; }\nP0;\nL: LDR X0,[X1];\nCBZ X0,L;\nexists 0:X0=1\n");
  const Ran ran = run_pmusim({"litmus", test, "--engine", "timed", "--runs", "3"});
  CHECK(ran.code == ExitCode::cut_short);
  CHECK_THAT(ran.out, Contains("States 0\nUndecided\n"));
  CHECK_THAT(ran.err, Contains("S was sampled: 3 runs, 3 of them without an end in 100000 cycles"));
}

TEST_CASE("litmus refuses options that make no sense", "[cli][litmus]") {
  Files files;
  const std::string test = files.add("a.litmus", relaxed());
  const auto usage = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{"litmus", test};
    words.insert(words.end(), options.begin(), options.end());
    const Ran ran = run_pmusim(words);
    CHECK(ran.code == ExitCode::usage);
    CHECK(ran.out.empty());
    return ran.err;
  };
  CHECK_THAT(usage({"--engine", "walk"}), Contains("is not one of exhaustive, timed"));
  CHECK_THAT(usage({"--runs", "3"}), Contains("--runs has no meaning for the exhaustive engine"));
  CHECK_THAT(usage({"--seed", "3"}), Contains("--seed has no meaning for the exhaustive engine"));
  CHECK_THAT(usage({"--engine", "timed", "--runs", "0"}), Contains("--runs: 0 is not in [1, "));
  for (const std::vector<std::string>& option :
       std::vector<std::vector<std::string>>{{"--verdict"},
                                             {"--witness"},
                                             {"--instances", "3"},
                                             {"--max-states", "3"},
                                             {"--max-memory", "3"}}) {
    std::vector<std::string> options{"--engine", "timed"};
    options.insert(options.end(), option.begin(), option.end());
    CHECK_THAT(usage(options), Contains(option[0] + " has no meaning for the timed engine"));
  }
  CHECK_THAT(usage({"--limit", "0"}), Contains("--limit: 0 is not in [1, "));
  CHECK_THAT(usage({"--instances", "65"}), Contains("--instances: 65 is not in [1, 64]"));
  CHECK_THAT(usage({"--max-memory", "-1"}), Contains("--max-memory"));
  CHECK(run_pmusim({"litmus", test, "--engine", "exhaustive"}).code == ExitCode::fine);
}
