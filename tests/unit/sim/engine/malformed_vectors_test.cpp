// SPDX-License-Identifier: Apache-2.0
//
// Vector files that do not follow the format, and what is said about them.
#include <catch2/catch.hpp>

#include "sim/engine/vectors.h"
#include "tests/unit/sim/engine/vector_files.h"

using namespace pmusim;
using namespace pmusim::engine;
using Catch::Contains;

namespace {

struct Outcome {
  VectorReport report;
  std::vector<std::string> lines;  ///< of the problems, without the folder of the file
  std::vector<VectorNote> notes;
};

Outcome outcome_of(const std::string& text) {
  const TemporaryFile file{text};
  Outcome outcome;
  const VectorMessages messages = run_vectors(file.path(), {}, outcome.report);
  outcome.notes = messages.notes.listed();
  for (const Error& problem : messages.problems.listed()) {
    CHECK(problem.code == ErrorCode::invalid_input);
    CHECK(problem.where.find(file.path()) == 0);
    outcome.lines.push_back("FILE" + scenario::to_text(problem).substr(file.path().size()));
  }
  return outcome;
}

/// The problem of a text that has exactly one and no item that could run.
std::string problem_of(const std::string& text) {
  const Outcome outcome = outcome_of(text);
  CHECK(outcome.report.passed + outcome.report.failed + outcome.report.skipped == 0);
  REQUIRE(outcome.lines.size() == 1);
  return outcome.lines.front();
}

struct Mistake {
  const char* from;
  const char* to;
  const char* place;
  const char* what;
};

const Mistake kMistakes[] = {
    {R"__("cfg":0)__",
     R"__("cfg":1)__",
     "ex",
     "found 1, expected the index of a feature set, a whole number from 0 to 0"},
    {R"__("cfg":0)__",
     R"__("cfg":"x")__",
     "ex",
     R"__(found "x", expected the index of a feature set)__"},
    {R"__("cfg":0,)__",
     "",
     "ex",
     R"__(the key "cfg" is missing, expected the index of a feature set)__"},
    {R"__("steps":)__", R"__("step":)__", "ex", R"__(the key "steps" is missing)__"},
    {"PMCR_EL0",
     "PMCR_EL9",
     "ex",
     R"__(found "PMCR_EL9", expected the name of a PMU register; did you mean "PMCR_EL0"?)__"},
    {"PMCR_EL0",
     "THE_REGISTER",
     "ex",
     R"__(found "THE_REGISTER", expected the name of a PMU register; pmusim regs lists them)__"},
    {R"__("0x41")__",
     R"__("xyz")__",
     "ex",
     R"__(found "xyz", expected a register value, at most 64 bits as "0x...")__"},
    {R"__("0x41")__", R"__("0x")__", "ex", R"__(found "0x")__"},
    {R"__("0x41")__", R"__("0x-1")__", "ex", R"__(found "0x-1")__"},
    {R"__("0x41")__",
     R"__("0x1ffffffffffffffff")__",
     "ex",
     R"__(found "0x1ffffffffffffffff", expected a register value)__"},
    {R"__("0x41")__", "65", "ex", "found 65, expected a register value"},
    {R"__("steps":)__",
     R"__("exp0":{"E6":"0x0"},"steps":)__",
     "ex",
     R"__(found "E6", expected a tracked value of this PMU: E0 to E5, CC, OV, EN, IE or IRQ)__"},
    {R"__("steps":)__",
     R"__("amb":"fz_c","steps":)__",
     "ex",
     R"__(found "fz_c", expected a list of readings)__"},
    {R"__("steps":)__",
     R"__("alt":{"manual":{"1":[{},{"E9":"0x0"},{}]}},"steps":)__",
     "ex, step 1",
     R"__(found "E9", expected a tracked value)__"},
    {R"__("steps":)__",
     R"__("alt":{"manual":{"2":[]}},"steps":)__",
     "ex, step 2",
     R"__(found an empty list, expected what replaces the expectation of ["w", register)__"},
    {R"__("steps":)__",
     R"__("alt":{"manual":{"9":[{}]}},"steps":)__",
     "ex",
     R"__(found "9", expected the index of one of 6 steps)__"},
    {R"__(["ctx",1,"NS",1])__",
     R"__(["ctx",4,"NS",1])__",
     "ex, step 0",
     "found 4, expected an Exception level, a whole number from 0 to 3"},
    {R"__(["ctx",1,"NS",1])__",
     R"__(["ctx",1,"XX",1])__",
     "ex, step 0",
     R"__(found "XX", expected a state: NS, S, RL or RT)__"},
    {R"__(["ctx",1,"NS",1])__", R"__(["ctx",1,"NS",2])__", "ex, step 0", "found 2, expected eel2"},
    {R"__(["ctx",1,"NS",1])__",
     R"__(["ctx"])__",
     "ex, step 0",
     R"__(found 1 element, expected ["ctx", el, state, eel2, tge])__"},
    {R"__(["ctx",1,"NS",1])__",
     R"__(["jump",1])__",
     "ex, step 0",
     R"__(found "jump", expected a step: ctx, cyc)__"},
    {R"__(["ctx",1,"NS",1])__", "[]", "ex, step 0", "found an empty list, expected a step"},
    {R"__(["ctx",1,"NS",1])__", "7", "ex, step 0", "found 7, expected a step, a list"},
    {R"__(["ctx",1,"NS",1])__",
     R"__(["run",18446744073709551616,{},{}])__",
     "ex, step 0",
     "found 18446744073709551616, expected cycles, a whole number from 0 to 18446744073709551615"},
    {R"__(["ctx",1,"NS",1])__",
     R"__(["run",-1,{},{}])__",
     "ex, step 0",
     "found -1, expected cycles"},
    {R"__(["ctx",1,"NS",1])__",
     R"__(["dbg","x"])__",
     "ex, step 0",
     R"__(found "x", expected Debug state, a whole number from 0 to 1)__"},
    {R"__("0x24":3)__",
     R"__("0x99999999999":3)__",
     "ex, step 1",
     R"__(found "0x99999999999", expected an event number from "0x0" to "0xffff")__"},
    {R"__("0x24":3)__",
     R"__("0x10000":3)__",
     "ex, step 1",
     R"__(found "0x10000", expected an event number)__"},
    {R"__("0x24":3)__",
     R"__("hello":3)__",
     "ex, step 1",
     R"__(found "hello", expected an event number)__"},
    {R"__("0x24":3)__",
     R"__("0x24":1e30)__",
     "ex, step 1",
     "found 1e30, expected occurrences in one cycle, a whole number from 0 to 4294967295"},
    {R"__("0x24":3)__",
     R"__("0x24":1000000000000000000000000000000)__",
     "ex, step 1",
     "found 1000000000000000000000000000000, expected occurrences"},
    {R"__("0x24":3)__", R"__("0x24":-1)__", "ex, step 1", "found -1, expected occurrences"},
    {R"__("0x24":3)__",
     R"__("0x24":4294967296)__",
     "ex, step 1",
     "found 4294967296, expected occurrences"},
    {R"__("0x24":3)__", R"__("0x24":2.5)__", "ex, step 1", "found 2.5, expected occurrences"},
    {R"__("0x24":3)__",
     R"__("0x24":"many")__",
     "ex, step 1",
     R"__(found "many", expected occurrences)__"},
    {R"__("0x24":3)__",
     R"__("0x24":3,"0x0024":3)__",
     "ex, step 1",
     "event 0x0024 stands twice in one cycle"},
    {R"__("IRQ":1)__",
     R"__("IRQ":2)__",
     "ex, step 1",
     "found 2, expected the interrupt level, a whole number from 0 to 1"},
    {R"__({"CC":"0x3"})__",
     R"__({"ZZ":"0x3"})__",
     "ex, step 1",
     R"__(found "ZZ", expected a tracked value)__"},
    {R"__({"CC":"0x3"})__", R"__({"CC":-3})__", "ex, step 1", "found -3, expected the value of CC"},
    {R"__(,{"CC":"0x3"})__",
     "",
     "ex, step 1",
     "found 2 change sets, expected one for each of 3 cycles"},
    {"PMOVSCLR_EL0",
     "PMOVSCLR",
     "ex, step 2",
     R"__(found "PMOVSCLR", expected the name of a PMU register)__"},
    {R"__("0x1","ok",)__",
     R"__("0x1","fine",)__",
     "ex, step 2",
     R"__(found "fine", expected a result: ok, undef, trap1, trap2 or trap3)__"},
    {R"__("ok","0x100000002")__", R"__("ok")__", "ex, step 3", "found no value after it"},
};

const Mistake kTableMistakes[] = {
    {R"__("idx":0)__", R"__("idx":6)__", "t", "found 6, expected a counter: below 6, 31 or 32"},
    {R"__("idx":0)__",
     R"__("idx":33)__",
     "t",
     "found 33, expected a counter, a whole number from 0 to 32"},
    {R"__("ctx":[1,"NS",1])__",
     R"__("ctx":[1])__",
     "t",
     "found a list of 1, expected a context: [el, state, eel2]"},
    {R"__("filters":"0x0")__",
     R"__("filters":0)__",
     "t",
     "found 0, expected the value of the filter registers"},
    {"PMEVTYPER0_EL0.NSK", "NSK", "t", R"__(found "NSK", expected a variable)__"},
    {"PMEVTYPER0_EL0.NSK", "PMOVS.P31", "t", R"__(found "PMOVS.P31", expected a variable)__"},
    {R"__("bits":"9")__",
     R"__("bits":"99")__",
     "t",
     R"__(found "99", expected 1 hexadecimal digit)__"},
    {R"__("bits":"9")__",
     R"__("bits":"g")__",
     "t",
     R"__(found "g", expected 1 hexadecimal digit)__"},
    {R"__("bits":"9")__", R"__("bits":"")__", "t", R"__(found "", expected 1 hexadecimal digit)__"},
    {R"__("bits":"9")__", R"__("bits":9)__", "t", "found 9, expected 1 hexadecimal digit"},
};

}  // namespace

