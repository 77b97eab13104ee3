// SPDX-License-Identifier: Apache-2.0
#include "models/activity/mapped_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "models/common/file_descriptor.h"

namespace pmusim {

namespace {

tl::unexpected<Error> system_error(const std::string& path, const std::string& action) {
  return fail(ErrorCode::io, path, "cannot " + action + ": " + std::strerror(errno));
}

}  // namespace

Result<MappedFile> map_file(const std::string& path) {
  // O_NONBLOCK: opening a pipe must not wait for its writer.
  const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!file.is_open()) {
    return system_error(path, "open");
  }
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) {
    return system_error(path, "examine");
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(
        ErrorCode::io, path, "not a regular file", "give the path of a recorded activity file");
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) {
    return MappedFile{};
  }
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (address == MAP_FAILED) {
    return system_error(path, "map");
  }
  return MappedFile{
      std::shared_ptr<const void>{address, [size](void* mapped) { ::munmap(mapped, size); }},
      {static_cast<const std::byte*>(address), size}};
}

}  // namespace pmusim
