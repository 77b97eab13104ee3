// SPDX-License-Identifier: Apache-2.0
//
// Runs commands inside the test.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sim/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace pmusim::cli {

struct Ran {
  ExitCode code;
  std::string out;
  std::string err;
};

inline Ran run_pmusim(const std::vector<std::string>& texts) {
  std::ostringstream out;
  std::ostringstream err;
  Streams streams{.out = out, .err = err, .progress = nullptr, .color = false};
  const ExitCode code = run_program(texts, streams);
  return {code, out.str(), err.str()};
}

inline std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

/// A folder with files that commands can read.
class Files {
 public:
  /// @return  the path of a file with this content.
  std::string add(const std::string& name, const std::string& content) {
    std::ofstream{folder_.path() / name} << content;
    return path(name);
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_.path() / name).string();
  }

 private:
  TemporaryFolder folder_;
};

/// One CPU that executes 1000 cycles with all counters off but the cycle counter, which starts
/// at 5.
inline std::string thousand_cycles(const std::string& expected_count) {
  return R"({
  "format": 1, "name": "thousand",
  "platform": {"cpus": [{"registers": {"PMCR_EL0": "0x41", "PMCNTEN": "0x80000000", "PMCCNTR_EL0": "0x5"}}]},
  "tasks": [{"name": "app", "run": [{"el": 1, "cycles": 1000}]}],
  "expect": [{"that": "/cpus/cpu0/counters/PMCCNTR_EL0/value", "equals": )" +
         expected_count + "}]\n}\n";
}

}  // namespace pmusim::cli