TEST_CASE("a malformed vector is named with item, step, the value found and what was expected",
          "[vectors]") {
  for (const Mistake& mistake : kMistakes) {
    CAPTURE(mistake.from, mistake.to);
    const std::string item = replaced(worked_example(), mistake.from, mistake.to);
    const Outcome outcome = outcome_of(with_item(item));
    CHECK(outcome.report.not_run == 1);
    CHECK(outcome.report.passed + outcome.report.failed == 0);
    REQUIRE_FALSE(outcome.lines.empty());
    bool is_named = false;
    for (const std::string& line : outcome.lines) {
      CHECK_THAT(line, Catch::StartsWith("FILE:2:") && Contains(": ex"));
      is_named = is_named || line.find(std::string{": "} + mistake.place + ": " + mistake.what) !=
                                 std::string::npos;
    }
    CAPTURE(outcome.lines);
    CHECK(is_named);
  }
}

TEST_CASE("a malformed table is named with the value found and what was expected", "[vectors]") {
  for (const Mistake& mistake : kTableMistakes) {
    CAPTURE(mistake.from, mistake.to);
    const std::string item = replaced(worked_table(), mistake.from, mistake.to);
    CHECK_THAT(problem_of(with_item(item, "tables")),
               Catch::StartsWith("FILE:2:") &&
                   Contains(std::string{": "} + mistake.place + ": " + mistake.what));
  }
}

