// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/file_list.h"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "tests/support/temporary_folder.h"

using namespace pmusim;
using namespace pmusim::litmus;

namespace fs = std::filesystem;

namespace {

/// A folder in which names are resolved; results are relative to it.
class Stage {
 public:
  void add(const std::string& name, const std::string& content = "") const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream{folder_.path() / name} << content;
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_.path() / name).string();
  }

  /// Files, then problems, a line each.
  [[nodiscard]] std::string resolved(const std::vector<std::string>& words) const {
    std::vector<std::string> paths;
    paths.reserve(words.size());
    for (const std::string& word : words) {
      paths.push_back(path(word));
    }
    const FileList list = resolve(paths);
    std::string text;
    for (const std::string& file : list.files) {
      text += relative(file) + "\n";
    }
    for (const Error& problem : list.problems) {
      text += "! " + relative(problem.where + ": " + problem.what) + "\n";
    }
    return text;
  }

 private:
  [[nodiscard]] std::string relative(std::string text) const {
    const std::string prefix = folder_.path().string() + "/";
    for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
      text.erase(at, prefix.size());
    }
    return text;
  }

  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a file is taken as it is, there or not", "[litmus][files]") {
  const Stage stage;
  CHECK(stage.resolved({"b.litmus", "a.txt"}) == "b.litmus\na.txt\n");
}

TEST_CASE("a folder stands for its litmus files, sorted, with those beneath", "[litmus][files]") {
  const Stage stage;
  for (const char* name :
       {"t/b.litmus", "t/a.litmus", "t/sub/c.litmus", "t/notes.txt", "t/x.litmus.old"}) {
    stage.add(name);
  }
  fs::create_directories(stage.path("t/folder.litmus"));
  CHECK(stage.resolved({"t"}) == "t/a.litmus\nt/b.litmus\nt/sub/c.litmus\n");
  fs::create_directories(stage.path("empty"));
  CHECK(stage.resolved({"empty"}) == "! empty: no file in this folder ends in .litmus\n");
}

TEST_CASE("a name with @ is a list, relative to its own folder", "[litmus][files]") {
  const Stage stage;
  stage.add("l/@all", "# tests\n\na.litmus\r\nsub/b.litmus\n@more\n/absolute.litmus");
  stage.add("l/@more", "c.litmus\nfolder\n");
  stage.add("l/folder/d.litmus");
  CHECK(stage.resolved({"l/@all"}) ==
        "l/a.litmus\nl/sub/b.litmus\nl/c.litmus\nl/folder/d.litmus\n/absolute.litmus\n");
}

TEST_CASE("the @ need not be part of the name of the list", "[litmus][files]") {
  const Stage stage;
  stage.add("list.txt", "a.litmus\n");
  CHECK(stage.resolved({"@list.txt"}) == "a.litmus\n");
  stage.add("@list.txt", "b.litmus\n");
  CHECK(stage.resolved({"@list.txt"}) == "b.litmus\n");
}

TEST_CASE("lists that contain themselves end, and say where", "[litmus][files]") {
  const Stage stage;
  stage.add("@a", "x.litmus\n@b\n");
  stage.add("@b", "y.litmus\n@a\nz.litmus\n");
  CHECK(stage.resolved({"@a"}) ==
        "x.litmus\ny.litmus\nz.litmus\n! @b:2: the list @a contains itself\n");
  // By another path it is the same list.
  stage.add("sub/@d", "../sub/@d\n");
  CHECK(stage.resolved({"sub/../sub/@d"}) ==
        "! sub/../sub/@d:1: the list sub/../sub/../sub/@d contains itself\n");
  stage.add("@twice", "@c\n@c\n");
  stage.add("@c", "x.litmus\n");
  CHECK(stage.resolved({"@twice"}) == "x.litmus\nx.litmus\n");
}

TEST_CASE("lists that are missing or name nothing are said", "[litmus][files]") {
  const Stage stage;
  stage.add("@a", "@none\n");
  stage.add("@empty", "# nothing\n\n");
  CHECK(stage.resolved({"@a"}) == "! @a:1: @none: cannot be opened: No such file or directory\n");
  CHECK(stage.resolved({"@empty"}) == "! @empty: the list names no test\n");
  fs::create_directories(stage.path("@folder"));
  CHECK(stage.resolved({"@folder"}) == "! @folder: this is a directory\n");
}

TEST_CASE("lists of lists of lists cost bounded time", "[litmus][files]") {
  const Stage stage;
  // 10 levels that each name the next ten times would be ten thousand million lines.
  for (int level = 0; level < 10; ++level) {
    std::string lines;
    for (int i = 0; i < 10; ++i) {
      lines += "@" + std::to_string(level + 1) + "\n";
    }
    stage.add("@" + std::to_string(level), lines);
  }
  stage.add("@10", "# nothing\n");
  CHECK_THAT(stage.resolved({"@0"}), Catch::Contains("the lists have more than 100000 lines"));
  for (int level = 0; level < 200; ++level) {
    stage.add("deep/@" + std::to_string(level), "@" + std::to_string(level + 1) + "\n");
  }
  CHECK(stage.resolved({"deep/@0"}) == "! deep/@99:1: more than 100 lists within lists\n");
}
