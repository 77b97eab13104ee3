// SPDX-License-Identifier: Apache-2.0
#include "sim/report/files.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

using namespace pmusim;
namespace fs = std::filesystem;

namespace {

std::string content_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

std::size_t entries_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}));
}

}  // namespace

TEST_CASE("a file is written with the folders above it", "[report][files]") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a" / "b" / "result.json";
  REQUIRE(report::write_file(file.string(), "text\n"));
  CHECK(content_of(file) == "text\n");
}

TEST_CASE("a file is replaced as a whole and nothing else is left behind", "[report][files]") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "result.json";
  REQUIRE(report::write_file(file.string(), "a longer text"));
  REQUIRE(report::write_file(file.string(), "short"));
  CHECK(content_of(file) == "short");
  CHECK(entries_in(folder.path()) == 1);
}

TEST_CASE("a symbolic link keeps pointing to the file that is replaced", "[report][files]") {
  const TemporaryFolder folder;
  REQUIRE(report::write_file((folder.path() / "target").string(), "old"));
  fs::create_symlink("target", folder.path() / "link");
  REQUIRE(report::write_file((folder.path() / "link").string(), "new"));
  CHECK(fs::is_symlink(folder.path() / "link"));
  CHECK(content_of(folder.path() / "target") == "new");
}

TEST_CASE("a full disk is reported as such", "[report][files]") {
  const Result<void> written = report::write_file("/dev/full", "text");
  REQUIRE_FALSE(written);
  CHECK(written.error().code == ErrorCode::io);
  CHECK(written.error().where == "/dev/full");
  CHECK_THAT(written.error().what, Catch::Contains("No space left on device"));
}

TEST_CASE("a device can be written", "[report][files]") {
  CHECK(report::write_file("/dev/null", "text"));
}

TEST_CASE("a folder in place of the file is reported", "[report][files]") {
  const TemporaryFolder folder;
  const Result<void> written = report::write_file(folder.path().string(), "text");
  REQUIRE_FALSE(written);
  CHECK_THAT(written.error().what, Catch::Contains("directory"));
}

TEST_CASE("a file in place of a folder is reported", "[report][files]") {
  const TemporaryFolder folder;
  REQUIRE(report::write_file((folder.path() / "file").string(), "text"));
  const Result<void> written =
      report::write_file((folder.path() / "file" / "result.json").string(), "text");
  REQUIRE_FALSE(written);
  CHECK(written.error().code == ErrorCode::io);
  CHECK(content_of(folder.path() / "file") == "text");
}
