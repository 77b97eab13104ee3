// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <iosfwd>
#include <optional>
#include <string>

#include "sim/engine/engine.h"

namespace pmusim::cli {

/// One line on a terminal that says how far a run is. It appears after a second and is wiped at the
/// end.
class ProgressLine {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param end_ps  simulated time at which the run ends at the latest, if it is known.
  ProgressLine(std::ostream& terminal,
               std::string title,
               std::optional<std::uint64_t> end_ps,
               Clock::time_point start = Clock::now());
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  void show(const engine::Progress& progress, Clock::time_point now = Clock::now());

 private:
  std::ostream& terminal_;
  std::string title_;
  std::optional<std::uint64_t> end_ps_;
  Clock::time_point start_;
  bool shown_{false};
};

}  // namespace pmusim::cli
