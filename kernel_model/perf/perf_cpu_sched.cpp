// SPDX-License-Identifier: Apache-2.0
//
// Groups go on and off: v6.18 kernel/events/core.c, from ctx_sched_in and ctx_sched_out down.
#include <algorithm>
#include <utility>

#include "kernel_model/perf/perf_cpu.h"

namespace pmusim::kernel {

namespace {

bool has(std::uint8_t parts, std::uint8_t part) {
  return (parts & part) != 0;
}

/// The group's PMU: the hardware one, if any member has one.
std::size_t pmu_of_group(const PerfEvent& leader) {
  if (!leader.is_software()) {
    return leader.pmu;
  }
  const auto found =
      std::ranges::find_if(leader.siblings, [](const PerfEvent* e) { return !e->is_software(); });
  return found != leader.siblings.end() ? (*found)->pmu : kSoftwarePmu;
}

std::vector<PerfEvent*>& active_list(const PerfEvent& leader) {
  return leader.attr.pinned ? leader.context->pinned_active : leader.context->flexible_active;
}

}  // namespace

Software PerfCpu::pmu_disable() {
  if (pmu_disable_count_++ == 0) {
    co_await pmu_.disable();
  }
}

Software PerfCpu::pmu_enable() {
  if (--pmu_disable_count_ == 0) {
    co_await pmu_.enable();
  }
}

bool PerfCpu::has_pmu(const PerfContext* context) const {
  return context != nullptr && pmu_index_ && context->has_pmu(*pmu_index_);
}

/// Groups of other PMUs are passed over (the PMU's filter), and those of other CPUs.
bool PerfCpu::may_run_here(const PerfEvent& leader) const {
  const std::size_t pmu = pmu_of_group(leader);
  const bool pmu_is_here = pmu == kSoftwarePmu || pmu == pmu_index_;
  return pmu_is_here && (!leader.cpu || *leader.cpu == cpu_.id());
}

Software PerfCpu::context_sched_out(PerfContext& context, Part part) {
  update_time(context, cpu_.now_ns());
  const auto parts = static_cast<std::uint8_t>(part);
  const bool pinned = has(parts, static_cast<std::uint8_t>(Part::pinned));
  const bool flexible = has(parts, static_cast<std::uint8_t>(Part::flexible));
  const bool pinned_goes = pinned && std::exchange(context.pinned_on, false);
  const bool flexible_goes = flexible && std::exchange(context.flexible_on, false);
  if (!context.is_on()) {
    context.time_on = false;
    if (context.task != kNoTask) {
      task_context_ = nullptr;
    }
  }
  if (pinned_goes) {
    co_await groups_sched_out(context, Part::pinned);
  }
  if (flexible_goes) {
    co_await groups_sched_out(context, Part::flexible);
  }
}

Software PerfCpu::context_sched_in(PerfContext& context, Part part) {
  if (context.is_empty()) {
    co_return;
  }
  start_time(context, cpu_.now_ns());
  if (context.task != kNoTask) {
    task_context_ = &context;
  }
  bool& on = part == Part::pinned ? context.pinned_on : context.flexible_on;
  if (!std::exchange(on, true)) {
    co_await groups_sched_in(context, part);
  }
}

/// @linux v6.18 kernel/events/core.c perf_event_sched_in
Software PerfCpu::sched_in_all(PerfContext* task) {
  co_await context_sched_in(cpu_context_, Part::pinned);
  if (task != nullptr) {
    co_await context_sched_in(*task, Part::pinned);
  }
  co_await context_sched_in(cpu_context_, Part::flexible);
  if (task != nullptr) {
    co_await context_sched_in(*task, Part::flexible);
  }
}

/// An event was switched on: its place in the order may be before others.
/// @linux v6.18 kernel/events/core.c ctx_resched
Software PerfCpu::resched(const PerfEvent& cause) {
  const Part part = cause.leader->attr.pinned ? Part::all : Part::flexible;
  PerfContext* task = task_context_;
  co_await pmu_disable();
  if (task != nullptr) {
    co_await context_sched_out(*task, part);
  }
  if (cause.task == kNoTask) {
    co_await context_sched_out(cpu_context_, part);
  } else if (part == Part::all) {
    co_await context_sched_out(cpu_context_, Part::flexible);
  }
  co_await sched_in_all(task);
  co_await pmu_enable();
}

/// @linux v6.18 kernel/events/core.c __pmu_ctx_sched_out
Software PerfCpu::groups_sched_out(PerfContext& context, Part part) {
  std::vector<PerfEvent*>& active =
      part == Part::pinned ? context.pinned_active : context.flexible_active;
  if (part == Part::flexible) {
    context.rotate_necessary = false;
  }
  if (active.empty()) {
    co_return;
  }
  co_await pmu_disable();
  while (!active.empty()) {
    PerfEvent& leader = *active.front();
    co_await group_sched_out(leader);
  }
  co_await pmu_enable();
}

Software PerfCpu::groups_sched_in(PerfContext& context, Part part) {
  const std::vector<PerfEvent*>& groups = part == Part::pinned ? context.pinned : context.flexible;
  bool can_add_hardware = true;
  for (PerfEvent* leader : groups) {
    if (leader->state > EventState::off && may_run_here(*leader)) {
      co_await merge_sched_in(*leader, can_add_hardware);
    }
  }
}

Software PerfCpu::merge_sched_in(PerfEvent& leader, bool& can_add_hardware) {
  if (can_go_on(leader, can_add_hardware)) {
    bool went_on = false;
    co_await group_sched_in(leader, went_on);
    if (went_on) {
      active_list(leader).push_back(&leader);
    }
  }
  if (leader.state == EventState::inactive) {
    can_add_hardware = false;
    did_not_fit(leader);
  }
}

void PerfCpu::did_not_fit(PerfEvent& leader) {
  if (leader.attr.pinned) {
    set_state(leader, EventState::error);
    tell_switch(leader);
  } else {
    leader.context->rotate_necessary = true;
    restart_mux_timer();
  }
}

/// @linux v6.18 kernel/events/core.c group_can_go_on
bool PerfCpu::can_go_on(const PerfEvent& leader, bool can_add_hardware) const {
  if (pmu_of_group(leader) == kSoftwarePmu) {
    return true;
  }
  if (exclusive_ || (leader.attr.exclusive && !active_list(leader).empty())) {
    return false;
  }
  return can_add_hardware;
}

Software PerfCpu::group_sched_in(PerfEvent& leader, bool& went_on) {
  co_await pmu_disable();
  co_await event_sched_in(leader, went_on);
  if (went_on) {
    std::size_t on = 0;
    while (went_on && on < leader.siblings.size()) {
      co_await event_sched_in(*leader.siblings[on], went_on);
      on += went_on ? 1 : 0;
    }
    if (!went_on) {  // all or nothing
      for (std::size_t undone = 0; undone < on; ++undone) {
        co_await event_sched_out(*leader.siblings[undone]);
      }
      co_await event_sched_out(leader);
    }
  }
  co_await pmu_enable();
}

Software PerfCpu::group_sched_out(PerfEvent& leader) {
  if (leader.state != EventState::active) {
    co_return;
  }
  std::erase(active_list(leader), &leader);
  co_await event_sched_out(leader);
  for (PerfEvent* sibling : leader.siblings) {
    co_await event_sched_out(*sibling);
  }
}

Software PerfCpu::event_sched_in(PerfEvent& event, bool& went_on) {
  went_on = true;
  if (event.state <= EventState::off) {
    co_return;
  }
  set_state(event, EventState::active);
  if (event.hw.interrupts == kMaxInterrupts) {
    co_await unthrottle(event, false);
  }
  if (event.is_software()) {
    co_return;
  }
  co_await pmu_disable();
  co_await cpu_.run(Path::perf_event_add);
  co_await pmu_.add(event, true, went_on);
  if (went_on) {
    ++active_events_;
    event.context->frequency_events += event.is_in_frequency_mode() ? 1U : 0U;
    exclusive_ = exclusive_ || event.attr.exclusive;
  } else {
    set_state(event, EventState::inactive);
  }
  co_await pmu_enable();
}

Software PerfCpu::event_sched_out(PerfEvent& event) {
  if (event.state != EventState::active) {
    co_return;
  }
  if (event.is_software()) {
    set_state(event, EventState::inactive);
    co_return;
  }
  co_await pmu_disable();
  co_await cpu_.run(Path::perf_event_del);
  co_await pmu_.del(event);
  set_state(event, EventState::inactive);
  --active_events_;
  event.context->frequency_events -= event.is_in_frequency_mode() ? 1U : 0U;
  if (event.attr.exclusive || active_events_ == 0) {
    exclusive_ = false;
  }
  co_await pmu_enable();
}

}  // namespace pmusim::kernel
