// SPDX-License-Identifier: Apache-2.0
//
// Vector files of the tests' own.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>
#include <unistd.h>

namespace pmusim::engine {

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

/// A file with one item, or several with commas between them. The items begin line 2.
inline std::string with_item(const std::string& item, const std::string& list = "vectors") {
  return R"({"format":"pmuv3-vectors-1","family":"test","configs":[{"pmu":"p5","n":6,"el2":1,)"
         R"("el3":1,"sel2":1,"rme":0,"th":0,"edge":0,"icntr":0,"hpmn0":0,"aa32":0}],")" +
         list + "\":[\n" + item + "]}";
}

/// Counter 0 wraps by 3 and chains into counter 1; the level follows the flag.
inline std::string worked_example() {
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

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// Counter 0 at Non-secure EL1: P and NSK decide; it counts in entries 0 and 3.
inline std::string worked_table() {
  return R"({"id":"t","cfg":0,"table":"filter","kind":"ev1","idx":0,"ctx":[1,"NS",1],"hpmn":6,)"
         R"("base":{"PMCR_EL0":"0x1","MDCR_EL2":"0x6","PMCNTEN":"0x1","filters":"0x0"},)"
         R"("vars":["PMEVTYPER0_EL0.P","PMEVTYPER0_EL0.NSK"],"bits":"9"})";
}

}  // namespace pmusim::engine
