// SPDX-License-Identifier: Apache-2.0
//
// Which events matter on a CPU now: those of the CPU, those of the task that runs, and until the
// truth has closed their windows those that had a counter.
#include <algorithm>
#include <tuple>

#include "kernel_model/pmuv3/attr_fields.h"
#include "sim/engine/truth/cpu_truth.h"

namespace pmusim::engine {

using kernel::CounterUse;

namespace {

/// What a counter with the event's attributes makes of an amount, from the perf documentation: a
/// threshold of 0 is none; compare 0 differs, 1 equals, 2 at least, 3 below.
Threshold wanted_threshold(const abi::PerfEventAttr& attr) {
  const std::uint64_t limit = kernel::threshold(attr);
  if (limit == 0) {
    return Threshold{};
  }
  const std::uint64_t control =
      kernel::threshold_compare(attr) << 1U | kernel::threshold_count(attr);
  RegValue type = with<regs::kPmevtyperEl0, "TH">(0, limit);
  type = with<regs::kPmevtyperEl0, "TC">(type, control);
  return Threshold{type};
}

}  // namespace

void CpuTruth::watch(const CpuPort& cpu, const WatchedEvents& events) {
  cpu_ = &cpu;
  events_ = &events;
  make_live(events.of_cpu(id_));
}

/// Nothing if the event counts on another CPU only.
CpuTruth::State* CpuTruth::state_of(kernel::EventIndex event) {
  const bool is_ours =
      events_ != nullptr && event < events_->size() && (*events_)[event].cpu.value_or(id_) == id_;
  if (!is_ours) {
    return nullptr;
  }
  const auto [found, is_new] = states_.try_emplace(event);
  State& state = found->second;
  if (is_new) {
    const WatchedEvent& watched = (*events_)[event];
    state.index = event;
    state.watched = &watched;
    state.event = EventId{static_cast<std::uint16_t>(kernel::event_number(watched.attr))};
    state.want = wanted_threshold(watched.attr);
    state.have = state.want;
    state.quantity = quantity_of(state.event, state.want);
    state.counts_here = watched.tasks.empty();
    state.enabled = state.counts_here && events_->is_enabled(event, kernel::kNoTask);
  }
  return &state;
}

std::size_t CpuTruth::quantity_of(EventId event, const Threshold& threshold) {
  const auto same = std::ranges::find_if(quantities_, [&](const Quantity& quantity) {
    return quantity.event == event && quantity.threshold == threshold;
  });
  if (same == quantities_.end()) {
    quantities_.push_back({.event = event, .threshold = threshold});
    return quantities_.size() - 1;
  }
  return static_cast<std::size_t>(same - quantities_.begin());
}

/// @param events  ascending
void CpuTruth::make_live(std::span<const kernel::EventIndex> events) {
  const auto before = static_cast<std::ptrdiff_t>(live_.size());
  for (const kernel::EventIndex event : events) {
    State* state = state_of(event);
    if (state != nullptr && !state->is_live) {
      state->is_live = true;
      live_.push_back(state);
    }
  }
  std::ranges::inplace_merge(live_, live_.begin() + before, {}, &State::index);
}

/// @pre the flags are up to date
void CpuTruth::drop_the_dead() {
  std::erase_if(live_, [](State* state) {
    state->is_live = state->counts_here || state->use != CounterUse::none || state->is_rewritten;
    return !state->is_live;
  });
}

void CpuTruth::task_switched(kernel::TaskIndex task) {
  settle_now();
  if (events_ != nullptr) {
    make_live(events_->of_task(task));
    for (const kernel::EventIndex event : events_->of_task(task_)) {
      if (State* state = state_of(event)) {
        state->counts_here = false;
      }
    }
    for (const kernel::EventIndex event : events_->of_task(task)) {
      if (State* state = state_of(event)) {
        state->counts_here = true;
        state->enabled = events_->is_enabled(event, task);
      }
    }
  }
  task_ = task;
  is_stale_ = true;
  tell_recorder();
}

void CpuTruth::event_enabled(kernel::EventIndex event, kernel::TaskIndex task, bool enabled) {
  const bool is_of_present = task == kernel::kNoTask || task == task_;
  State* state = is_of_present ? state_of(event) : nullptr;
  if (state == nullptr) {
    return;
  }
  settle_now();
  is_stale_ = true;
  state->enabled = enabled;
}

std::vector<kernel::EventIndex> CpuTruth::seen() const {
  std::vector<kernel::EventIndex> events;
  events.reserve(states_.size());
  for (const auto& [event, state] : states_) {
    events.push_back(event);
  }
  return events;
}

const EventSums& CpuTruth::sums(kernel::EventIndex event) const {
  return states_.at(event).sums;
}

bool CpuTruth::can_occur(kernel::EventIndex event) const {
  return can_occur(states_.at(event).event);
}

std::optional<unsigned> CpuTruth::last_counter(kernel::EventIndex event) const {
  const auto seen = states_.find(event);
  return seen == states_.end() ? std::nullopt : seen->second.last_counter;
}

}  // namespace pmusim::engine
