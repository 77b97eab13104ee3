// SPDX-License-Identifier: Apache-2.0
#include "sim/report/window_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "sim/report/csv.h"
#include "sim/report/files.h"

namespace pmusim::report {
namespace {

namespace fs = std::filesystem;

/// Bytes collected for a CPU before they are written.
constexpr std::size_t kBlock = 1U << 15U;

/// A file that only this process sees.
FileDescriptor nameless_file(const std::string& beside) {
  const std::string name = fmt::format("{}.{}.spool", beside, ::getpid());
  FileDescriptor file{::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  if (file.is_open()) {
    ::unlink(name.c_str());
  }
  return file;
}

}  // namespace

Result<WindowFile> WindowFile::create(const std::string& path, std::vector<std::string> cpu_names) {
  std::error_code error;
  const fs::path folder = fs::path{path}.parent_path();
  if (!folder.empty() && (fs::create_directories(folder, error), error)) {
    return cannot_write(path, error.value());
  }
  FileDescriptor spool = nameless_file(path);
  if (!spool.is_open()) {
    return cannot_write(path, errno);
  }
  return WindowFile{path, std::move(cpu_names), std::move(spool)};
}

WindowFile::WindowFile(std::string path, std::vector<std::string> cpu_names, FileDescriptor blocks)
    : path_{std::move(path)},
      cpu_names_{std::move(cpu_names)},
      spool_{std::move(blocks)},
      pending_(cpu_names_.size()) {}

void WindowFile::add(const engine::WindowResult& window) {
  const std::size_t cpu = window.cpu.value();
  std::string& lines = pending_[cpu];
  fmt::format_to(std::back_inserter(lines),
                 "{},{},{},{},{},{},{},{}\n",
                 csv_field(window.event),
                 csv_field(cpu_names_[cpu]),
                 window.kind,
                 window.cause,
                 window.context,
                 window.first_cycle,
                 window.last_cycle,
                 window.count);
  if (lines.size() >= kBlock) {
    flush(cpu);
  }
}

void WindowFile::flush(std::size_t cpu) {
  std::string& lines = pending_[cpu];
  if (error_ == 0) {
    error_ = write_bytes(spool_.number(), lines);
  }
  blocks_.push_back({cpu, spooled_, lines.size()});
  spooled_ += lines.size();
  lines.clear();
}

Result<void> WindowFile::finish() {
  for (std::size_t cpu = 0; cpu < pending_.size(); ++cpu) {
    flush(cpu);
  }
  std::ranges::stable_sort(blocks_, {}, &Block::cpu);
  if (error_ != 0) {
    return cannot_write(path_, error_);
  }
  return write_file_with(path_, [this](int descriptor) { return write_all(descriptor); });
}

int WindowFile::write_all(int to) {
  int error = write_bytes(to, kWindowColumns);
  for (const Block& block : blocks_) {
    error = error == 0 ? copy(block, to) : error;
  }
  return error;
}

int WindowFile::copy(const Block& block, int to) {
  std::array<char, kBlock> buffer{};
  std::uint64_t offset = block.offset;
  const std::uint64_t end = block.offset + block.bytes;
  while (offset < end) {
    const std::size_t wanted = std::min<std::uint64_t>(buffer.size(), end - offset);
    const ssize_t got = ::pread(spool_.number(), buffer.data(), wanted, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return got < 0 ? errno : EIO;
    }
    if (const int error = write_bytes(to, {buffer.data(), static_cast<std::size_t>(got)})) {
      return error;
    }
    offset += static_cast<std::uint64_t>(got);
  }
  return 0;
}

}  // namespace pmusim::report
