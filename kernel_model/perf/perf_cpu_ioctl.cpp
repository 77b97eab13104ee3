// SPDX-License-Identifier: Apache-2.0
//
// What an ioctl makes the event's CPU do, in the interrupt of a cross call.
#include "kernel_model/perf/perf_cpu.h"

namespace pmusim::kernel {

Software PerfCpu::enable(EventIndex event) {
  cpu_.irq_enter();
  co_await enable_event(*system_.events()[event]);
  cpu_.irq_exit();
}

Software PerfCpu::disable(EventIndex event) {
  cpu_.irq_enter();
  co_await disable_event(*system_.events()[event]);
  cpu_.irq_exit();
}

Software PerfCpu::refresh(EventIndex event, std::uint64_t samples) {
  system_.events()[event]->event_limit += samples;
  co_await enable(event);
}

/// @linux v6.18 kernel/events/core.c __perf_event_period
Software PerfCpu::change_period(EventIndex index, std::uint64_t period) {
  PerfEvent& event = *system_.events()[index];
  event.attr.sample_period = period;
  if (!event.attr.freq) {
    event.hw.sample_period = period;
  }
  if (event.state != EventState::active) {
    event.hw.period_left = 0;
    co_return;
  }
  cpu_.irq_enter();
  co_await pmu_disable();
  co_await pmu_.stop(event);
  event.hw.period_left = 0;
  co_await pmu_.start(event);
  if (event.hw.interrupts == kMaxInterrupts) {
    co_await unthrottle_group(event, true);
  }
  co_await pmu_enable();
  cpu_.irq_exit();
}

/// @linux v6.18 kernel/events/core.c _perf_event_reset
Software PerfCpu::reset_count(EventIndex index) {
  PerfEvent& event = *system_.events()[index];
  co_await read_event(event);
  event.count = 0;
}

/// @linux v6.18 kernel/events/core.c __perf_event_enable
Software PerfCpu::enable_event(PerfEvent& event) {
  if (event.state >= EventState::inactive || event.state <= EventState::error) {
    co_return;
  }
  PerfContext& context = *event.context;
  update_time(context, cpu_.now_ns());
  set_state(event, EventState::inactive);
  tell_switch(event);
  const bool leader_is_on = event.is_leader() || event.leader->state == EventState::active;
  if (context.is_on() && may_run_here(*event.leader) && leader_is_on) {
    co_await resched(event);
  }
}

/// @linux v6.18 kernel/events/core.c __perf_event_disable
Software PerfCpu::disable_event(PerfEvent& event) {
  if (event.state < EventState::inactive) {
    co_return;
  }
  update_time(*event.context, cpu_.now_ns());
  co_await pmu_disable();
  if (event.is_leader()) {
    co_await group_sched_out(event);
  } else {
    co_await event_sched_out(event);
  }
  set_state(event, EventState::off);
  tell_switch(event);
  co_await pmu_enable();
}

}  // namespace pmusim::kernel
