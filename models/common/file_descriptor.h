// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>

namespace pmusim {

/// Owns an open file of the operating system, and closes it when it goes.
class FileDescriptor {
 public:
  /// Takes over what open() returned; negative: no file was opened.
  explicit FileDescriptor(int number) : number_{number} {}

  FileDescriptor(FileDescriptor&& other) noexcept
      : number_{std::exchange(other.number_, kClosed)} {}

  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  ~FileDescriptor() { close(); }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }

  /// For calls of the operating system. Negative when nothing is open.
  [[nodiscard]] int number() const { return number_; }

  /// Closes ahead of time, for a file system may refuse only now what was written before.
  ///
  /// @return  0, or the error number. Nothing is open afterwards in either case: Linux gives the
  /// number away even when close() fails.
  int close();

 private:
  static constexpr int kClosed = -1;
  int number_;
};

/// Writes all of `bytes`, in as many calls as it takes. @return 0 or the error number
[[nodiscard]] int write_bytes(int descriptor, std::string_view bytes);

}  // namespace pmusim
