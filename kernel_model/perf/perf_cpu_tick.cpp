// SPDX-License-Identifier: Apache-2.0
//
// The tick: end of throttling, frequencies, and the timer of multiplexing.
#include <algorithm>
#include <utility>

#include "kernel_model/perf/frequency.h"
#include "kernel_model/perf/perf_cpu.h"

namespace pmusim::kernel {

/// @linux v6.18 kernel/events/core.c perf_event_task_tick, perf_mux_hrtimer_handler
Software PerfCpu::tick() {
  cpu_.irq_enter();
  co_await cpu_.run(Path::perf_tick);
  const bool unthrottle = std::exchange(throttled_, false);
  ++throttled_seq_;
  co_await adjust_context(&cpu_context_, unthrottle);
  co_await adjust_context(task_context_, unthrottle);
  if (mux_expiry_ && cpu_.now_ns() >= *mux_expiry_) {
    mux_expiry_.reset();
    if (cpu_context_.rotate_necessary ||
        (task_context_ != nullptr && task_context_->rotate_necessary)) {
      co_await rotate();
      restart_mux_timer();
    }
  }
  cpu_.irq_exit();
}

/// Its expiries lie at multiples of the interval. @linux hrtimer_forward_now
void PerfCpu::restart_mux_timer() {
  if (!mux_expiry_) {
    const std::uint64_t interval = system_.config().mux_ns();
    mux_expiry_ = (cpu_.now_ns() / interval + 1) * interval;
  }
}

/// @linux v6.18 kernel/events/core.c perf_rotate_context
Software PerfCpu::rotate() {
  const Place before = cpu_.enter(Place::rotation);
  co_await cpu_.run(Path::perf_rotate);
  co_await pmu_disable();
  PerfContext* task = has_pmu(task_context_) ? task_context_ : nullptr;
  PerfEvent* task_event =
      task != nullptr && task->rotate_necessary ? event_to_rotate(*task) : nullptr;
  PerfEvent* cpu_event = cpu_context_.rotate_necessary ? event_to_rotate(cpu_context_) : nullptr;
  const bool task_makes_room = task_event != nullptr || (task != nullptr && cpu_event != nullptr);
  if (task_makes_room) {
    update_time(*task, cpu_.now_ns());
    co_await groups_sched_out(*task, Part::flexible);
  }
  if (cpu_event != nullptr) {
    update_time(cpu_context_, cpu_.now_ns());
    co_await groups_sched_out(cpu_context_, Part::flexible);
    move_to_tail(cpu_context_.flexible, cpu_event);
    co_await groups_sched_in(cpu_context_, Part::flexible);
  }
  if (task_event != nullptr) {
    move_to_tail(task->flexible, task_event);
  }
  if (task_makes_room) {
    co_await groups_sched_in(*task, Part::flexible);
  }
  co_await pmu_enable();
  cpu_.enter(before);
}

/// @linux v6.18 kernel/events/core.c ctx_event_to_rotate
PerfEvent* PerfCpu::event_to_rotate(PerfContext& context) const {
  context.rotate_necessary = false;
  if (!context.flexible_active.empty()) {
    return context.flexible_active.front();
  }
  // None is on: the first group, those that are bound to no CPU before the others.
  for (const bool bound : {false, true}) {
    for (PerfEvent* leader : context.flexible) {
      if (may_run_here(*leader) && leader->cpu.has_value() == bound) {
        return leader;
      }
    }
  }
  return nullptr;
}

/// @linux v6.18 kernel/events/core.c perf_adjust_freq_unthr_context
Software PerfCpu::adjust_context(PerfContext* context, bool unthrottle) {
  if (context == nullptr || (context->frequency_events == 0 && !unthrottle)) {
    co_return;
  }
  if (context->pinned_active.empty() && context->flexible_active.empty()) {
    co_return;
  }
  co_await pmu_disable();
  co_await adjust_events(context->pinned_active);
  co_await adjust_events(context->flexible_active);
  co_await pmu_enable();
}

Software PerfCpu::adjust_events(const std::vector<PerfEvent*>& leaders) {
  for (PerfEvent* leader : leaders) {
    co_await adjust_event(*leader);
    if (system_.config().version.adjusts_leaders_only) {
      continue;
    }
    for (PerfEvent* sibling : leader->siblings) {
      co_await adjust_event(*sibling);
    }
  }
}

Software PerfCpu::adjust_event(PerfEvent& event) {
  if (event.state != EventState::active || event.is_software()) {
    co_return;
  }
  if (event.hw.interrupts == kMaxInterrupts) {
    co_await unthrottle_group(event, event.is_in_frequency_mode());
  }
  if (!event.is_in_frequency_mode()) {
    co_return;
  }
  co_await pmu_.stop(event);
  const std::uint64_t increase = event.count - event.hw.freq_count_stamp;
  event.hw.freq_count_stamp = event.count;
  if (static_cast<std::int64_t>(increase) > 0 &&
      adjust_period(event, system_.config().tick_ns(), increase)) {
    event.hw.period_left = 0;
  }
  co_await pmu_.start(event);
}

}  // namespace pmusim::kernel
