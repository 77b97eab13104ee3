// SPDX-License-Identifier: Apache-2.0
#include "models/common/file_descriptor.h"

#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <type_traits>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <unistd.h>

using namespace pmusim;

namespace {

int open_something() {
  const int number = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  REQUIRE(number >= 0);
  return number;
}

/// The operating system has a file open under this number.
bool is_open(int number) {
  return ::fcntl(number, F_GETFD) != -1;
}

}  // namespace

static_assert(!std::is_copy_constructible_v<FileDescriptor>);
static_assert(!std::is_copy_assignable_v<FileDescriptor>);

TEST_CASE("a file is open as long as its descriptor lives", "[common][file_descriptor]") {
  const int number = open_something();
  {
    const FileDescriptor file{number};
    CHECK(file.is_open());
    CHECK(file.number() == number);
    CHECK(is_open(number));
  }
  CHECK_FALSE(is_open(number));
}

TEST_CASE("a file can be closed early, once", "[common][file_descriptor]") {
  const int number = open_something();
  std::optional<FileDescriptor> file{number};
  CHECK(file->close() == 0);
  CHECK_FALSE(file->is_open());
  CHECK_FALSE(is_open(number));
  const int next = open_something();
  REQUIRE(next == number);  // POSIX: open() gives the lowest number that is free
  CHECK(file->close() == 0);
  file.reset();
  CHECK(is_open(next));
  ::close(next);
}

TEST_CASE("a file that was not opened is not closed", "[common][file_descriptor]") {
  FileDescriptor file{-1};
  CHECK_FALSE(file.is_open());
  CHECK(file.close() == 0);
}

TEST_CASE("what closing complains about is returned", "[common][file_descriptor]") {
  const int number = open_something();
  FileDescriptor file{number};
  ::close(number);  // behind its back
  CHECK(file.close() == EBADF);
  CHECK_FALSE(file.is_open());
}

TEST_CASE("a file changes its owner, and the new owner's own file is closed",
          "[common][file_descriptor]") {
  const int first = open_something();
  const int second = open_something();
  SECTION("into a new owner") {
    FileDescriptor from{first};
    const FileDescriptor to{std::move(from)};
    CHECK(to.number() == first);
    CHECK(is_open(first));
    ::close(second);
  }
  SECTION("into one that has a file") {
    FileDescriptor from{first};
    FileDescriptor to{second};
    to = std::move(from);
    CHECK(to.number() == first);
    CHECK(is_open(first));
    CHECK_FALSE(is_open(second));
  }
}

TEST_CASE("bytes are written to the last, or the error is returned", "[common][file_descriptor]") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const FileDescriptor reader{ends[0]};
  const FileDescriptor writer{ends[1]};
  CHECK(write_bytes(writer.number(), "") == 0);
  CHECK(write_bytes(writer.number(), "abc") == 0);
  std::array<char, 8> got{};
  CHECK(::read(reader.number(), got.data(), got.size()) == 3);
  CHECK(std::string_view{got.data()} == "abc");

  const FileDescriptor full{::open("/dev/full", O_WRONLY | O_CLOEXEC)};
  REQUIRE(full.is_open());
  CHECK(write_bytes(full.number(), "x") == ENOSPC);
  CHECK(write_bytes(FileDescriptor{-1}.number(), "x") == EBADF);
}
