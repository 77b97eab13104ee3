// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/expected.h"

#include <fstream>

#include <catch2/catch.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/unit/sim/litmus/litmus_files.h"

using namespace pmusim;
using namespace pmusim::litmus;
using memory::ExploreEnd;

namespace {

scenario::Checked<Expectations> read_lines(const std::string& lines) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "expected.jsonl").string();
  std::ofstream{path} << lines;
  return Expectations::read(path);
}

LitmusTest test_called(const std::string& name) {
  auto test = read_test("AArch64 " + name + "\n{}\nP0;\nNOP;\nexists 0:X0=1\n",
                        "folder/" + name + ".litmus");
  return test.value();
}

/// One in which 0:X0 ends with each of these values.
Outcome with_values(const std::vector<std::uint64_t>& values,
                    ExploreEnd end = ExploreEnd::complete) {
  Outcome outcome;
  outcome.end = end;
  for (const std::uint64_t value : values) {
    outcome.states.push_back({value});
    (value == 1 ? outcome.holding : outcome.failing) += 1;
  }
  return outcome;
}

std::string difference(const Outcome& outcome, bool states = true) {
  const Expectation expected{"f:1", {"0:X0=0;", "0:X0=1;"}, "Sometimes"};
  return differences(test_called("T"), outcome, expected, states);
}

}  // namespace

TEST_CASE("an expectation is found by the name of the test, else by its file", "[litmus][expect]") {
  const auto expectations = read_lines(
      R"({"name": "A", "file": "x.litmus", "states": ["s"], "observation": "Never", "other": [1]})"
      "\n\n"
      R"({"name": "B", "file": "C.litmus", "states": [], "observation": "Always"})"
      "\n");
  REQUIRE(expectations);
  REQUIRE(expectations->find(test_called("A")) != nullptr);
  CHECK(expectations->find(test_called("A"))->observation == "Never");
  CHECK(expectations->find(test_called("A"))->states == std::set<std::string>{"s"});
  REQUIRE(expectations->find(test_called("C")) != nullptr);
  CHECK(expectations->find(test_called("C"))->observation == "Always");
  CHECK(expectations->find(test_called("D")) == nullptr);
}

TEST_CASE("every line that expects nothing is named", "[litmus][expect]") {
  const std::string good = R"({"name": "A", "states": [], "observation": "Never"})";
  const auto expectations = read_lines("no json\n[]\n" + good + "\n" + good +
                                       "\n{\"name\": \"B\"}\n"
                                       R"({"name": "C", "states": [1], "observation": "Never"})"
                                       "\n"
                                       R"({"name": "D", "states": [], "observation": "Maybe"})"
                                       "\n" +
                                       std::string(100'000, '['));
  REQUIRE_FALSE(expectations);
  std::string said;
  for (const Error& problem : expectations.error().listed()) {
    said += problem.where.substr(problem.where.rfind(':') + 1) + " " + problem.what + "\n";
  }
  CHECK(said ==
        "1 the line is no JSON object\n"
        "2 the line is no JSON object\n"
        "4 a second line for the test \"A\"\n"
        "5 \"states\" is missing or no list of texts\n"
        "6 \"states\" is missing or no list of texts\n"
        "7 \"observation\" is \"Maybe\"\n"
        "8 the line is no JSON object\n");
  CHECK(Expectations::read("/nowhere").error().listed().front().what ==
        "cannot be opened: No such file or directory");
}

TEST_CASE("differences are states on either side, and the observation", "[litmus][expect]") {
  CHECK(difference(with_values({0, 1})).empty());
  CHECK(difference(with_values({0})) ==
        "  expected Sometimes, found Never\n  expected, not found:\n    0:X0=1;\n");
  CHECK(difference(with_values({0, 1, 2})) == "  found, not expected:\n    0:X0=2;\n");
  CHECK(difference(with_values({1, 3})) ==
        "  expected, not found:\n    0:X0=0;\n  found, not expected:\n    0:X0=3;\n");
}

TEST_CASE("a run that was cut short differs only by what it has seen", "[litmus][expect]") {
  const auto end = GENERATE(ExploreEnd::bounded, ExploreEnd::stopped);
  CHECK(difference(with_values({0}, end)).empty());
  CHECK(difference(with_values({0, 2}, end)) == "  found, not expected:\n    0:X0=2;\n");
  const Expectation always{"f:1", {"0:X0=1;"}, "Always"};
  CHECK(differences(test_called("T"), with_values({}, end), always, true).empty());
  const Expectation never{"f:1", {"0:X0=0;"}, "Never"};
  CHECK(differences(test_called("T"), with_values({0, 1}, end), never, true) ==
        "  expected Never, found Sometimes\n  found, not expected:\n    0:X0=1;\n");
}

TEST_CASE("a verdict alone is compared without its states", "[litmus][expect]") {
  Outcome outcome = with_values({});
  outcome.holds = memory::Witness{};
  outcome.fails = memory::Witness{};
  CHECK(difference(outcome, false).empty());
  // What it met by the way is no list of states.
  CHECK(difference(with_values({0, 1, 2}), false).empty());
  outcome.fails.reset();
  CHECK(difference(outcome, false) == "  expected Sometimes, found Always\n");
}

TEST_CASE("a sample differs by what it shows, never by what it misses", "[litmus][expect]") {
  const auto sampled = [](const std::vector<std::uint64_t>& values) {
    Outcome outcome = with_values(values);
    outcome.sampling = Sampling{};
    return outcome;
  };
  CHECK(difference(sampled({1})).empty());
  CHECK(difference(sampled({0})).empty());
  CHECK(difference(sampled({0, 1})).empty());
  CHECK(difference(sampled({1, 2})) == "  shown, not allowed:\n    0:X0=2;\n");
  const Expectation never{"f:1", {"0:X0=0;", "0:X0=1;"}, "Never"};
  CHECK(differences(test_called("T"), sampled({1}), never, true) ==
        "  expected Never, found Always\n");
  const Coverage seen = coverage(test_called("T"), sampled({1, 2}), never);
  CHECK(seen.seen == 1);
  CHECK(seen.allowed == 2);
}
