// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "kernel_model/abi/perf_event_attr.h"
#include "kernel_model/core/kernel_observer.h"
#include "models/common/units.h"

namespace pmusim::engine {

/// An event as it was asked for.
struct WatchedEvent {
  abi::PerfEventAttr attr;
  std::optional<CpuId> cpu;  ///< counts on this CPU only
  /// Counts while one of these runs: a task and those that inherited from it. None: whatever runs.
  std::vector<kernel::TaskIndex> tasks;
};

/// All events of a run, in the order in which they were opened.
class WatchedEvents {
 public:
  WatchedEvents() = default;
  explicit WatchedEvents(std::vector<WatchedEvent> events);

  [[nodiscard]] std::size_t size() const { return events_.size(); }

  [[nodiscard]] const WatchedEvent& operator[](kernel::EventIndex event) const {
    return events_[event];
  }

  /// Those that count on that CPU whatever runs, ascending.
  [[nodiscard]] std::span<const kernel::EventIndex> of_cpu(CpuId cpu) const;

  /// Those that count while that task runs, ascending.
  [[nodiscard]] std::span<const kernel::EventIndex> of_task(kernel::TaskIndex task) const;

  /// As was told last: an event of a task is on, one of a CPU is from when it is installed.
  /// @param task  whose copy of the event it is; kNoTask: it is a CPU's
  [[nodiscard]] bool is_enabled(kernel::EventIndex event, kernel::TaskIndex task) const {
    return !off_.contains({event, task});
  }

  void set_enabled(kernel::EventIndex event, kernel::TaskIndex task, bool enabled);

 private:
  std::vector<WatchedEvent> events_;
  std::vector<std::vector<kernel::EventIndex>> of_cpu_;
  std::vector<std::vector<kernel::EventIndex>> of_task_;
  std::set<std::pair<kernel::EventIndex, kernel::TaskIndex>> off_;
};

}  // namespace pmusim::engine
