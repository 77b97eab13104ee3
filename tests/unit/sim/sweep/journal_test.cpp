// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/journal.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/sweep/journal_lines.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/sim/sweep/examples.h"

using namespace pmusim;
using namespace pmusim::sweep;
using Catch::Contains;

namespace {

constexpr std::size_t kPoints = 6;

std::string identity() {
  return to_json(identity_of(grid_of({"/x=1:6:1"})));
}

/// Points of every kind, with two lists of measures, and texts that need care.
std::vector<PointResult> some_points() {
  return {result_of(4, "18446744073709551615", "0"),
          {0, PointStatus::failed, {{"/a", R"("line\nfeed")"}, {"/b", "null"}}, "/b: nothing"},
          {1, PointStatus::invalid, {}, "\"x\": -1 is not in [0, 31]"},
          result_of(5, "7", "-3")};
}

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

class JournalFile {
 public:
  [[nodiscard]] std::string path() const { return (folder_.path() / "sweep.journal").string(); }

  [[nodiscard]] std::string text() const { return content_of(path()); }

  void set(std::string_view text) const { std::ofstream{path(), std::ios::binary} << text; }

  /// Opens it, takes what it has, and appends `more`.
  [[nodiscard]] Result<std::vector<PointResult>> open_and_append(
      const std::vector<PointResult>& more = {}) const {
    std::vector<PointResult> found;
    Result<Journal> journal = Journal::open(
        path(), identity(), kPoints, [&](const PointResult& result) { found.push_back(result); });
    if (!journal) {
      return tl::unexpected{journal.error()};
    }
    for (const PointResult& result : more) {
      REQUIRE(journal->append(result));
    }
    REQUIRE(journal->sync());
    return found;
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a journal gives back what was appended", "[sweep][journal]") {
  const JournalFile file;
  CHECK(file.open_and_append(some_points())->empty());
  CHECK(*file.open_and_append() == some_points());
}

TEST_CASE("a journal cut at any byte keeps every whole line and goes on", "[sweep][journal]") {
  const JournalFile file;
  REQUIRE(file.open_and_append(some_points()));
  const std::string whole = file.text();
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    CAPTURE(length);
    file.set(whole.substr(0, length));
    const auto kept = file.open_and_append();
    REQUIRE(kept);
    // A point is kept if and only if its line is whole.
    const auto lines =
        std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length), '\n');
    std::vector<PointResult> expected;
    // Lines: identity, list, point 4, list, point 0, list (empty), point 1, point 5.
    constexpr std::array<long, 4> kLineOfPoint{3, 5, 7, 8};
    for (std::size_t i = 0; i < kLineOfPoint.size(); ++i) {
      if (lines >= kLineOfPoint[i]) {
        expected.push_back(some_points()[i]);
      }
    }
    REQUIRE(*kept == expected);
    // The rest is appended again, and nothing else is changed.
    const std::vector<PointResult> points = some_points();
    REQUIRE(file.open_and_append(
        {points.begin() + static_cast<std::ptrdiff_t>(expected.size()), points.end()}));
    REQUIRE(*file.open_and_append() == points);
  }
}

TEST_CASE("a journal with any byte changed ends before that line or is refused",
          "[sweep][journal]") {
  const JournalFile file;
  REQUIRE(file.open_and_append(some_points()));
  const std::string whole = file.text();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    CAPTURE(at);
    std::string damaged = whole;
    damaged[at] = damaged[at] == '\0' ? 'x' : '\0';
    file.set(damaged);
    const auto kept = file.open_and_append();
    if (!kept) {
      REQUIRE(at < whole.find('\n') + 1);
      continue;
    }
    for (std::size_t i = 0; i < kept->size(); ++i) {
      REQUIRE((*kept)[i] == some_points()[i]);
    }
  }
}

