// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/perf_context.h"

namespace pmusim::kernel {

namespace {

/// A member of a group that is off or in error is so too. @linux __perf_effective_state
EventState effective_state(const PerfEvent& event) {
  const EventState leader = event.leader->state;
  return leader <= EventState::off ? leader : event.state;
}

}  // namespace

void update_time(PerfContext& context, std::uint64_t now_ns) {
  if (context.time_on) {
    context.time += now_ns - context.timestamp;
    context.timestamp = now_ns;
  }
}

void start_time(PerfContext& context, std::uint64_t now_ns) {
  if (!context.time_on) {
    context.time_on = true;
    context.timestamp = now_ns;
  }
}

EventTimes times_of(const PerfEvent& event) {
  const std::uint64_t passed = event.context->time - event.time_stamp;
  const EventState state = effective_state(event);
  return {.enabled = event.total_time_enabled + (state >= EventState::inactive ? passed : 0),
          .running = event.total_time_running + (state >= EventState::active ? passed : 0)};
}

void update_time(PerfEvent& event) {
  const EventTimes times = times_of(event);
  event.total_time_enabled = times.enabled;
  event.total_time_running = times.running;
  event.time_stamp = event.context->time;
}

void set_state(PerfEvent& event, EventState state) {
  if (event.state == state) {
    return;
  }
  update_time(event);
  const bool turns = (event.state < EventState::inactive) != (state < EventState::inactive);
  if (turns) {
    for (PerfEvent* sibling : event.siblings) {
      update_time(*sibling);
    }
  }
  event.state = state;
}

}  // namespace pmusim::kernel
