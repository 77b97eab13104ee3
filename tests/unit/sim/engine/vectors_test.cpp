// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vectors.h"

#include <catch2/catch.hpp>

#include "models/pmu/dense_kernels.h"
#include "tests/unit/sim/engine/vector_files.h"

using namespace pmusim;
using namespace pmusim::engine;

namespace {

VectorOptions options_of(PmuProfile profile) {
  VectorOptions options;
  options.profiles = {VectorProfile{profile}};
  return options;
}

std::string data_file(const std::string& family) {
  return std::string{PMUSIM_TEST_DATA} + "/vectors/pmu/" + family + ".json";
}

/// The report over a text, which must be of the format.
VectorReport report_on(const std::string& text, const VectorOptions& options = {}) {
  const TemporaryFile file{text};
  VectorReport report;
  const VectorMessages messages = run_vectors(file.path(), options, report);
  INFO(scenario::to_text(messages.problems, file.path()));
  REQUIRE(messages.problems.empty());
  CHECK(messages.notes.listed().empty());
  return report;
}

}  // namespace

TEST_CASE("every vector and table passes under both profiles, cut both ways, at every SIMD target",
          "[pmu][vectors]") {
  struct Family {
    const char* name;
    std::uint64_t items;  ///< so many and no fewer: a lost file or item is an error
  };

  const Family families[] = {{"access", 350},
                             {"cycle_counter", 150},
                             {"el_filter", 241},
                             {"enable_freeze", 280},
                             {"random", 1600},
                             {"threshold", 154},
                             {"width_overflow_chain", 306}};
  for (const PmuProfile profile : {PmuProfile::manual, PmuProfile::pseudocode}) {
    for (const Family& family : families) {
      CAPTURE(static_cast<int>(profile), family.name);
      VectorReport report;
      const VectorMessages messages =
          run_vectors(data_file(family.name), options_of(profile), report);
      CHECK(scenario::to_text(messages.problems, "") == ": 0 problems\n");
      CHECK(messages.notes.listed().empty());
      CHECK(report.passed >= family.items);
      CHECK(report.failed == 0);
      CHECK(report.skipped == 0);
      CHECK(report.not_run == 0);
      for (const VectorFailure& failure : report.failures) {
        UNSCOPED_INFO(failure.id << " step " << failure.step << ": " << failure.what << " want "
                                 << failure.want << " got " << failure.got);
      }
    }
  }
}

TEST_CASE("the options name every SIMD target of the machine, and one that is left out is not run",
          "[vectors]") {
  CHECK(VectorOptions{}.targets == simd_targets());
  REQUIRE_FALSE(VectorOptions{}.targets.empty());
  const std::string wrong = with_item(replaced(worked_example(), R"("CC":"0x3")", R"("CC":"0x4")"));
  VectorOptions options;
  options.targets = {};
  CHECK(report_on(wrong, options).passed == 1);
  options.targets = {simd_targets().back()};
  CHECK(report_on(wrong, options).failed == 1);
}

TEST_CASE("no item is run once a stop is requested", "[vectors]") {
  const std::atomic<bool> stop{true};
  VectorOptions options;
  options.stop = &stop;
  const VectorReport report = report_on(with_item(worked_example()), options);
  CHECK(report.passed + report.failed + report.skipped + report.not_run == 0);
}

TEST_CASE("the worked example of the format passes", "[vectors]") {
  const VectorReport report = report_on(with_item(worked_example()));
  CHECK(report.passed == 1);
  CHECK(report.failed == 0);
}

