// SPDX-License-Identifier: Apache-2.0
#include "sim/report/window_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/support/temporary_folder.h"

using namespace pmusim;

namespace {

engine::WindowResult window_on(std::uint16_t cpu, std::uint64_t first) {
  return {.event = "cycles:H",
          .cpu = CpuId{cpu},
          .kind = "blackout",
          .cause = "guest_entry_switch",
          .context = "hyp_el2_entry_after_switch",
          .first_cycle = first,
          .last_cycle = first + 119,
          .count = 120};
}

std::string content(const std::filesystem::path& path) {
  std::ifstream in{path, std::ios::binary};
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string line(std::uint16_t cpu, std::uint64_t first) {
  return "cycles:H,cpu" + std::to_string(cpu) +
         ",blackout,guest_entry_switch,hyp_el2_entry_after_switch," + std::to_string(first) + "," +
         std::to_string(first + 119) + ",120\n";
}

}  // namespace

TEST_CASE("windows stand CPU after CPU, in whichever order they came", "[report][windows]") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "new" / "windows.csv";
  auto file = report::WindowFile::create(path.string(), {"cpu0", "cpu1"});
  REQUIRE(file);
  file->add(window_on(1, 10));
  file->add(window_on(0, 500));
  file->add(window_on(1, 900));
  CHECK_FALSE(std::filesystem::exists(path));
  REQUIRE(file->finish());
  CHECK(content(path) ==
        std::string{report::kWindowColumns} + line(0, 500) + line(1, 10) + line(1, 900));
}

TEST_CASE("more windows than fit into a block keep their order", "[report][windows]") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "windows.csv";
  auto file = report::WindowFile::create(path.string(), {"cpu0", "cpu1", "cpu2"});
  REQUIRE(file);
  constexpr std::uint64_t kWindows = 3'000;
  for (std::uint64_t i = 0; i < kWindows; ++i) {
    file->add(window_on(static_cast<std::uint16_t>(i * 7 % 3), i * 1'000));
  }
  REQUIRE(file->finish());
  std::string expected{report::kWindowColumns};
  for (std::uint16_t cpu = 0; cpu < 3; ++cpu) {
    for (std::uint64_t i = 0; i < kWindows; ++i) {
      expected += i * 7 % 3 == cpu ? line(cpu, i * 1'000) : "";
    }
  }
  CHECK(content(path) == expected);
}

TEST_CASE("a name with a comma is quoted", "[report][windows]") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "windows.csv";
  auto file = report::WindowFile::create(path.string(), {"cpu0"});
  REQUIRE(file);
  engine::WindowResult window = window_on(0, 1);
  window.event = "p/a,b=1/";
  file->add(window);
  REQUIRE(file->finish());
  CHECK_THAT(content(path), Catch::Contains("\n\"p/a,b=1/\",cpu0,"));
}

TEST_CASE("nothing but the file is left in the folder", "[report][windows]") {
  const TemporaryFolder folder;
  {
    auto unfinished = report::WindowFile::create((folder.path() / "a.csv").string(), {"cpu0"});
    REQUIRE(unfinished);
    unfinished->add(window_on(0, 1));
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a folder that cannot be created is an error", "[report][windows]") {
  const TemporaryFolder folder;
  std::ofstream{folder.path() / "file"} << "x";
  const auto file =
      report::WindowFile::create((folder.path() / "file" / "windows.csv").string(), {"cpu0"});
  REQUIRE_FALSE(file);
  CHECK(file.error().code == ErrorCode::io);
}

TEST_CASE("a file that cannot take its place is an error", "[report][windows]") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "windows.csv";
  auto file = report::WindowFile::create(path.string(), {"cpu0"});
  REQUIRE(file);
  std::filesystem::create_directory(path);
  const Result<void> finished = file->finish();
  REQUIRE_FALSE(finished);
  CHECK(finished.error().code == ErrorCode::io);
}
