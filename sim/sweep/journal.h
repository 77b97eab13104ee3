// SPDX-License-Identifier: Apache-2.0
//
// The points of a sweep that are finished, on the medium, so that a killed sweep goes on where it
// stopped.
//
// A journal is text. Each line is "CHECK JSON": the FNV-1a hash of the JSON in 16 hexadecimal
// digits, a blank, compact JSON, a line feed. The first line is the identity of the sweep; a line
// {"measures": [...]} introduces a list of measures, numbered from 0; every other line is a point:
// {"point", "status", "list", "values"} and, if it is invalid, "problem". Lines are only ever
// appended. What a crash may leave behind, a part of a line or bytes that never reached the medium,
// fails its check; the journal ends before it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "models/common/result.h"
#include "sim/sweep/results.h"

namespace pmusim::sweep {

using TakePoint = std::function<void(const PointResult&)>;

/// What a journal holds up to the first line that is damaged or incomplete.
struct JournalContent {
  std::size_t good_bytes{};
  MeasureLists lists;
};

/// Reads the text of a journal.
///
/// @param name    what messages call the journal.
/// @param points  of the sweep; a point beyond them ends the journal as a damaged line does.
/// @error usage  it is the journal of another sweep, or no journal.
[[nodiscard]] Result<JournalContent> read_journal(std::string_view text,
                                                  const std::string& name,
                                                  std::string_view identity,
                                                  std::size_t points,
                                                  const TakePoint& take);

/// A journal that this process appends to.
class Journal {
 public:
  /// Opens a journal and takes over what it holds, or begins a new one.
  ///
  /// @error usage  @see read_journal, or another process is writing to it
  /// @error io     it cannot be created, read or written
  [[nodiscard]] static Result<Journal> open(const std::string& path,
                                            std::string_view identity,
                                            std::size_t points,
                                            const TakePoint& take);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) = delete;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// Hands a point to the operating system, so that it outlives this process, and now and then to
  /// the medium: at most kUnsynced later.
  [[nodiscard]] Result<void> append(const PointResult& result);

  /// Everything appended is on the medium afterwards.
  [[nodiscard]] Result<void> sync();

  /// How long a finished point may be without protection against a power failure.
  static constexpr std::chrono::milliseconds kUnsynced{250};

 private:
  Journal(int file, std::string path, MeasureLists lists)
      : file_{file}, path_{std::move(path)}, lists_{std::move(lists)} {}

  int file_;
  std::string path_;
  MeasureLists lists_;
  std::chrono::steady_clock::time_point synced_{std::chrono::steady_clock::now()};
};

/// True when another process is writing to the journal at `path`.
[[nodiscard]] bool is_being_written(const std::string& path);

}  // namespace pmusim::sweep
