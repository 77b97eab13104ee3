// SPDX-License-Identifier: Apache-2.0
#include "sim/report/files.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "models/common/file_descriptor.h"

namespace pmusim::report {
namespace {

namespace fs = std::filesystem;

/// Pipes and devices cannot be flushed; that is no error.
int flush(int descriptor) {
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

int write_to(const std::string& path, const std::function<int(int)>& write, int flags) {
  FileDescriptor file{::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)};
  if (!file.is_open()) {
    return errno;
  }
  int error_number = write(file.number());
  if (error_number == 0) {
    error_number = flush(file.number());
  }
  const int close_error = file.close();
  return error_number != 0 ? error_number : close_error;
}

/// Where a chain of symbolic links ends, so that the link itself is kept.
fs::path target_of(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? fs::path{path} : target;
}

}  // namespace

tl::unexpected<Error> cannot_write(const std::string& path, int error_number) {
  return fail(ErrorCode::io,
              path,
              fmt::format("cannot write: {}", std::generic_category().message(error_number)),
              error_number == ENOSPC ? "free some space or choose another folder" : "");
}

Result<void> write_file(const std::string& path, std::string_view text) {
  return write_file_with(path, [text](int descriptor) { return write_bytes(descriptor, text); });
}

Result<void> write_file_with(const std::string& path,
                             const std::function<int(int descriptor)>& write) {
  const fs::path target = target_of(path);
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    const int error_number = fs::is_directory(status) ? EISDIR : write_to(path, write, 0);
    return error_number == 0 ? Result<void>{} : cannot_write(path, error_number);
  }
  if (target.has_parent_path() && (fs::create_directories(target.parent_path(), error), error)) {
    return cannot_write(path, error.value());
  }
  const std::string temporary = fmt::format("{}.{}.tmp", target.string(), ::getpid());
  int error_number = write_to(temporary, write, O_CREAT | O_TRUNC);
  if (error_number == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) {
    error_number = errno;
  }
  if (error_number != 0) {
    ::unlink(temporary.c_str());
    return cannot_write(path, error_number);
  }
  return {};
}

}  // namespace pmusim::report
