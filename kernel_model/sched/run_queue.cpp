// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/sched/run_queue.h"

#include <algorithm>
#include <tuple>

namespace pmusim::kernel {

void RunQueue::enqueue(Task& task) {
  task.vruntime_ns = std::max(task.vruntime_ns, least_vruntime_ns_);
  runnable_.push_back(&task);
}

void RunQueue::detach(Task& task) const {
  task.vruntime_ns -= std::min(task.vruntime_ns, least_vruntime_ns_);
}

void RunQueue::attach(Task& task) {
  task.vruntime_ns += least_vruntime_ns_;
  enqueue(task);
}

Task* RunQueue::take_next() {
  const auto least = std::ranges::min_element(
      runnable_, {}, [](const Task* task) { return std::tuple{task->vruntime_ns, task->index}; });
  if (least == runnable_.end()) {
    return nullptr;
  }
  Task* task = *least;
  runnable_.erase(least);
  least_vruntime_ns_ = std::max(least_vruntime_ns_, task->vruntime_ns);
  return task;
}

Task* RunQueue::take_woken(std::uint64_t now_ns) {
  const auto woken =
      std::ranges::find_if(sleepers_, [&](const Task* task) { return task->wake_at_ns <= now_ns; });
  if (woken == sleepers_.end()) {
    return nullptr;
  }
  Task* task = *woken;
  sleepers_.erase(woken);
  return task;
}

}  // namespace pmusim::kernel
