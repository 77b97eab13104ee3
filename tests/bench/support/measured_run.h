// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/engine/engine.h"
#include "sim/scenario/scenario.h"

namespace pmusim::bench {

/// CPU time of this process so far.
[[nodiscard]] double cpu_seconds();

/// A run of the simulator, or of something to compare it with.
struct Measured {
  double seconds{};  ///< CPU time
  std::uint64_t core_cycles{};
  std::uint64_t interrupts{};
  std::uint64_t checksum{};  ///< of counters and perf events
  bool ok{};                 ///< of several runs: and all counted the same
};

/// Of the values that the event counters have in the end, CPU after CPU.
class Checksum {
 public:
  void add(std::uint64_t value) { sum_ = (sum_ ^ value) * 0x100000001b3ULL; }

  [[nodiscard]] std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_{};
};

/// Something that can be run again and again, each time in a fresh process.
using Run = std::function<Measured()>;

/// The engine with this scenario, from the call to its return.
[[nodiscard]] Run simulation(scenario::Scenario scenario, engine::RunOptions options = {});

/// Runs each of `runs` so many times, in turn, so that a machine that slows down slows all of them.
/// @return  for each the run with the median time.
[[nodiscard]] std::vector<Measured> medians_of(const std::vector<Run>& runs, unsigned rounds);

/// Million core-cycles a second.
[[nodiscard]] double rate_of(const Measured& measured);

/// Whether both ran well and counted the same.
[[nodiscard]] bool agree(const Measured& one, const Measured& other);

}  // namespace pmusim::bench
