// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/input_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "models/common/file_descriptor.h"

namespace pmusim::scenario {
namespace {

std::string kind_of(mode_t mode) {
  if (S_ISDIR(mode)) {
    return "a directory";
  }
  if (S_ISFIFO(mode)) {
    return "a pipe";
  }
  if (S_ISSOCK(mode)) {
    return "a socket";
  }
  return "a device";
}

}  // namespace

Result<std::string> read_regular_file(const std::string& path,
                                      std::size_t limit,
                                      const FileKind& expected) {
  const std::string hint = "expected " + std::string{expected.name};
  const auto refuse = [&](std::string what, std::string remedy) {
    return fail(ErrorCode::invalid_input, path, std::move(what), std::move(remedy));
  };
  if (path.empty()) {
    return refuse("the name of the file is empty", hint);
  }
  if (path.find('\0') != std::string::npos) {
    return refuse("the name of the file holds a NUL byte", hint);
  }
  // O_NONBLOCK: opening a pipe without a writer must not wait.
  const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (!file.is_open()) {
    const std::string reason = std::strerror(errno);
    return refuse("cannot be opened: " + reason,
                  path == "-" ? "standard input is not supported; write it to a file" : hint);
  }
  struct stat about{};
  if (::fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) {
    return refuse("this is " + kind_of(about.st_mode), hint);
  }
  const std::string too_large = "larger than " + std::to_string(limit >> 20U) + " MiB";
  if (about.st_size > 0 && static_cast<std::size_t>(about.st_size) > limit) {
    return refuse(too_large, std::string{expected.if_too_large});
  }
  std::string text;
  std::string block(std::size_t{64} << 10U, '\0');
  while (true) {
    const ssize_t got = ::read(file.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return refuse(std::string{"cannot be read: "} + std::strerror(errno), "");
    }
    if (got == 0) {
      return text;
    }
    text.append(block, 0, static_cast<std::size_t>(got));
    if (text.size() > limit) {
      return refuse(too_large, std::string{expected.if_too_large});
    }
  }
}

}  // namespace pmusim::scenario
