// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vectors.h"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "models/pmu/dense_kernels.h"

using namespace pmusim;
using namespace pmusim::engine;

namespace {

/// A file that is removed at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_{std::filesystem::temp_directory_path() /
              ("pmusim_vectors_" + std::to_string(::getpid()) + ".json")} {
    std::ofstream{path_} << text;
  }

  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  ~TemporaryFile() { std::filesystem::remove(path_); }

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

VectorOptions options_of(PmuProfile profile) {
  VectorOptions options;
  options.profile = profile;
  options.readings = readings_of(profile);
  return options;
}

std::string data_file(const std::string& family) {
  return std::string{PMUSIM_TEST_DATA} + "/vectors/pmu/" + family + ".json";
}

/// The report over a text, which must be of the format.
VectorReport report_on(const std::string& text, const VectorOptions& options = {}) {
  const TemporaryFile file{text};
  VectorReport report;
  const auto result = run_vectors(file.path(), options, report);
  INFO((result ? std::string{} : result.error().where + ": " + result.error().what));
  REQUIRE(result);
  return report;
}

/// The error that a text gives; it must give one.
Error error_of(const std::string& text) {
  const TemporaryFile file{text};
  VectorReport report;
  const auto result = run_vectors(file.path(), {}, report);
  REQUIRE_FALSE(result);
  CHECK(result.error().where.find(file.path()) == 0);
  return result.error();
}

/// A file with one item.
std::string with_item(const std::string& item, const std::string& list = "vectors") {
  return R"({"format":"pmuv3-vectors-1","family":"test","configs":[{"pmu":"p5","n":6,"el2":1,)"
         R"("el3":1,"sel2":1,"rme":0,"th":0,"edge":0,"icntr":0,"hpmn0":0,"aa32":0}],")" +
         list + R"(":[)" + item + "]}";
}

/// Counter 0 wraps by 3 and chains into counter 1; the level follows the flag.
std::string worked_example() {
  return R"({"id":"ex","cfg":0,"init":{"PMCR_EL0":"0x41","MDCR_EL2":"0x86",)"
         R"("PMCNTEN":"0x80000003","PMINTEN":"0x1","PMEVTYPER0_EL0":"0x24",)"
         R"("PMEVTYPER1_EL0":"0x1e","PMEVCNTR0_EL0":"0xfffffffe","PMEVCNTR1_EL0":"0x7"},)"
         R"("steps":[["ctx",1,"NS",1],["cyc",[{"0x24":1},{"0x24":3},{}],)"
         R"([{"E0":"0xffffffff","CC":"0x1"},)"
         R"({"E0":"0x100000002","E1":"0x8","CC":"0x2","OV":"0x1","IRQ":1},{"CC":"0x3"}]],)"
         R"(["w","PMOVSCLR_EL0","0x1","ok",{"OV":"0x0","IRQ":0}],)"
         R"(["r","PMEVCNTR0_EL0","ok","0x100000002"],["ctx",0,"NS",1],)"
         R"(["r","PMEVCNTR0_EL0","trap1"]]})";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
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
  for (const std::string& target : simd_targets()) {
    REQUIRE(use_simd_target(target));
    for (const PmuProfile profile : {PmuProfile::manual, PmuProfile::pseudocode}) {
      for (const Family& family : families) {
        CAPTURE(target, static_cast<int>(profile), family.name);
        VectorReport report;
        REQUIRE(run_vectors(data_file(family.name), options_of(profile), report));
        CHECK(report.passed >= family.items);
        CHECK(report.failed == 0);
        CHECK(report.skipped == 0);
        for (const VectorFailure& failure : report.failures) {
          UNSCOPED_INFO(failure.id << " step " << failure.step << ": " << failure.what << " want "
                                   << failure.want << " got " << failure.got);
        }
      }
    }
  }
  use_simd_target("");
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
    CHECK(failure.what == "E1 (cycle 1) [cut per cycle]");
    CHECK(failure.want == "0x9");
    CHECK(failure.got == "0x8");
  }
  SECTION("a value that changes although it is not listed") {
    const auto failure = failure_of(R"(},{"CC":"0x3"}])", "},{}]");
    CHECK(failure.what == "CC (cycle 2) [cut per cycle]");
    CHECK(failure.want == "0x2");
    CHECK(failure.got == "0x3");
  }
  SECTION("the interrupt level") {
    const auto failure = failure_of(R"("OV":"0x0","IRQ":0)", R"("OV":"0x0")");
    CHECK(failure.step == 2);
    CHECK(failure.what == "IRQ (MSR PMOVSCLR_EL0) [cut per cycle]");
  }
  SECTION("the value of a read") {
    const auto failure = failure_of(R"("ok","0x100000002")", R"("ok","0x2")");
    CHECK(failure.step == 3);
    CHECK(failure.what == "MRS PMEVCNTR0_EL0 [cut per cycle]");
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
    CHECK(failure.what == "PMEVTYPER0_EL0 [cut per cycle]");
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
  CHECK(report.failures[0].what == "CC (cycles) [whole chunks]");
}