TEST_CASE("the items after a malformed one run, and each problem of an item is said", "[vectors]") {
  std::string bad = replaced(worked_example(), R"("id":"ex")", R"("id":"bad")");
  bad = replaced(bad, R"("0x24":3)", R"("0x24":-1)");
  bad = replaced(bad, "trap1", "trap9");
  const Outcome outcome =
      outcome_of(with_item(bad + ",\n" + worked_example() + ",\n7,\n" + worked_example()));
  CHECK(outcome.report.passed == 2);
  CHECK(outcome.report.not_run == 2);
  REQUIRE(outcome.lines.size() >= 3);
  CHECK_THAT(outcome.lines[0], Contains("bad, step 1: found -1"));
  CHECK_THAT(outcome.lines[1], Contains("bad, step 5: found \"trap9\""));
  CHECK_THAT(outcome.lines[2], Catch::StartsWith("FILE:4:1: /vectors/2: item 2: found 7"));
}

TEST_CASE("an item with a key that stands twice is not run", "[vectors]") {
  const std::string twice = replaced(worked_example(), R"({"0x24":3})", R"({"0x24":3,"0x24":1})");
  const Outcome outcome = outcome_of(with_item(twice + "," + worked_example()));
  CHECK(outcome.report.passed == 1);
  CHECK(outcome.report.not_run == 1);
  REQUIRE_FALSE(outcome.lines.empty());
  CHECK_THAT(outcome.lines[0], Contains("duplicate key \"0x24\""));
}

TEST_CASE("an item without an id is named by its number", "[vectors]") {
  const std::string file = replaced(with_item(worked_example()), R"("id":"ex",)", "");
  CHECK_THAT(problem_of(file), Contains("item 0: the key \"id\" is missing"));
}

