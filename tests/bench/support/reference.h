// SPDX-License-Identifier: Apache-2.0
//
// The counting of a workload, written by hand: what to compare the simulator with. No simulation,
// no registers; the counts are the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tests/bench/support/measured_run.h"
#include "tests/bench/support/workload.h"

namespace pmusim::bench {

/// Adds up span by span, counter by counter, and looks for carries: bare_loop() over dense and
/// random data, a multiplication for constant and periodic streams, a walk over runs. For each CPU
/// anew, one after another.
///
/// Random amounts come from the simulator's own generator.
[[nodiscard]] Measured count_by_spans(const Workload& workload);

/// Counters that are stepped cycle by cycle, as in a model of the hardware. Dense and constant
/// streams only.
class SteppedCounters {
 public:
  /// @param ring  must live as long
  SteppedCounters(const Workload& workload, const RecordedRing& ring);

  void step();

  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }

  void add_to(Checksum& sum) const;

 private:
  struct Counter {
    ReferenceCounter control;
    std::span<const std::uint8_t> amounts;  ///< again and again; their number is a power of two
    std::uint64_t value{};
    bool overflowed{};
  };

  std::vector<Counter> counters_;
  std::uint64_t span_cycles_;
  std::uint64_t span_{};
  std::uint64_t left_{};  ///< cycles of the span
  std::uint64_t cycle_{};
};

/// A loop over cycles, and in it over CPUs.
[[nodiscard]] Measured count_by_cycles(const Workload& workload);

}  // namespace pmusim::bench