TEST_CASE("a wrong entry of a table fails with its number", "[vectors]") {
  // Counter 0 at Non-secure EL1: P and NSK decide; it counts in entries 0 and 3.
  const std::string table =
      R"({"id":"t","cfg":0,"table":"filter","kind":"ev1","idx":0,"ctx":[1,"NS",1],"hpmn":6,)"
      R"("base":{"PMCR_EL0":"0x1","MDCR_EL2":"0x6","PMCNTEN":"0x1","filters":"0x0"},)"
      R"("vars":["PMEVTYPER0_EL0.P","PMEVTYPER0_EL0.NSK"],"bits":"9"})";
  CHECK(report_on(with_item(table, "tables")).passed == 1);
  const VectorReport report =
      report_on(with_item(replaced(table, R"("bits":"9")", R"("bits":"1")"), "tables"));
  REQUIRE(report.failures.size() == 1);
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
  options.readings.chain_ignores_filter = true;  // named by no item
  CHECK(report_on(file, options).passed == 2);
  options.readings.freeze_from_next_cycle = true;
  const VectorReport report = report_on(file, options);
  CHECK(report.passed == 1);
  CHECK(report.skipped == 1);
  CHECK(report.failed == 0);
}

TEST_CASE("no vector that is not skipped depends on a reading", "[pmu][vectors]") {
  for (const ReadingDesc& reading : reading_table()) {
    VectorOptions options = options_of(PmuProfile::pseudocode);
    options.readings.*reading.flag = true;
    options.cuttings = {Cutting::chunks};
    VectorReport report;
    for (const char* family : {"access",
                               "cycle_counter",
                               "el_filter",
                               "enable_freeze",
                               "random",
                               "threshold",
                               "width_overflow_chain"}) {
      REQUIRE(run_vectors(data_file(family), options, report));
    }
    CAPTURE(reading.name);
    CHECK(report.failed == 0);
    CHECK(report.skipped > 0);
    CHECK(report.passed > 2000);
  }
}

TEST_CASE("a file that is missing or a directory is an error", "[vectors]") {
  VectorReport report;
  const auto missing = run_vectors("/nonexistent/vectors.json", {}, report);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::io);
  const auto directory = run_vectors(std::filesystem::temp_directory_path().string(), {}, report);
  CHECK_FALSE(directory);
}

TEST_CASE("a malformed file is an error with its place, not a crash", "[vectors]") {
  SECTION("no JSON") {
    for (const char* text : {"", "{", "[1,2", "\xff\xfe", "nonsense", "{\"format\":"}) {
      CHECK(error_of(text).code == ErrorCode::invalid_input);
    }
    error_of(std::string(100'000, '['));
  }
  SECTION("another document") {
    for (const char* text : {"[]",
                             "{}",
                             "3",
                             "null",
                             R"({"format":"pmuv3-vectors-2"})",
                             R"({"format":"pmuv3-vectors-1"})",
                             R"({"format":"pmuv3-vectors-1","configs":[]})",
                             R"({"format":"pmuv3-vectors-1","configs":[{}],"vectors":[]})",
                             R"({"format":"pmuv3-vectors-1","configs":7,"vectors":[]})"}) {
      CAPTURE(text);
      CHECK(error_of(text).code == ErrorCode::invalid_input);
    }
  }
  SECTION("a bad configuration") {
    const std::string file = with_item(worked_example());
    CHECK(error_of(replaced(file, R"("n":6)", R"("n":32)")).where.find("configs[0]") !=
          std::string::npos);
    error_of(replaced(file, R"("n":6)", R"("n":-1)"));
    error_of(replaced(file, R"("pmu":"p5")", R"("pmu":"p6")"));
    error_of(replaced(file, R"("el2":1,)", ""));
  }
  SECTION("a bad item names itself") {
    const std::string file = with_item(worked_example());
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {R"("cfg":0)", R"("cfg":1)"},
             {R"("cfg":0)", R"("cfg":"x")"},
             {"PMCR_EL0", "PMCR_EL9"},
             {R"("0x41")", R"("xyz")"},
             {R"("0x41")", R"("0x1ffffffffffffffff")"},
             {R"("0x41")", "65"},
             {R"(["ctx",1,"NS",1])", R"(["ctx",4,"NS",1])"},
             {R"(["ctx",1,"NS",1])", R"(["ctx",1,"XX",1])"},
             {R"(["ctx",1,"NS",1])", R"(["ctx"])"},
             {R"(["ctx",1,"NS",1])", R"(["jump",1])"},
             {R"(["ctx",1,"NS",1])", R"(["run",99999999999,{},{}])"},
             {R"(["ctx",1,"NS",1])", "7"},
             {R"(["ctx",1,"NS",1])", "[]"},
             {R"({"CC":"0x3"})", R"({"ZZ":"0x3"})"},
             {R"(,{"CC":"0x3"})", ""},
             {R"({"0x24":1})", R"({"hello":1})"},
             {R"({"0x24":1})", R"({"0x24":"many"})"},
             {"PMOVSCLR_EL0", "PMOVSCLR"}}) {
      CAPTURE(from, to);
      const Error error = error_of(replaced(file, from, to));
      CHECK(error.code == ErrorCode::invalid_input);
      CHECK(error.where.find(": ex") != std::string::npos);
    }
  }
  SECTION("an item without an id") {
    error_of(replaced(with_item(worked_example()), R"("id":"ex",)", ""));
  }
}
