// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/file_descriptor.h"
#include "models/common/result.h"
#include "sim/engine/run_result.h"

namespace pmusim::report {

/// All windows of a run as a file of comma-separated values, however many there are:
///
///     event,cpu,kind,cause,context,first_cycle,last_cycle,count
///
/// CPU after CPU, the windows of each in the order of their ends. They come in any order of CPUs,
/// so that they are collected in blocks of one CPU each in a second file, which is gone at the end.
/// Memory: a block for each CPU that has windows, and 24 bytes for each block written.
class WindowFile {
 public:
  /// Creates missing folders. Nothing is at `path` before finish().
  ///
  /// @error io  the folder or the second file cannot be created
  static Result<WindowFile> create(const std::string& path, std::vector<std::string> cpu_names);

  WindowFile(WindowFile&& other) noexcept = default;
  WindowFile(const WindowFile&) = delete;
  WindowFile& operator=(const WindowFile&) = delete;
  WindowFile& operator=(WindowFile&&) = delete;
  ~WindowFile() = default;

  /// A failure to write is kept for finish().
  void add(const engine::WindowResult& window);

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Puts the complete file in its place. Once.
  ///
  /// @error io  something could not be written; what was at `path` before stays
  Result<void> finish();

 private:
  struct Block {
    std::size_t cpu{};
    std::uint64_t offset{};
    std::uint64_t bytes{};
  };

  WindowFile(std::string path, std::vector<std::string> cpu_names, FileDescriptor blocks);

  void flush(std::size_t cpu);
  int write_all(int to);
  int copy(const Block& block, int to);

  std::string path_;
  std::vector<std::string> cpu_names_;
  FileDescriptor spool_;              ///< has no name: it goes with the process
  std::vector<std::string> pending_;  ///< by CPU
  std::vector<Block> blocks_;
  std::uint64_t spooled_{};
  int error_{};  ///< the first one
};

/// The heading line of such a file.
inline constexpr std::string_view kWindowColumns =
    "event,cpu,kind,cause,context,first_cycle,last_cycle,count\n";

}  // namespace pmusim::report
