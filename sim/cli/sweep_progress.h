// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>

namespace pmusim::cli {

/// A bar on a terminal that says how far a sweep is. It appears after a second, changes at most ten
/// times a second, and is wiped at the end.
class SweepProgress {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param known  points that an earlier call has finished.
  SweepProgress(std::ostream& terminal,
                std::string title,
                std::size_t known,
                std::size_t points,
                Clock::time_point start = Clock::now());
  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;
  ~SweepProgress();

  void show(std::size_t finished, Clock::time_point now = Clock::now());

 private:
  std::ostream& terminal_;
  std::string title_;
  std::size_t known_;
  std::size_t points_;
  Clock::time_point start_;
  Clock::time_point shown_at_;
  bool shown_{false};
};

}  // namespace pmusim::cli
