// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "kernel_model/perf/perf_event.h"

namespace pmusim::kernel {

/// The events of one task or of one CPU, and which of them are on. The groups of a list are tried
/// in its order. @linux struct perf_event_context, and its struct perf_event_pmu_context: where a
/// context is on, one PMU is, so that one set of lists serves.
struct PerfContext {
  TaskIndex task{kNoTask};  ///< kNoTask: a CPU's
  std::vector<PerfEvent*> pinned;
  std::vector<PerfEvent*> flexible;
  std::uint64_t pmus{};  ///< whose events it has, by bit

  std::vector<PerfEvent*> pinned_active;
  std::vector<PerfEvent*> flexible_active;
  bool rotate_necessary{};
  unsigned frequency_events{};  ///< active ones in frequency mode

  bool pinned_on{};
  bool flexible_on{};
  bool time_on{};
  bool announced{};           ///< the observer knows which of its events are switched on
  std::uint64_t time{};       ///< nanoseconds that it has been on
  std::uint64_t timestamp{};  ///< until when that is counted

  [[nodiscard]] bool is_empty() const { return pinned.empty() && flexible.empty(); }

  [[nodiscard]] bool has_pmu(std::size_t pmu) const { return ((pmus >> pmu) & 1U) != 0; }

  [[nodiscard]] bool is_on() const { return pinned_on || flexible_on; }
};

/// Counts the time until `now_ns` if the context is on. @linux update_context_time
void update_time(PerfContext& context, std::uint64_t now_ns);

/// Begins to count time, if it does not already. @linux ctx_sched_in, its part on EVENT_TIME
void start_time(PerfContext& context, std::uint64_t now_ns);

/// time_enabled and time_running of an event.
struct EventTimes {
  std::uint64_t enabled{};
  std::uint64_t running{};
};

/// Up to its context's time. @linux __perf_update_times
[[nodiscard]] EventTimes times_of(const PerfEvent& event);

/// Brings the event's times up to its context's time. @linux perf_event_update_time
void update_time(PerfEvent& event);

/// @linux perf_event_set_state
void set_state(PerfEvent& event, EventState state);

}  // namespace pmusim::kernel
