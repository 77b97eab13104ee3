// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/watched_events.h"

#include <utility>

namespace pmusim::engine {

namespace {

using Lists = std::vector<std::vector<kernel::EventIndex>>;

void add(Lists& lists, std::size_t list, kernel::EventIndex event) {
  if (list >= lists.size()) {
    lists.resize(list + 1);
  }
  lists[list].push_back(event);
}

std::span<const kernel::EventIndex> list_of(const Lists& lists, std::size_t list) {
  return list < lists.size() ? std::span{lists[list]} : std::span<const kernel::EventIndex>{};
}

}  // namespace

WatchedEvents::WatchedEvents(std::vector<WatchedEvent> events) : events_{std::move(events)} {
  for (kernel::EventIndex index = 0; index < events_.size(); ++index) {
    const WatchedEvent& event = events_[index];
    for (const kernel::TaskIndex task : event.tasks) {
      add(of_task_, task, index);
    }
    if (event.tasks.empty()) {
      set_enabled(index, kernel::kNoTask, false);
    }
    if (event.tasks.empty() && event.cpu) {
      add(of_cpu_, event.cpu->value(), index);
    }
  }
}

std::span<const kernel::EventIndex> WatchedEvents::of_cpu(CpuId cpu) const {
  return list_of(of_cpu_, cpu.value());
}

void WatchedEvents::set_enabled(kernel::EventIndex event, kernel::TaskIndex task, bool enabled) {
  if (enabled) {
    off_.erase({event, task});
  } else {
    off_.insert({event, task});
  }
}

std::span<const kernel::EventIndex> WatchedEvents::of_task(kernel::TaskIndex task) const {
  return list_of(of_task_, task);
}

}  // namespace pmusim::engine
