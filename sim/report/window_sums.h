// SPDX-License-Identifier: Apache-2.0
//
// What the windows of a timeline come to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/units.h"
#include "sim/engine/run_result.h"
#include "sim/engine/timeline.h"

namespace pmusim::report {

/// "blackout" or "leak".
[[nodiscard]] std::string_view kind_name(engine::CpuTimeline::WindowKind kind);

/// An event over all CPUs.
struct EventSums {
  std::string name;
  std::uint64_t count{};   ///< what its counters counted
  std::uint64_t lost{};    ///< occurrences in blackout windows
  std::uint64_t leaked{};  ///< occurrences in leak windows

  /// What it should have counted. Modulo 2^64 should the windows say more than was counted.
  [[nodiscard]] std::uint64_t intended() const { return count + lost - leaked; }
};

/// One for each event of `timeline`, in its order. The count is that of the result; an event that
/// the result does not have has the count of its spans.
[[nodiscard]] std::vector<EventSums> event_sums(const engine::Timeline& timeline,
                                                const engine::RunResult& result);

/// All windows of one kind and cause.
struct CauseSums {
  engine::CpuTimeline::WindowKind kind{};
  std::string cause;
  std::uint64_t windows{};
  Cycles cycles;  ///< together; of different clocks where CPUs differ
  Cycles shortest;
  Cycles longest;
  std::uint64_t occurrences{};        ///< lost or leaked
  std::vector<std::uint32_t> events;  ///< indices into Timeline::events, ascending
};

/// By kind, then by cause in alphabetical order.
[[nodiscard]] std::vector<CauseSums> cause_sums(const engine::Timeline& timeline);

}  // namespace pmusim::report
