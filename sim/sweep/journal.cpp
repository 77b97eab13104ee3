// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/journal.h"

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "models/common/file_descriptor.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/journal_lines.h"

namespace pmusim::sweep {
namespace {

constexpr std::string_view kRemedy = "--restart discards what is there; --out names another folder";

tl::unexpected<Error> io_error(const std::string& path, std::string_view what) {
  const int number = errno;
  return fail(ErrorCode::io,
              path,
              fmt::format("{}: {}", what, std::generic_category().message(number)),
              number == ENOSPC ? "free some space and call again: finished points are kept" : "");
}

/// Advisory and of this process alone: children do not inherit it, and it ends with the process
/// however that ends.
struct flock whole_file_lock() {
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

Result<std::string> text_of(int file, const std::string& path) {
  std::string text;
  std::array<char, 65536> block{};
  while (true) {
    const ssize_t got = ::read(file, block.data(), block.size());
    if (got == 0) {
      return text;
    }
    if (got > 0) {
      text.append(block.data(), static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      return io_error(path, "cannot be read");
    }
  }
}

Result<void> write_all(int file, const std::string& path, std::string_view text) {
  if (write_bytes(file, text) != 0) {
    return io_error(path, "cannot be written");
  }
  return {};
}

/// Takes the lines of a journal until one is damaged.
class LineReader {
 public:
  LineReader(std::size_t points, const TakePoint& take) : points_{points}, take_{take} {}

  /// False when the line cannot stand here.
  bool read(std::string_view json) {
    std::optional<ParsedLine> line = parse_line(json);
    if (!line) {
      return false;
    }
    if (line->measures) {
      return content_.lists.number_of(*line->measures).second;
    }
    PointResult& result = line->result;
    if (result.point >= points_ || line->list >= content_.lists.size()) {
      return false;
    }
    const std::vector<std::string>& measures = content_.lists.list(line->list);
    if (measures.size() != result.values.size()) {
      return false;
    }
    for (std::size_t i = 0; i < measures.size(); ++i) {
      result.values[i].measure = measures[i];
    }
    take_(result);
    return true;
  }

  JournalContent& content() { return content_; }

 private:
  std::size_t points_;
  const TakePoint& take_;
  JournalContent content_;
};

}  // namespace

Result<JournalContent> read_journal(std::string_view text,
                                    const std::string& name,
                                    std::string_view identity,
                                    std::size_t points,
                                    const TakePoint& take) {
  const auto refuse = [&](std::string what) {
    return fail(ErrorCode::usage, name, std::move(what), std::string{kRemedy});
  };
  LineReader reader{points, take};
  const std::optional<std::string_view> heading = first_line(text);
  if (!heading) {
    // A sweep that was killed while it wrote the first line has no point to lose.
    const bool is_torn = journal_line(identity).starts_with(text);
    return is_torn ? Result<JournalContent>{std::move(reader.content())}
                   : refuse("this is no journal of a sweep");
  }
  if (*heading != identity) {
    return refuse(
        fmt::format("this is the journal of another sweep: {}", difference(*heading, identity)));
  }
  std::size_t& at = reader.content().good_bytes;
  at = line_length(*heading);
  for (auto line = first_line(text.substr(at)); line && reader.read(*line);
       line = first_line(text.substr(at))) {
    at += line_length(*line);
  }
  return std::move(reader.content());
}

Result<Journal> Journal::open(const std::string& path,
                              std::string_view identity,
                              std::size_t points,
                              const TakePoint& take) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) {
    return io_error(path, "cannot be opened");
  }
  Journal journal{file, path, {}};
  struct flock lock = whole_file_lock();
  if (::fcntl(file, F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN)) {
    return fail(ErrorCode::usage,
                path,
                "another pmusim sweep is writing to it",
                "wait for it, or name another folder with --out");
  }
  const Result<std::string> text = text_of(file, path);
  if (!text) {
    return tl::unexpected{text.error()};
  }
  Result<JournalContent> content = read_journal(*text, path, identity, points, take);
  if (!content) {
    return tl::unexpected{content.error()};
  }
  if (::ftruncate(file, static_cast<off_t>(content->good_bytes)) != 0) {
    return io_error(path, "cannot be written");
  }
  journal.lists_ = std::move(content->lists);
  if (content->good_bytes == 0) {
    if (const auto written = write_all(file, path, journal_line(identity)); !written) {
      return tl::unexpected{written.error()};
    }
  }
  return journal;
}

Journal::Journal(Journal&& other) noexcept
    : file_{std::exchange(other.file_, -1)},
      path_{std::move(other.path_)},
      lists_{std::move(other.lists_)},
      synced_{other.synced_} {}

Journal::~Journal() {
  if (file_ >= 0) {
    ::close(file_);
  }
}

Result<void> Journal::append(const PointResult& result) {
  const std::vector<std::string> measures = measures_of(result);
  const auto [list, is_new] = lists_.number_of(measures);
  std::string lines = is_new ? journal_line(measures_json(measures)) : std::string{};
  lines += journal_line(point_json(result, list));
  if (const auto written = write_all(file_, path_, lines); !written) {
    return written;
  }
  return std::chrono::steady_clock::now() - synced_ < kUnsynced ? Result<void>{} : sync();
}

Result<void> Journal::sync() {
  synced_ = std::chrono::steady_clock::now();
  // Some file systems cannot; then there is nothing to be had.
  if (::fdatasync(file_) != 0 && errno != EINVAL && errno != EROFS) {
    return io_error(path_, "cannot be written");
  }
  return {};
}

bool is_being_written(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct flock lock = whole_file_lock();
  const bool locked = file >= 0 && ::fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  if (file >= 0) {
    ::close(file);
  }
  return locked;
}

}  // namespace pmusim::sweep
