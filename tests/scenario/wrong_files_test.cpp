// SPDX-License-Identifier: Apache-2.0
//
// Each file in wrong/ is a scenario with mistakes; beside it stands what the reader must say about
// it, under a line that gives the reason.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/scenario/input_file.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/read_scenario.h"

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

/// @post  the working folder is that of the files, whose recordings are named relative to it.
std::vector<std::filesystem::path> wrong_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator{std::string{PMUSIM_SOURCE_DIR} +
                                                               "/tests/scenario/wrong"}) {
    if (entry.path().extension() == ".json") {
      files.push_back(entry.path());
    }
  }
  std::filesystem::current_path(std::string{PMUSIM_SOURCE_DIR} + "/tests/scenario/wrong");
  std::ranges::sort(files);
  return files;
}

std::string content_of(const std::filesystem::path& path) {
  return read_regular_file(path.string(), JsonLimits::kBytes).value_or(std::string{});
}

}  // namespace

TEST_CASE("each wrong file gets the messages that stand beside it", "[scenario][golden]") {
  const auto files = wrong_files();
  CHECK(files.size() >= 30);
  for (const auto& file : files) {
    const std::string name = file.filename().string();
    const auto scenario = read_scenario_text(content_of(file), name);
    CAPTURE(name);
    REQUIRE_FALSE(scenario);
    auto golden = file;
    golden.replace_extension(".txt");
    const std::string expected = content_of(golden);
    const std::size_t reason_end = expected.find('\n') + 1;
    REQUIRE(expected.starts_with("# "));
    const std::string got = to_text(scenario.error(), name);
    if (std::getenv("PMUSIM_ACCEPT") != nullptr) {
      std::ofstream{golden, std::ios::binary} << expected.substr(0, reason_end) << got;
      continue;
    }
    INFO(
        "If the change is meant: PMUSIM_ACCEPT=1 ctest -R 'each wrong file', then read the "
        "difference.");
    CHECK(got == expected.substr(reason_end));
  }
}

TEST_CASE("every problem of a wrong file has a place, and names no other file", "[scenario]") {
  for (const auto& file : wrong_files()) {
    const std::string name = file.filename().string();
    CAPTURE(name);
    const auto scenario = read_scenario_text(content_of(file), name);
    REQUIRE_FALSE(scenario);
    for (const Error& problem : scenario.error().listed()) {
      CAPTURE(to_text(problem));
      CHECK(problem.where.starts_with(name + ":"));
      CHECK_FALSE(problem.what.empty());
    }
  }
}
