// SPDX-License-Identifier: Apache-2.0
#include "models/activity/recorded_activity.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include "models/activity/recorded_header.h"
#include "tests/support/temporary_folder.h"

namespace {

using pmusim::AmountColumn;
using pmusim::EventId;
using pmusim::RecordedActivity;
using pmusim::TemporaryFolder;
using Amounts = std::vector<std::uint32_t>;
using namespace std::string_literals;

/// A file as the README of models/activity describes it, typed by hand: two columns of three
/// cycles, STALL_SLOT in one byte and INST_RETIRED in two.
std::string small_file() {
  std::string file =
      "PMUACT1\0"s
      "\x01\0\0\0"s
      "\x02\0\0\0"s
      "\x03\0\0\0\0\0\0\0"s
      "\x3F\0\x01\0\0\0\0\0"s
      "\x08\0\x02\0\0\0\0\0"s;
  file.resize(64, '\0');
  file += "\x05\x06\x07"s;
  file.resize(128, '\0');
  file += "\x00\x01\xFF\xFF\x02\x00"s;
  return file;
}

/// Reads from memory with the alignment that a mapped file has.
pmusim::Checked<RecordedActivity> read_binary(const std::string& file) {
  const std::shared_ptr<void> memory{std::aligned_alloc(64, (file.size() / 64 + 1) * 64),
                                     std::free};
  std::memcpy(memory.get(), file.data(), file.size());
  return pmusim::read_recorded_binary(
      memory, {static_cast<const std::byte*>(memory.get()), file.size()}, "run.pmuact");
}

const pmusim::Error& first_of(const pmusim::Problems& problems) {
  return problems.listed().front();
}

using Places = std::vector<std::string>;

Places wheres_of(const pmusim::Problems& problems) {
  Places places;
  for (const pmusim::Error& problem : problems.listed()) {
    places.push_back(problem.where);
  }
  return places;
}

std::string with_byte(std::size_t offset, char value) {
  std::string file = small_file();
  file.at(offset) = value;
  return file;
}

Amounts amounts(const RecordedActivity& activity, EventId event) {
  const auto column = activity.find(event);
  REQUIRE(column);
  Amounts all;
  for (std::uint64_t cycle = 0; cycle < column->cycles(); ++cycle) {
    all.push_back(column->at(cycle));
  }
  return all;
}

std::string file_in(const TemporaryFolder& folder,
                    const std::string& name,
                    const std::string& content) {
  const std::string path = (folder.path() / name).string();
  std::ofstream{path, std::ios::binary} << content;
  return path;
}

}  // namespace

