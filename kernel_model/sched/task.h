// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel_model/core/kernel_observer.h"
#include "models/common/software.h"
#include "models/common/units.h"

namespace pmusim::kernel {

/// Who must know when a task leaves its CPU and comes back. @linux struct preempt_notifier
class PreemptNotifier {
 public:
  PreemptNotifier() = default;
  PreemptNotifier(const PreemptNotifier&) = delete;
  PreemptNotifier& operator=(const PreemptNotifier&) = delete;
  virtual ~PreemptNotifier() = default;

  /// After perf has taken the task's events off.
  virtual Software sched_out(CpuId cpu) = 0;
  /// After perf has put the task's events on.
  virtual Software sched_in(CpuId cpu) = 0;
};

enum class TaskState : std::uint8_t {
  runnable,
  sleeping,   ///< until `wake_at_ns`
  migrating,  ///< on its way to another CPU's run queue
  dead,
};

/// A task of the modelled kernel, vCPUs among them. @linux struct task_struct
struct Task {
  TaskIndex index{};
  std::string name;
  std::vector<CpuId> affinity;  ///< where it may run; not empty
  TaskThread thread;

  CpuId cpu;  ///< where it runs, or whose run queue has it
  TaskState state{TaskState::runnable};
  std::uint64_t vruntime_ns{};
  std::uint64_t wake_at_ns{};        ///< sleeping
  std::optional<CpuId> migration{};  ///< where it wants to go when it leaves this CPU
  PreemptNotifier* notifier{};       ///< registered while a vCPU is loaded
  Place place{Place::host_user};     ///< where it goes on when it comes back
};

}  // namespace pmusim::kernel