TEST_CASE("lines that do not fit the sweep end its journal", "[sweep][journal]") {
  const std::string head = journal_line(identity());
  const std::string list = journal_line(measures_json({"/a"}));
  const PointResult point{2, PointStatus::ok, {{"/a", "1"}}, {}};
  const auto points_in = [&](const std::string& text) {
    std::size_t points = 0;
    const auto content = read_journal(
        text, "j", identity(), kPoints, [&](const PointResult& /*result*/) { ++points; });
    REQUIRE(content);
    return points;
  };
  const std::string good = journal_line(point_json(point, 0));
  CHECK(points_in(head + list + good + good) == 2);
  CHECK(points_in(head + good) == 0);  // no such list
  CHECK(points_in(head + list + journal_line(point_json({6, {}, {{"/a", "1"}}, {}}, 0))) == 0);
  CHECK(points_in(head + list + journal_line(point_json({2, {}, {}, {}}, 0)) + good) == 0);
  CHECK(points_in(head + list + list + good) == 0);  // twice
  CHECK(points_in(head + list + journal_line("{\"point\":2}") + good) == 0);
  CHECK(points_in(head + list + journal_line("not json") + good) == 0);
}

TEST_CASE("the journal of another sweep is refused, with what differs and a remedy",
          "[sweep][journal]") {
  const Grid grid = grid_of({"/x=1:6:1"});
  const auto refusal = [&](const auto& change) {
    Identity other = identity_of(grid);
    change(other);
    const JournalFile file;
    file.set(journal_line(to_json(other)));
    const std::string before = file.text();
    const auto opened = file.open_and_append();
    REQUIRE_FALSE(opened);
    CHECK(file.text() == before);
    CHECK(opened.error().code == ErrorCode::usage);
    CHECK_THAT(opened.error().hint, Contains("--restart"));
    return opened.error().what;
  };
  CHECK_THAT(refusal([](Identity& i) { i.version = "2"; }), Contains("version"));
  CHECK_THAT(refusal([](Identity& i) { i.scenario = "y"; }), Contains("the scenario differs"));
  CHECK_THAT(refusal([](Identity& i) { i.content = 5; }), Contains("content of the scenario"));
  CHECK_THAT(refusal([](Identity& i) { i.overrides.clear(); }), Contains("--set or --seed"));
  CHECK_THAT(refusal([](Identity& i) { i.measures = {"/a"}; }), Contains("--measure differs"));
  CHECK_THAT(
      refusal([](Identity& i) { i.parameters = parameters_json(parameters_of({"/x=1:7:1"})); }),
      Contains("--param differs"));
}

TEST_CASE("a file that is no journal is left alone", "[sweep][journal]") {
  const JournalFile file;
  file.set("my notes\n");
  CHECK_THAT(file.open_and_append().error().what, Contains("no journal"));
  CHECK(file.text() == "my notes\n");
  file.set("my notes");
  CHECK_THAT(file.open_and_append().error().what, Contains("no journal"));
}

TEST_CASE("two processes cannot write one journal", "[sweep][journal]") {
  const JournalFile file;
  REQUIRE(file.open_and_append());
  CHECK_FALSE(is_being_written(file.path()));
  std::array<int, 2> ready{};
  REQUIRE(::pipe(ready.data()) == 0);
  const pid_t other = ::fork();
  if (other == 0) {
    const auto journal = Journal::open(file.path(), identity(), kPoints, [](const PointResult&) {});
    const char byte = journal ? 'y' : 'n';
    if (::write(ready[1], &byte, 1) == 1) {
      while (true) {
        ::pause();
      }
    }
    ::_exit(1);
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  CHECK(byte == 'y');
  CHECK(is_being_written(file.path()));
  CHECK_THAT(file.open_and_append().error().what, Contains("another pmusim sweep"));
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  CHECK_FALSE(is_being_written(file.path()));
  CHECK(file.open_and_append());
}

TEST_CASE("a journal that cannot be written is an I/O error", "[sweep][journal]") {
  const auto opened =
      Journal::open("/dev/null/sweep.journal", identity(), kPoints, [](const PointResult&) {});
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == ErrorCode::io);
}
