// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/sched/run_queue.h"

#include <algorithm>

namespace pmusim::kernel {

void RunQueue::enqueue(Task& task) {
  task.vruntime_ns = std::max(task.vruntime_ns, least_vruntime_ns_);
  runnable_.insert(&task);
}

void RunQueue::detach(Task& task) const {
  task.vruntime_ns -= std::min(task.vruntime_ns, least_vruntime_ns_);
}

void RunQueue::attach(Task& task) {
  task.vruntime_ns += least_vruntime_ns_;
  enqueue(task);
}

void RunQueue::put_to_sleep(Task& task) {
  asleep_.emplace(std::pair{task.wake_at_ns, sleeps_++}, &task);
}

Task* RunQueue::take_next() {
  if (runnable_.empty()) {
    return nullptr;
  }
  Task* task = *runnable_.begin();
  runnable_.erase(runnable_.begin());
  least_vruntime_ns_ = std::max(least_vruntime_ns_, task->vruntime_ns);
  return task;
}

Task* RunQueue::take_woken(std::uint64_t now_ns) {
  while (!asleep_.empty() && asleep_.begin()->first.first <= now_ns) {
    woken_.emplace(asleep_.begin()->first.second, asleep_.begin()->second);
    asleep_.erase(asleep_.begin());
  }
  if (woken_.empty()) {
    return nullptr;
  }
  Task* task = woken_.begin()->second;
  woken_.erase(woken_.begin());
  return task;
}

}  // namespace pmusim::kernel
