// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tests/bench/support/measured_run.h"
#include "tests/bench/support/workload.h"

namespace pmusim::bench {

/// One CPU of a dense workload with overflow interrupts at an exact cycle, by hand. Counter 0
/// counts at every level.
class SampledCounters {
 public:
  /// @param delay  cycles that still run between the one that overflows and the interrupt
  SampledCounters(const Workload& workload, const RecordedRing& ring, std::uint64_t delay);

  /// Counts up to the next interrupt, or to the end of the span. @return  cycles
  std::uint64_t advance();

  [[nodiscard]] bool is_done() const { return position_ == end_; }

  [[nodiscard]] bool interrupts() const { return position_ == interrupt_; }

  /// The interrupt handler: starts the next period.
  void reload();

  [[nodiscard]] std::uint64_t interrupts_taken() const { return taken_; }

  void add_to(Checksum& sum) const;

 private:
  [[nodiscard]] std::uint64_t sum(std::size_t counter, std::uint64_t from, std::uint64_t to) const;
  [[nodiscard]] std::uint64_t next_overflow() const;

  const RecordedRing& ring_;
  std::uint64_t span_;
  std::uint64_t end_;
  std::uint64_t period_;
  std::uint64_t delay_;
  std::vector<std::uint64_t> values_;
  std::uint64_t position_{};
  std::uint64_t reloaded_{};  ///< where counter 0 had its last period started
  std::uint64_t interrupt_{UINT64_MAX};
  std::uint64_t taken_{};
};

}  // namespace pmusim::bench
