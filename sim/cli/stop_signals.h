// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <csignal>

namespace pmusim::cli {

/// While it lives, SIGINT and SIGTERM raise a flag instead of ending the process. A second signal
/// of the same kind ends it at once.
class StopSignals {
 public:
  StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  ~StopSignals();

  // Not static: without an object no signal raises it.
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static)
  [[nodiscard]] const std::atomic<bool>& flag() const;

 private:
  struct sigaction interrupt_before_{};
  struct sigaction terminate_before_{};
};

}  // namespace pmusim::cli
