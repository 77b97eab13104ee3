// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel_model/perf/perf_config.h"
#include "kernel_model/perf/perf_context.h"
#include "kernel_model/perf/perf_event.h"
#include "kernel_model/perf/pmu_type.h"
#include "models/common/result.h"

namespace pmusim::kernel {

/// The arguments of one perf_event_open.
struct OpenRequest {
  std::string name;  ///< for reports
  abi::PerfEventAttr attr;
  std::optional<CpuId> cpu;  ///< nothing: -1
  TaskIndex task{kNoTask};   ///< kNoTask: pid -1
  std::optional<EventIndex> group_leader;
};

/// What an opened event has counted, with all that were inherited from it.
struct EventTotals {
  std::uint64_t count{};
  std::uint64_t time_enabled{};  ///< nanoseconds
  std::uint64_t time_running{};
  std::uint64_t overflows{};
  std::uint64_t samples{};
  std::uint64_t guest_samples{};
  std::uint64_t throttles{};
};

/// All perf events of a machine and the contexts that they are scheduled with. What happens to them
/// on a CPU is PerfCpu's.
class PerfSystem {
 public:
  explicit PerfSystem(const PerfConfig& config = {}) : config_{config} {}

  /// Makes a PMU known; it must outlive this object.
  /// @return  its perf_event_attr::type
  std::uint32_t register_pmu(const PmuType& pmu);

  /// perf_event_open. The event counts from the boot of its CPU or its task's first turn on.
  ///
  /// @error invalid_input  the text begins with the errno, as in "EINVAL: ..."
  Result<EventIndex> open(const OpenRequest& request);

  /// Whether PERF_EVENT_IOC_PERIOD would take the value.
  /// @error invalid_input  EINVAL: 0, above the rate's limit, bit 63, or the event does not sample
  [[nodiscard]] Result<void> check_period(EventIndex event, std::uint64_t period) const;

  /// The child gets its own copy of each inherited event of the parent. Before either runs.
  /// @linux perf_event_init_task
  void clone_for_child(TaskIndex parent, TaskIndex child);

  [[nodiscard]] const PerfConfig& config() const { return config_; }

  /// The opened ones, by EventIndex. Those inherited are not in it, but carry the same index.
  [[nodiscard]] const std::vector<PerfEvent*>& events() const { return opened_; }

  /// Sums over the event and its children. Counts are as the last read or stop left them
  /// (PerfCpu::read_all).
  [[nodiscard]] EventTotals totals(EventIndex index) const;

  /// The context of a task, or nothing if it has none.
  [[nodiscard]] PerfContext* task_context(TaskIndex task);
  /// The context of a CPU.
  [[nodiscard]] PerfContext& cpu_context(CpuId cpu);

  /// The PMU whose events run on this CPU, or nothing.
  [[nodiscard]] std::optional<std::size_t> pmu_of(CpuId cpu) const;

 private:
  Result<void> init_event(PerfEvent& event);
  PerfContext& context_for(const PerfEvent& event);
  void attach(PerfEvent& event);
  PerfEvent& inherit(PerfEvent& from, TaskIndex child, PerfEvent* leader);

  PerfConfig config_;
  std::vector<const PmuType*> pmus_;
  std::deque<PerfEvent> storage_;
  std::vector<PerfEvent*> opened_;
  std::vector<std::vector<const PerfEvent*>> with_children_;  ///< by EventIndex
  std::map<TaskIndex, PerfContext> task_contexts_;
  std::map<CpuId, PerfContext> cpu_contexts_;
};

}  // namespace pmusim::kernel
