// SPDX-License-Identifier: Apache-2.0
#include "models/common/file_descriptor.h"

#include <cerrno>

#include <unistd.h>

namespace pmusim {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = std::exchange(other.number_, kClosed);
  }
  return *this;
}

int FileDescriptor::close() {
  const int number = std::exchange(number_, kClosed);
  return number < 0 || ::close(number) == 0 ? 0 : errno;
}

int write_bytes(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      return errno;
    }
    bytes.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
  return 0;
}

}  // namespace pmusim