TEST_CASE("a binary file is read as it is laid out", "[activity][recorded]") {
  const auto activity = read_binary(small_file());
  REQUIRE(activity);
  CHECK(activity->cycles() == 3);
  CHECK(amounts(*activity, EventId{0x3F}) == Amounts{5, 6, 7});
  CHECK(amounts(*activity, EventId{0x08}) == Amounts{256, 65'535, 2});
  CHECK_FALSE(activity->find(EventId{0x11}));
}

TEST_CASE("a binary file is written as it is laid out", "[activity][recorded]") {
  const auto activity = *RecordedActivity::from_columns(
      {{EventId{0x3F}, AmountColumn::copy_of(Amounts{5, 6, 7})},
       {EventId{0x08}, AmountColumn::copy_of(Amounts{256, 65'535, 2})}});
  CHECK(pmusim::write_recorded_binary(activity) == small_file());
}

TEST_CASE("a wrong binary file is refused with the byte that is wrong", "[activity][recorded]") {
  const auto where = [](const std::string& file) {
    const auto activity = read_binary(file);
    REQUIRE_FALSE(activity);
    CHECK(first_of(activity.error()).code == pmusim::ErrorCode::invalid_input);
    return first_of(activity.error()).where;
  };
  CHECK(where(with_byte(0, 'Q')) == "run.pmuact, byte 0");
  CHECK(where(with_byte(7, '2')) == "run.pmuact, byte 0");
  CHECK(where(with_byte(8, 2)) == "run.pmuact, byte 8");
  CHECK(where(with_byte(12, 0)) == "run.pmuact, byte 12");
  CHECK(where(with_byte(15, 1)) == "run.pmuact, byte 12");        // 2^24 columns
  CHECK(where(with_byte(16, 0)) == "run.pmuact, byte 16");        // no cycle
  CHECK(where(with_byte(16, 4)) == "run.pmuact, byte 134");       // a cycle more than there is
  CHECK(where(with_byte(16, 2)) == "run.pmuact, byte 132");       // a cycle less
  CHECK(where(with_byte(23, '\xFF')) == "run.pmuact, byte 134");  // 2^64 cycles, nearly
  CHECK(where(with_byte(26, 3)) == "run.pmuact, byte 26");        // amounts of 3 bytes
  CHECK(where(with_byte(26, 0)) == "run.pmuact, byte 26");
  CHECK(where(with_byte(27, 1)) == "run.pmuact, byte 27");
  CHECK(where(with_byte(32, 0x3F)) == "run.pmuact, byte 32");  // the same event twice
  CHECK(where(small_file() + "x") == "run.pmuact, byte 134");
}

TEST_CASE("all that is wrong in a binary file is told, by byte", "[activity][recorded]") {
  const auto places = [](const std::string& file) {
    const auto activity = read_binary(file);
    REQUIRE_FALSE(activity);
    return wheres_of(activity.error());
  };
  std::string columns = small_file();
  columns[26] = 3;     // amounts of 3 bytes
  columns[31] = 1;     // not zero
  columns[32] = 0x3F;  // the event of the first column
  columns[35] = 1;
  CHECK(places(columns) == Places{"run.pmuact, byte 26",
                                  "run.pmuact, byte 27",
                                  "run.pmuact, byte 32",
                                  "run.pmuact, byte 35"});
  std::string header = small_file();
  header[12] = 0;  // no column
  header[16] = 0;  // no cycle
  CHECK(places(header) == Places{"run.pmuact, byte 12", "run.pmuact, byte 16"});
  // One event twice, and cut in the first column: that the second is missing follows.
  std::string cut = with_byte(32, 0x3F).substr(0, 65);
  CHECK(places(cut) == Places{"run.pmuact, byte 32", "run.pmuact, byte 65"});
}

TEST_CASE("every truncation of a binary file is refused", "[activity][recorded]") {
  const std::string file = small_file();
  for (std::size_t size = 0; size < file.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(read_binary(file.substr(0, size)));
  }
}

TEST_CASE("a comma-separated file has one row a cycle", "[activity][recorded]") {
  const auto activity =
      pmusim::read_recorded_csv("stall_slot, 0x08 ,192\r\n1,2,3\r\n 4,5,4294967295\n", "run.csv");
  REQUIRE(activity);
  CHECK(activity->cycles() == 2);
  CHECK(amounts(*activity, EventId{0x3F}) == Amounts{1, 4});
  CHECK(amounts(*activity, EventId{0x08}) == Amounts{2, 5});
  CHECK(amounts(*activity, EventId{0xC0}) == Amounts{3, 4'294'967'295});
}

TEST_CASE("a wrong comma-separated file is refused with line and column", "[activity][recorded]") {
  const auto [text, where] = GENERATE(table<std::string, std::string>({
      {"", "run.csv:1, column 1"},
      {"STALL_SLOT\n", "run.csv:1"},
      {"STALL_SLT,0x08\n1,2\n", "run.csv:1, column 1"},
      {"STALL_SLOT,\n1,2\n", "run.csv:1, column 2"},
      {"STALL_SLOT,0x10000\n1,2\n", "run.csv:1, column 2"},
      {"STALL_SLOT,0x3f\n1,2\n", "run.csv:1, column 2"},
      {"STALL_SLOT,0x08\n1,2\n3\n", "run.csv:3, column 1"},
      {"STALL_SLOT,0x08\n1,2\n3,4,5\n", "run.csv:3, column 3"},
      {"STALL_SLOT,0x08\n1,two\n", "run.csv:2, column 2"},
      {"STALL_SLOT,0x08\n1,-2\n", "run.csv:2, column 2"},
      {"STALL_SLOT,0x08\n1,2.5\n", "run.csv:2, column 2"},
      {"STALL_SLOT,0x08\n4294967296,2\n", "run.csv:2, column 1"},
      {"STALL_SLOT,0x08\n1,2\n\n3,4\n", "run.csv:3, column 1"},
  }));
  CAPTURE(text);
  const auto activity = pmusim::read_recorded_csv(text, "run.csv");
  REQUIRE_FALSE(activity);
  CHECK(first_of(activity.error()).where == where);
}

TEST_CASE("all that is wrong in a comma-separated file is told, by line and column",
          "[activity][recorded]") {
  const auto activity = pmusim::read_recorded_csv(
      "STALL_SLT,0x08,0x08\n"  // a name and an event twice
      "1,x,\n"
      "1,2\n"
      "\n"
      "1,2,3\n"
      "1,2,3,4,5\n"
      "-1,2,3",
      "run.csv");
  REQUIRE_FALSE(activity);
  CHECK(wheres_of(activity.error()) == Places{"run.csv:1, column 1",
                                              "run.csv:1, column 3",
                                              "run.csv:2, column 2",
                                              "run.csv:2, column 3",
                                              "run.csv:3, column 2",
                                              "run.csv:4, column 1",
                                              "run.csv:6, column 4",
                                              "run.csv:7, column 1"});
}

TEST_CASE("of very many faults in a file two hundred are listed and all are counted",
          "[activity][recorded]") {
  std::string text = "STALL_SLOT\n1\n";
  for (int row = 0; row < 1'000; ++row) {
    text += "x\n";
  }
  const auto activity = pmusim::read_recorded_csv(text, "run.csv");
  REQUIRE_FALSE(activity);
  CHECK(activity.error().count() == 1'000);
  REQUIRE(activity.error().listed().size() == 200);
  CHECK(activity.error().listed().back().where == "run.csv:202, column 1");
}

TEST_CASE("a comma-separated file may leave out the last line end", "[activity][recorded]") {
  CHECK(pmusim::read_recorded_csv("STALL_SLOT\n1\n2", "run.csv")->cycles() == 2);
}

TEST_CASE("columns of different length are refused", "[activity][recorded]") {
  CHECK_FALSE(RecordedActivity::from_columns({{EventId{1}, AmountColumn::copy_of(Amounts{1})},
                                              {EventId{2}, AmountColumn::copy_of(Amounts{1, 2})}}));
  CHECK_FALSE(RecordedActivity::from_columns({}));
}

TEST_CASE("files are read from disk, in the format that their name says", "[activity][recorded]") {
  const TemporaryFolder folder;
  const auto binary = pmusim::load_recorded_activity(file_in(folder, "run.pmuact", small_file()));
  REQUIRE(binary);
  CHECK(amounts(*binary, EventId{0x3F}) == Amounts{5, 6, 7});
  const auto csv = pmusim::load_recorded_activity(file_in(folder, "run.csv", "STALL_SLOT\n9\n"));
  REQUIRE(csv);
  CHECK(amounts(*csv, EventId{0x3F}) == Amounts{9});
}

TEST_CASE("the header of a file tells its events, whatever follows the first row",
          "[activity][recorded]") {
  const TemporaryFolder folder;
  const std::vector<EventId> events{EventId{0x3F}, EventId{0x08}};
  CHECK(pmusim::read_recorded_header(file_in(folder, "run.pmuact", small_file())) == events);
  CHECK(pmusim::read_recorded_header(
            file_in(folder, "run.csv", "STALL_SLOT,INST_RETIRED\n1,2\nthree,4\n")) == events);
}

TEST_CASE("a wrong header or first row is refused without reading on", "[activity][recorded]") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& name, const std::string& content) {
    const auto header = pmusim::read_recorded_header(file_in(folder, name, content));
    const auto whole = pmusim::load_recorded_activity(folder.path().string() + "/" + name);
    REQUIRE_FALSE(header);
    REQUIRE_FALSE(whole);
    CHECK(first_of(header.error()).where == first_of(whole.error()).where);
    CHECK(first_of(header.error()).what == first_of(whole.error()).what);
  };
  refused("header.csv", "STALL_SLT\n1\n");
  refused("row.csv", "STALL_SLOT\none\n");
  refused("none.csv", "STALL_SLOT\n");
  refused("empty.csv", "");
  refused("cut.pmuact", small_file().substr(0, 133));
}

TEST_CASE("a path that is no regular file, or cannot be opened, is called what it is",
          "[activity][recorded]") {
  const TemporaryFolder folder;
  const auto what = [](const std::string& path) {
    const auto header = pmusim::read_recorded_header(path);
    REQUIRE_FALSE(header);
    CHECK(first_of(header.error()).code == pmusim::ErrorCode::io);
    CHECK(first_of(header.error()).where == path);
    return first_of(header.error()).what;
  };
  CHECK(what(folder.path().string()) == "is a directory, expected a regular file");
  CHECK(what("/dev/zero") == "is a device, expected a regular file");
  CHECK(what(folder.path().string() + "/missing.csv") == "there is no such file");
  const std::string pipe = folder.path().string() + "/pipe.csv";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(what(pipe) == "is a pipe, expected a regular file");
  const std::string loop = folder.path().string() + "/loop.csv";
  std::filesystem::create_symlink("loop.csv", loop);
  CHECK(what(loop).starts_with("cannot be opened: "));
}

TEST_CASE("the name of a file is shown without bytes that a terminal obeys",
          "[activity][recorded]") {
  const TemporaryFolder folder;
  const auto missing = pmusim::read_recorded_header(folder.path().string() + "/\x1b[31m.csv");
  REQUIRE_FALSE(missing);
  CHECK(first_of(missing.error()).where == folder.path().string() + R"(/\x1b[31m.csv)");
  const auto wrong = pmusim::read_recorded_header(file_in(folder, "\x1b[31m.csv", "x\n"));
  REQUIRE_FALSE(wrong);
  CHECK(first_of(wrong.error()).where == folder.path().string() + R"(/\x1b[31m.csv:1, column 1)");
}

TEST_CASE("a path that is no readable file is refused", "[activity][recorded]") {
  const TemporaryFolder folder;
  const auto code = [](const std::string& path) {
    const auto activity = pmusim::load_recorded_activity(path);
    REQUIRE_FALSE(activity);
    return first_of(activity.error()).code;
  };
  CHECK(code(folder.path().string() + "/missing.csv") == pmusim::ErrorCode::io);
  CHECK(code(folder.path().string()) == pmusim::ErrorCode::io);
  CHECK(code("/dev/zero") == pmusim::ErrorCode::io);
  CHECK(code(file_in(folder, "empty.pmuact", "")) == pmusim::ErrorCode::invalid_input);
  CHECK(code(file_in(folder, "empty.csv", "")) == pmusim::ErrorCode::invalid_input);
}