TEST_CASE("a wrong expectation fails with place, want and got", "[vectors]") {
  const auto failure_of = [](const std::string& from, const std::string& to) {
    const VectorReport report = report_on(with_item(replaced(worked_example(), from, to)));
    CHECK(report.passed == 0);
    CHECK(report.failed == 1);
    REQUIRE(report.failures.size() == 1);
    CHECK(report.failures[0].id == "ex");
    return report.failures[0];
  };
  SECTION("a counter in the middle of a step") {
    const auto failure = failure_of(R"("E1":"0x8")", R"("E1":"0x9")");
    CHECK(failure.step == 1);
    CHECK(failure.what == "E1 (cycle 1) [manual, cut per cycle]");
    CHECK(failure.want == "0x9");
    CHECK(failure.got == "0x8");
  }
  SECTION("a value that changes although it is not listed") {
    const auto failure = failure_of(R"(},{"CC":"0x3"}])", "},{}]");
    CHECK(failure.what == "CC (cycle 2) [manual, cut per cycle]");
    CHECK(failure.want == "0x2");
    CHECK(failure.got == "0x3");
  }
  SECTION("the interrupt level") {
    const auto failure = failure_of(R"("OV":"0x0","IRQ":0)", R"("OV":"0x0")");
    CHECK(failure.step == 2);
    CHECK(failure.what == "IRQ (MSR PMOVSCLR_EL0) [manual, cut per cycle]");
  }
  SECTION("the value of a read") {
    const auto failure = failure_of(R"("ok","0x100000002")", R"("ok","0x2")");
    CHECK(failure.step == 3);
    CHECK(failure.what == "MRS PMEVCNTR0_EL0 [manual, cut per cycle]");
    CHECK(failure.want == "0x2");
    CHECK(failure.got == "0x100000002");
  }
  SECTION("the outcome of an access") {
    const auto failure = failure_of("trap1", "trap2");
    CHECK(failure.step == 5);
    CHECK(failure.want == "trap2");
    CHECK(failure.got == "trap1");
  }
  SECTION("a control register at the end") {
    const auto failure = failure_of(R"("steps":)", R"("final":{"PMEVTYPER0_EL0":"0x25"},"steps":)");
    CHECK(failure.what == "PMEVTYPER0_EL0 [manual, cut per cycle]");
    CHECK(failure.want == "0x25");
    CHECK(failure.got == "0x24");
  }
}

TEST_CASE("only the cuttings asked for are run", "[vectors]") {
  VectorOptions options;
  options.cuttings = {Cutting::chunks};
  const VectorReport report =
      report_on(with_item(replaced(worked_example(), R"("CC":"0x3")", R"("CC":"0x4")")), options);
  REQUIRE(report.failures.size() == 1);
  CHECK(report.failures[0].what == "CC (cycles) [manual, whole chunks]");
}

TEST_CASE("a register in final is looked at whether or not it is a control register", "[vectors]") {
  const std::string text =
      replaced(worked_example(), R"("steps":)", R"("final":{"MDCR_EL2":"0x86"},"steps":)");
  CHECK(report_on(with_item(text)).passed == 1);
  const VectorReport report =
      report_on(with_item(replaced(text, R"({"MDCR_EL2":"0x86"})", R"({"MDCR_EL2":"0x87"})")));
  REQUIRE(report.failures.size() == 1);
  CHECK(report.failures[0].what == "MDCR_EL2 [manual, cut per cycle]");
  CHECK(report.failures[0].got == "0x86");
}

TEST_CASE("an item passes if it does under each profile asked for, and is counted once",
          "[vectors]") {
  const auto failures = [](const std::string& item) {
    std::string text;
    for (const VectorFailure& failure : report_on(with_item(item)).failures) {
      text += failure.what;
    }
    return text;
  };
  const std::string plain = worked_example();
  CHECK(report_on(with_item(plain)).passed == 1);
  // The default profile ignores `alt`, the manual one takes it.
  const std::string alt_is_wrong =
      replaced(plain, R"("steps":)", R"("alt":{"manual":{"3":["ok","0x5"]}},"steps":)");
  CHECK(failures(alt_is_wrong) == "MRS PMEVCNTR0_EL0 [manual, cut per cycle]");
  CHECK(report_on(with_item(alt_is_wrong), options_of(PmuProfile::pseudocode)).passed == 1);
  const std::string usual_is_wrong =
      replaced(replaced(plain, R"("ok","0x100000002")", R"("ok","0x5")"),
               R"("steps":)",
               R"("alt":{"manual":{"3":["ok","0x100000002"]}},"steps":)");
  CHECK(failures(usual_is_wrong) == "MRS PMEVCNTR0_EL0 [pseudocode, cut per cycle]");
  CHECK(report_on(with_item(usual_is_wrong), options_of(PmuProfile::manual)).passed == 1);
}

TEST_CASE("the manual profile inverts the entries that its mask names", "[vectors]") {
  const std::string masked = replaced(
      worked_table(), R"("bits":"9")", R"("bits":"b","ambmask":{"manual":"2","fz_c":"f"})");
  CHECK(report_on(with_item(masked, "tables"), options_of(PmuProfile::manual)).passed == 1);
  const VectorReport report = report_on(with_item(masked, "tables"));
  REQUIRE(report.failures.size() == 1);
  CHECK(report.failures[0].what == "counts [pseudocode]");
}

