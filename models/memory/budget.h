// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "models/memory/explorer.h"

namespace pmusim::memory {

/// What an exploration has spent of its limits.
class Budget {
 public:
  explicit Budget(const ExploreLimits& limits)
      : limits_{limits}, end_{std::chrono::steady_clock::now() + limits.time} {}

  /// To be called once for each small piece of work. False when a limit is reached; it stays so.
  [[nodiscard]] bool allows_more() {
    if (++calls_ % kCallsPerLook == 0) {
      look();
    }
    return reason_.empty();
  }

  /// The same for what is held: `states` and `bytes` in all.
  [[nodiscard]] bool allows(std::uint64_t states, std::uint64_t bytes);

  /// Ends the exploration for another reason.
  void stop(std::string reason);

  /// Why it was ended, or empty.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  static constexpr std::uint64_t kCallsPerLook = 256;

  void look();

  ExploreLimits limits_;
  std::chrono::steady_clock::time_point end_;
  std::uint64_t calls_{};
  std::string reason_;
};

}  // namespace pmusim::memory
