// SPDX-License-Identifier: Apache-2.0
#include "models/activity/mapped_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "models/common/file_descriptor.h"
#include "models/common/text.h"

namespace pmusim {

namespace {

tl::unexpected<Error> refuse(const std::string& path, std::string what) {
  return fail(ErrorCode::io, printable(path, kLongestShownPath), std::move(what));
}

tl::unexpected<Error> system_error(const std::string& path, const std::string& action) {
  return refuse(path,
                errno == ENOENT ? "there is no such file"
                                : "cannot be " + action + ": " + std::strerror(errno));
}

std::string kind_of(mode_t mode) {
  if (S_ISDIR(mode)) {
    return "a directory";
  }
  return S_ISFIFO(mode) ? "a pipe" : "a device";
}

}  // namespace

Result<MappedFile> map_file(const std::string& path) {
  // O_NONBLOCK: opening a pipe must not wait for its writer. O_NOCTTY: nor may a terminal become
  // ours.
  const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (!file.is_open()) {
    return system_error(path, "opened");
  }
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) {
    return system_error(path, "examined");
  }
  if (!S_ISREG(status.st_mode)) {
    return refuse(path, "is " + kind_of(status.st_mode) + ", expected a regular file");
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) {
    return MappedFile{};
  }
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (address == MAP_FAILED) {
    return system_error(path, "mapped");
  }
  return MappedFile{
      std::shared_ptr<const void>{address, [size](void* mapped) { ::munmap(mapped, size); }},
      {static_cast<const std::byte*>(address), size}};
}

}  // namespace pmusim
