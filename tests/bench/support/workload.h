// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/units.h"
#include "sim/scenario/scenario.h"
#include "tests/bench/support/recorded_ring.h"

namespace pmusim::bench {

/// The form of all event streams of a workload.
enum class Shape : std::uint8_t {
  dense,     ///< an amount for each cycle, from the recorded ring
  constant,  ///< the same amount in every cycle
  periodic,  ///< an amount now and then
  runs,      ///< 4,096 runs of 1 to 40 cycles, again and again
  random,    ///< binomial, drawn cycle by cycle
};

/// Equal CPUs on bare metal. Each runs spans of equal length, three at EL0 and one at EL1 in turn,
/// and counts a different event with each of its counters, which are programmed like
/// kReferenceCounters in turn.
struct Workload {
  std::size_t cpus{8};
  unsigned counters{6};
  Shape shape{Shape::dense};
  std::uint64_t span{1000};           ///< cycles
  std::uint64_t cycles{100'000'000};  ///< of each CPU; rounded to whole groups of four spans
  std::uint64_t sampling_period{};    ///< counter 0 interrupts after so many; 0: nobody samples
};

inline constexpr std::uint64_t kSpansOfGroup = 4;

[[nodiscard]] constexpr unsigned level_of_span(std::uint64_t span) {
  return span % kSpansOfGroup == kSpansOfGroup - 1 ? 1 : 0;
}

/// Spans of each CPU.
[[nodiscard]] std::uint64_t spans_of(const Workload& workload);

/// The scenario that the simulator runs.
[[nodiscard]] scenario::Scenario scenario_of(const Workload& workload);

// Counter and stream number `index`, for the simulator and for what is written by hand.

[[nodiscard]] constexpr const ReferenceCounter& counter_of(std::size_t index) {
  return kReferenceCounters[index % kStreams];
}

[[nodiscard]] EventId event_of(std::size_t index);

/// PMEVTYPER<n>_EL0 of a counter that counts that event.
[[nodiscard]] RegValue event_type_of(std::size_t index);

[[nodiscard]] constexpr std::uint32_t constant_amount(std::size_t index) {
  return static_cast<std::uint32_t>(index % 8 + 1);
}

/// The first pulse is in cycle 0.
inline constexpr std::uint32_t kPulse = 3;

[[nodiscard]] constexpr std::uint64_t period_of(std::size_t index) {
  return 7 + index;
}

using Piece = scenario::RunLengthStream::Piece;

[[nodiscard]] std::vector<Piece> runs_of(std::size_t index, const RecordedRing& ring);

/// Cycles of an average run of runs_of().
inline constexpr double kMeanRun = 20.5;

}  // namespace pmusim::bench