TEST_CASE("a malformed feature set is named, and no item with it runs", "[vectors]") {
  const std::string file = with_item(worked_example());
  CHECK_THAT(problem_of(replaced(file, R"("n":6)", R"("n":32)")),
             Contains("FILE:1:") && Contains("configs[0]: found 32, expected event counters"));
  CHECK_THAT(problem_of(replaced(file, R"("n":6)", R"("n":-1)")), Contains("found -1"));
  CHECK_THAT(problem_of(replaced(file, R"("pmu":"p5")", R"("pmu":"p6")")),
             Contains("found \"p6\", expected a PMU version: p1, p4, p5, p7, p8 or p9"));
  CHECK_THAT(problem_of(replaced(file, R"("el2":1,)", "")),
             Contains("the key \"el2\" is missing, expected 0 or 1"));
  CHECK_THAT(problem_of(replaced(file, R"("el2":1)", R"("el2":2)")), Contains("found 2"));
}

TEST_CASE("the message has file, line, column, pointer, item and step", "[vectors]") {
  const std::string item = replaced(worked_example(), R"("0x24":3)", R"("0x24":-3)");
  const Outcome outcome = outcome_of(with_item(item));
  REQUIRE(outcome.lines.size() == 1);
  const std::string column = std::to_string(item.find(R"("0x24":-3)") + 1);
  CHECK(outcome.lines[0] ==
        "FILE:2:" + column +
            ": /vectors/0/steps/1/1/1/0x24: ex, step 1: found -3, expected occurrences in one "
            "cycle, a whole number from 0 to 4294967295");
}

TEST_CASE("a run that would take years is given up, and the items after it run", "[vectors]") {
  // With PMINTEN each overflow ends a span, and this counter overflows in every cycle.
  std::string endless = replaced(worked_example(),
                                 R"(["cyc",[{"0x24":1})",
                                 R"(["run",9223372036854775808,{"0x24":4294967295},{}],)"
                                 R"(["cyc",[{"0x24":1})");
  endless = replaced(endless, R"("id":"ex")", R"("id":"endless")");
  const Outcome outcome = outcome_of(with_item(endless + ",\n" + worked_example()));
  CHECK(outcome.report.passed == 1);
  CHECK(outcome.report.failed == 0);
  CHECK(outcome.report.not_run == 1);
  REQUIRE(outcome.lines.size() == 1);
  CHECK_THAT(outcome.lines[0],
             Catch::StartsWith("FILE:2:1: /vectors/0: endless: step 1 is given up: the item takes "
                               "more than 10000000 spans"));
}

TEST_CASE("a document that is no vector file is refused with its place", "[vectors]") {
  for (const char* text : {"[]", "{}", "3", "null", R"({"format":"pmuv3-vectors-2"})"}) {
    CAPTURE(text);
    CHECK_THAT(problem_of(text),
               Catch::StartsWith("FILE:1:") && Contains("\"format\" is \"pmuv3-vectors-1\""));
  }
  const std::string start = R"({"format":"pmuv3-vectors-1",)";
  CHECK_THAT(problem_of(start + R"("configs":[]})"), Contains("the key \"vectors\" is missing"));
  CHECK_THAT(problem_of(start + R"("vectors":[]})"), Contains("the key \"configs\" is missing"));
  CHECK_THAT(problem_of(start + R"("configs":7,"vectors":[]})"),
             Contains("found 7, expected a list of feature sets"));
}

TEST_CASE("a syntax error has line and column and no words of a library", "[vectors]") {
  for (const char* text :
       {"{", "[1,2", "nonsense", "{\"format\":", "[\n\n x]", "\"\xff\"", "[1e999]"}) {
    CAPTURE(text);
    CHECK_THAT(problem_of(text),
               Catch::StartsWith("FILE:") && !Contains("exception") && !Contains("parse_error"));
  }
  CHECK_THAT(problem_of("[\n\n x]"), Catch::StartsWith("FILE:3:2: not JSON"));
  CHECK_THAT(problem_of(""), Contains("nothing in it"));
  CHECK_THAT(problem_of("\xff\xfe"), Contains("UTF-16"));
  CHECK_THAT(problem_of(std::string(100'000, '[')), Contains("nested deeper"));
}

TEST_CASE("a vector file that is missing or a directory is wrong input", "[vectors]") {
  VectorReport report;
  const auto problem = [&](const std::string& file) {
    const scenario::Problems problems = run_vectors(file, {}, report).problems;
    REQUIRE(problems.count() == 1);
    CHECK(problems.listed()[0].code == ErrorCode::invalid_input);
    return scenario::to_text(problems.listed()[0]);
  };
  CHECK_THAT(problem("/nonexistent/vectors.json"),
             Contains("/nonexistent/vectors.json: cannot be opened: No such file"));
  CHECK_THAT(problem(std::filesystem::temp_directory_path().string()), Contains("a directory"));
}