TEST_CASE("a run of any length takes time for its spans, not for its cycles", "[vectors]") {
  // No overflow in reach: 10^15 cycles are some hundred thousand spans.
  const std::string item = R"({"id":"long","cfg":0,"init":{"PMCR_EL0":"0x1","MDCR_EL2":"0x6",)"
                           R"("PMCNTEN":"0x80000000"},"steps":[["ctx",1,"NS",1],)"
                           R"(["run",1000000000000000,{"0x24":7},{"CC":"0x38d7ea4c68000"}],)"
                           R"(["run",1,{},{"CC":"0x38d7ea4c68001"}]]})";
  CHECK(report_on(with_item(item)).passed == 1);
}

TEST_CASE("steps of no cycles are steps", "[vectors]") {
  const std::string item = replaced(worked_example(),
                                    R"(["cyc",[{"0x24":1})",
                                    R"(["run",0,{"0x24":1},{}],["chunk",[],{}],["warm",[]],)"
                                    R"(["cyc",[],[]],["cyc",[{"0x24":1})");
  CHECK(report_on(with_item(item)).passed == 1);
}

TEST_CASE("what the format does not have is noted once and left aside", "[vectors]") {
  const auto notes_of = [](const std::string& text) {
    const TemporaryFile file{text};
    VectorReport report;
    const VectorMessages messages = run_vectors(file.path(), {}, report);
    CHECK(messages.problems.empty());
    CHECK(report.failed + report.not_run == 0);
    CHECK(report.passed >= 1);
    std::vector<VectorNote> notes = messages.notes.listed();
    for (VectorNote& note : notes) {
      note.where = note.where.substr(file.path().size());
    }
    return notes;
  };
  const auto note_of = [&](const std::string& text) {
    const std::vector<VectorNote> notes = notes_of(text);
    REQUIRE(notes.size() == 1);
    return notes[0];
  };
  const std::string plain = worked_example();
  SECTION("keys, of an item, a feature set, the file") {
    const std::string item = replaced(plain, R"("steps":)", R"("finl":{},"steps":)");
    const VectorNote note = note_of(with_item(item + ",\n" + item));
    CHECK(note.what == R"(unknown key "finl")");
    CHECK(note.hint == R"(did you mean "final"?)");
    CHECK(note.times == 2);
    CHECK(note.where == ":2:" + std::to_string(item.find(R"("finl")") + 1) + ": /vectors/0/finl");
    CHECK(note_of(replaced(with_item(plain), R"("n":6)", R"("n":6,"ext":1)")).what ==
          R"(unknown key "ext")");
    CHECK(note_of(replaced(with_item(plain), R"("family")", R"("made":"today","family")")).what ==
          R"(unknown key "made")");
    CHECK(note_of(with_item(replaced(plain, R"("steps":)", R"("alt":{"x":{}},"steps":)"))).what ==
          R"(unknown key "x")");
  }
  SECTION("elements of a step") {
    CHECK(note_of(with_item(replaced(plain, R"("trap1"])", R"("trap1","0x0","why"])"))).what ==
          R"(more elements than ["r", register, result, value] has)");
  }
  SECTION("registers that are none of the PMU") {
    CHECK(note_of(with_item(replaced(plain, R"("init":{)", R"("init":{"HCR_EL2":"0x8",)"))).what ==
          "HCR_EL2 is no register of the PMU and changes nothing");
    CHECK(
        note_of(with_item(replaced(
                    plain, R"(["ctx",0,"NS",1])", R"(["poke","SCR_EL3","0x1"],["ctx",0,"NS",1])")))
            .what == "SCR_EL3 is no register of the PMU and changes nothing");
  }
  SECTION("variables of tables that are none of the PMU") {
    for (const char* name : {"HCR_EL2.TGE", "MDCR_EL2.TDA", "PMEVTYPER0_EL0.SYNC"}) {
      // The new variable is the first, so that each entry of the old table stands twice.
      const std::string table = replaced(
          replaced(worked_table(), R"("vars":[)", std::string{R"("vars":[")"} + name + R"(",)"),
          R"("bits":"9")",
          R"("bits":"3c")");
      CHECK(note_of(with_item(table, "tables")).what ==
            std::string{"variable "} + name + " is no field of the PMU and changes nothing");
    }
  }
  SECTION("many of them are counted") {
    std::string item = plain;
    for (int key = 0; key < 100; ++key) {
      item = replaced(item, R"("steps":)", "\"k" + std::to_string(key) + R"(":0,"steps":)");
    }
    CHECK(notes_of(with_item(item)).size() == VectorNotes::kListed);
  }
}

TEST_CASE("a variable sets its field to 0 or 1, or one flag of many", "[vectors]") {
  const std::string file =
      replaced(with_item(worked_table(), "tables"), R"("hpmn0":0)", R"("hpmn0":1)");
  // Two counters, the second range disabled: counter 0 counts when HPMN is 1, counter 1 never.
  const std::string hpmn =
      replaced(file, R"("PMEVTYPER0_EL0.P","PMEVTYPER0_EL0.NSK")", R"("MDCR_EL2.HPMN")");
  CHECK(report_on(replaced(hpmn, R"("bits":"9")", R"("bits":"2")")).passed == 1);
  std::string second = replaced(hpmn, R"("idx":0)", R"("idx":1)");
  second = replaced(second, R"("PMCNTEN":"0x1")", R"("PMCNTEN":"0x2")");
  CHECK(report_on(replaced(second, R"("bits":"9")", R"("bits":"0")")).passed == 1);
  // The flag of a counter in the first range freezes it with FZO, under either name of the flags.
  for (const char* name : {"PMOVS.P3", "PMOVSSET_EL0.P3"}) {
    std::string freeze = replaced(file,
                                  R"("PMEVTYPER0_EL0.P","PMEVTYPER0_EL0.NSK")",
                                  std::string{R"(")"} + name + R"(","PMCR_EL0.FZO")");
    freeze = replaced(freeze, R"("pmu":"p5")", R"("pmu":"p7")");
    CHECK(report_on(replaced(freeze, R"("bits":"9")", R"("bits":"7")")).passed == 1);
  }
}

TEST_CASE("a file may hold vectors and tables", "[vectors]") {
  const std::string file = with_item(worked_example());
  CHECK(report_on(file.substr(0, file.size() - 1) + R"(,"tables":[)" + worked_table() + "]}")
            .passed == 2);
}

TEST_CASE("a vector file may have more values than a scenario", "[vectors]") {
  std::string note = "[0";
  for (std::size_t value = 0; value < scenario::JsonLimits::kNodes; ++value) {
    note += ",0";
  }
  const std::string item =
      replaced(worked_example(), R"("cfg":0)", R"("cfg":0,"note":)" + note + "]");
  CHECK(report_on(with_item(item)).passed == 1);
}

TEST_CASE("a wrong entry of a table fails with its number", "[vectors]") {
  const std::string table = worked_table();
  CHECK(report_on(with_item(table, "tables")).passed == 1);
  const VectorReport report =
      report_on(with_item(replaced(table, R"("bits":"9")", R"("bits":"1")"), "tables"));
  REQUIRE(report.failures.size() == 1);
  CHECK(report.failures[0].what == "counts [manual]");
  CHECK(report.failures[0].step == 3);
  CHECK(report.failures[0].want == "0");
  CHECK(report.failures[0].got == "1");
}

TEST_CASE("items that depend on a reading taken differently are skipped", "[vectors]") {
  VectorOptions options = options_of(PmuProfile::pseudocode);
  const std::string plain = worked_example();
  const std::string ambiguous =
      replaced(plain, R"("cfg":0)", R"("cfg":0,"amb":["fz_next","div_phase"])");
  const std::string file = with_item(plain + "," + ambiguous);
  CHECK(report_on(file, options).passed == 2);
  options.profiles[0].readings.chain_ignores_filter = true;  // named by no item
  CHECK(report_on(file, options).passed == 2);
  options.profiles[0].readings.freeze_from_next_cycle = true;
  const VectorReport report = report_on(file, options);
  CHECK(report.passed == 1);
  CHECK(report.skipped == 1);
  CHECK(report.failed == 0);
}

TEST_CASE("no vector that is not skipped depends on a reading", "[pmu][vectors]") {
  for (const ReadingDesc& reading : reading_table()) {
    VectorOptions options = options_of(PmuProfile::pseudocode);
    options.profiles[0].readings.*reading.flag = true;
    options.cuttings = {Cutting::chunks};
    options.targets = {simd_targets().front()};
    VectorReport report;
    for (const char* family : {"access",
                               "cycle_counter",
                               "el_filter",
                               "enable_freeze",
                               "random",
                               "threshold",
                               "width_overflow_chain"}) {
      REQUIRE(run_vectors(data_file(family), options, report).problems.empty());
    }
    CAPTURE(reading.name);
    CHECK(report.failed == 0);
    CHECK(report.skipped > 0);
    CHECK(report.passed > 2000);
  }
}
