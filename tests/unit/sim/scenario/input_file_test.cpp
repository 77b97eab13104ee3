// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/input_file.h"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

class Folder : public TemporaryFolder {
 public:
  [[nodiscard]] std::string file(const std::string& name) const { return (path() / name).string(); }
};

std::string what_is_wrong_with(const std::string& path, std::size_t limit = 100) {
  const auto text = read_regular_file(path, limit);
  return text ? "" : text.error().what;
}

}  // namespace

TEST_CASE("a regular file is read as it is", "[scenario][input]") {
  const Folder folder;
  const std::string content("a\0b\r\n", 5);
  std::ofstream{folder.file("f"), std::ios::binary} << content;
  CHECK(read_regular_file(folder.file("f"), 100) == content);
}

TEST_CASE("a file may have the greatest size and not a byte more", "[scenario][input]") {
  const Folder folder;
  std::ofstream{folder.file("f")} << std::string(101, 'x');
  CHECK(what_is_wrong_with(folder.file("f"), 101).empty());
  CHECK(what_is_wrong_with(folder.file("f"), 100).find("larger than") == 0);
}

TEST_CASE("what is no regular file is named and never waited for", "[scenario][input]") {
  const Folder folder;
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  CHECK(what_is_wrong_with(folder.file("pipe")) == "this is a pipe");
  CHECK(what_is_wrong_with("/dev/zero") == "this is a device");
  CHECK(what_is_wrong_with(folder.file(".")) == "this is a directory");
  CHECK(what_is_wrong_with(folder.file("none")) == "cannot be opened: No such file or directory");
  CHECK(what_is_wrong_with("") == "the name of the file is empty");
  CHECK(read_regular_file("-", 100).error().hint.find("standard input is not supported") == 0);
}

TEST_CASE("a file without permission is said to be so", "[scenario][input]") {
  const Folder folder;
  std::ofstream{folder.file("f")} << "{}";
  REQUIRE(::chmod(folder.file("f").c_str(), 0) == 0);
  const std::string expected =
      ::geteuid() == 0 ? "" : "cannot be opened: Permission denied";  // root may read all
  CHECK(what_is_wrong_with(folder.file("f")) == expected);
}

TEST_CASE("problems of a file name it and count as wrong input", "[scenario][input]") {
  const auto text = read_regular_file("/nowhere/x.json", 100);
  REQUIRE_FALSE(text);
  CHECK(text.error().where == "/nowhere/x.json");
  CHECK(text.error().code == ErrorCode::invalid_input);
}
