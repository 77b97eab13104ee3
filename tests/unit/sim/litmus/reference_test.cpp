// SPDX-License-Identifier: Apache-2.0
//
// Every litmus test of tests/data against what herd7 7.58 says of it with its model of AArch64.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/litmus/print.h"
#include "sim/litmus/run.h"
#include "sim/scenario/input_file.h"
#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;
using Json = nlohmann::json;

namespace {

/// The lines of expected.jsonl.
std::vector<Json> references(const std::string& set) {
  const std::string text =
      scenario::read_regular_file(litmus_folder(set) + "/expected.jsonl", SIZE_MAX).value();
  std::vector<Json> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(Json::parse(text.substr(start, end - start)));
    start = end + 1;
  }
  return lines;
}

Outcome run_complete(const LitmusTest& test, bool verdict_only = false) {
  const Result<Outcome> outcome = run(test, {.limits = {}, .verdict_only = verdict_only});
  REQUIRE(outcome);
  CHECK(outcome->end == memory::ExploreEnd::complete);
  return *outcome;
}

std::vector<std::string> state_texts(const LitmusTest& test, const Outcome& outcome) {
  std::vector<std::string> texts;
  texts.reserve(outcome.states.size());
  for (const memory::FinalState& state : outcome.states) {
    texts.push_back(state_text(test, state));
  }
  return texts;
}

LitmusTest read_named(const std::string& set, const std::string& file) {
  return read_test_file(litmus_folder(set) + "/" + file).value();
}

void check_set(const std::string& set, std::size_t tests) {
  const std::vector<Json> lines = references(set);
  CHECK(lines.size() == tests);
  for (const Json& reference : lines) {
    const auto told = [&](const char* key) { return reference[key].get<std::string>(); };
    CAPTURE(told("name"));
    const LitmusTest test = read_named(set, told("file"));
    const Outcome outcome = run_complete(test);
    CHECK(test.name == told("name"));
    CHECK(state_texts(test, outcome) == reference["states"].get<std::vector<std::string>>());
    CHECK(observation_text(outcome.observation()) == told("observation"));
    CHECK(condition_text(test) == told("condition"));
    CHECK(kind_text(test.quantifier) == told("kind"));
    CHECK((outcome.ok(test.quantifier) == true ? "Ok" : "No") == told("verdict"));
    // The verdict alone is found on another way, by stopping early.
    CHECK(run_complete(test, true).observation() == outcome.observation());
  }
}

}  // namespace

TEST_CASE("generated litmus tests have the states and the observation that herd7 gives",
          "[litmus][reference]") {
  check_set("generated", 478);
}

TEST_CASE("litmus tests of the ring have the states and the observation that herd7 gives",
          "[litmus][reference]") {
  check_set("ring", 85);
}

TEST_CASE("three records pass the ring in order, too many for herd7", "[litmus][reference]") {
  const LitmusTest intact = read_named("ring", "RBN3.litmus");
  const Outcome outcome = run_complete(intact);
  CHECK(outcome.observation() == Observation::never);
  // With its barriers the reader has taken none, one, two or three records when it leaves, each
  // whole; where it left, the head showed the record before.
  CHECK(state_texts(intact, outcome) == std::vector<std::string>{
                                            "1:X20=0; 1:X21=0; 1:X23=0; 1:X24=0; 1:X26=0; 1:X27=0;",
                                            "1:X20=1; 1:X21=1; 1:X23=1; 1:X24=0; 1:X26=0; 1:X27=0;",
                                            "1:X20=1; 1:X21=1; 1:X23=2; 1:X24=2; 1:X26=2; 1:X27=0;",
                                            "1:X20=1; 1:X21=1; 1:X23=2; 1:X24=2; 1:X26=3; 1:X27=3;",
                                        });
  // Without them two records go wrong already (RBN2x), and three begin with two.
  CHECK(run_complete(read_named("ring", "RBN3x.litmus")).observation() == Observation::sometimes);
}
