// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "kernel_model/sched/task.h"

namespace pmusim::kernel {

/// The tasks of one CPU: runnable ones in order of their virtual runtime, and sleepers.
///
/// All tasks have one weight: a fair scheduler then runs whoever has run least.
/// @linux kernel/sched/fair.c, without EEVDF's eligibility and without groups
class RunQueue {
 public:
  /// A task that came to this CPU or woke up. It gets no credit for the time that it did not run.
  void enqueue(Task& task);

  /// A task goes to another CPU: what it has run counts relative to those that stay.
  void detach(Task& task) const;
  /// A task comes from another CPU.
  void attach(Task& task);

  /// A task goes to sleep until its `wake_at_ns`.
  void put_to_sleep(Task& task);

  /// Takes the task that has run least, of equals the first in the list of tasks; nullptr: none.
  Task* take_next();

  /// Takes a sleeper whose time has come, of several the one that went to sleep first; nullptr:
  /// none. Time does not go back.
  Task* take_woken(std::uint64_t now_ns);

  [[nodiscard]] bool has_runnable() const { return !runnable_.empty(); }

  [[nodiscard]] bool has_sleepers() const { return !asleep_.empty() || !woken_.empty(); }

 private:
  struct RanLess {
    bool operator()(const Task* a, const Task* b) const {
      return std::tie(a->vruntime_ns, a->index) < std::tie(b->vruntime_ns, b->index);
    }
  };

  using Sleep = std::uint64_t;  ///< which one, in the order in which they began

  std::set<Task*, RanLess> runnable_;
  std::map<std::pair<std::uint64_t, Sleep>, Task*> asleep_;  ///< by the time when they wake
  std::map<Sleep, Task*> woken_;                             ///< not taken yet
  Sleep sleeps_{};
  std::uint64_t least_vruntime_ns_{};
};

}  // namespace pmusim::kernel
