// SPDX-License-Identifier: Apache-2.0
//
// A period has ended: interrupts are counted and limited, and the sample is taken.
#include <utility>

#include "kernel_model/perf/frequency.h"
#include "kernel_model/perf/perf_cpu.h"

namespace pmusim::kernel {

namespace {

bool is_over_limit(ThrottleTest test, const HwPerfEvent& hw, bool first, std::uint64_t limit) {
  switch (test) {
    case ThrottleTest::at_limit:
      return hw.interrupts >= limit;
    case ThrottleTest::above_limit:
      return !first && hw.interrupts > limit;
    case ThrottleTest::at_limit_after_second:
      return !first && hw.interrupts >= limit;
  }
  return false;
}

}  // namespace

/// @linux v6.18 kernel/events/core.c __perf_event_overflow
Software PerfCpu::overflow(PerfEvent& event, std::uint64_t /*period*/) {
  ++event.overflows;
  if (!event.is_sampling()) {
    co_return;
  }
  co_await account_interrupt(event);
  co_await count_down(event);
  co_await sample(event);
}

/// The last sample of an event that has a limit: it stops now, and is switched off by irq_work,
/// whose own interrupt follows this one.
Software PerfCpu::count_down(PerfEvent& event) {
  if (event.event_limit == 0) {
    co_return;
  }
  --event.event_limit;
  if (event.event_limit != 0) {
    co_return;
  }
  event.pending_disable = true;
  pending_disable_.push_back(&event);
  co_await pmu_.stop(event);
}

Software PerfCpu::disable_pending() {
  while (!pending_disable_.empty()) {
    PerfEvent& event = *pending_disable_.back();
    pending_disable_.pop_back();
    if (std::exchange(event.pending_disable, false)) {
      co_await disable_event(event);
    }
  }
}

/// @linux v6.18 kernel/events/core.c __perf_event_account_interrupt
Software PerfCpu::account_interrupt(PerfEvent& event) {
  HwPerfEvent& hw = event.hw;
  const bool first = hw.interrupts_seq != throttled_seq_;
  hw.interrupts_seq = throttled_seq_;
  // From kMaxInterrupts it wraps to 0, in the kernel too: an event of a throttled group whose flag
  // was set in the same interrupt no longer looks throttled.
  hw.interrupts = first ? 1 : hw.interrupts + 1;
  const PerfConfig& config = system_.config();
  if (is_over_limit(config.version.throttle_test, hw, first, config.max_samples_per_tick())) {
    throttled_ = true;
    co_await throttle_group(event);
  }
  if (!event.is_in_frequency_mode()) {
    co_return;
  }
  const std::uint64_t now = cpu_.now_ns();
  const std::uint64_t passed = now - std::exchange(hw.freq_time_stamp, now);
  if (passed > 0 && passed < 2 * config.tick_ns() && adjust_period(event, passed, hw.last_period)) {
    co_await pmu_.stop(event);
    hw.period_left = 0;
    co_await pmu_.start(event);
  }
}

/// @linux v6.18 kernel/events/core.c perf_event_throttle_group
Software PerfCpu::throttle_group(PerfEvent& event) {
  if (!system_.config().version.throttles_whole_group) {
    // Up to 6.15 the driver stops the one event, by the return value.
    event.hw.interrupts = kMaxInterrupts;
    ++event.throttles;
    co_return;
  }
  PerfEvent& leader = *event.leader;
  co_await throttle(leader);
  for (PerfEvent* sibling : leader.siblings) {
    co_await throttle(*sibling);
  }
}

Software PerfCpu::throttle(PerfEvent& event) {
  if (event.state != EventState::active) {
    co_return;
  }
  event.hw.interrupts = kMaxInterrupts;
  ++event.throttles;
  if (event.is_software()) {
    co_return;
  }
  co_await pmu_.stop(event);
  cpu_.observer().counter_used(cpu_.id(),
                               event.index,
                               CounterUse::throttled,
                               static_cast<unsigned>(event.hw.idx),
                               event.hw.chained);
}

/// @param skip_start  the event itself is started by its caller
/// @linux v6.18 kernel/events/core.c perf_event_unthrottle_group
Software PerfCpu::unthrottle_group(PerfEvent& event, bool skip_start) {
  if (!system_.config().version.throttles_whole_group) {
    co_await unthrottle(event, !skip_start);
    co_return;
  }
  PerfEvent& leader = *event.leader;
  co_await unthrottle(leader, !skip_start || &leader != &event);
  for (PerfEvent* sibling : leader.siblings) {
    co_await unthrottle(*sibling, !skip_start || sibling != &event);
  }
}

Software PerfCpu::unthrottle(PerfEvent& event, bool start) {
  if (event.state != EventState::active) {
    co_return;
  }
  event.hw.interrupts = 0;
  if (start && !event.is_software()) {
    co_await pmu_.start(event);
  }
}

Software PerfCpu::sample(PerfEvent& event) {
  co_await cpu_.run(Path::perf_sample);
  ++event.samples;
  const bool in_guest = guests_ != nullptr && guests_->is_vcpu_loaded();
  const bool may_see_guest =
      !event.attr.exclude_guest || !system_.config().version.guest_samples_need_include;
  event.guest_samples += in_guest && may_see_guest ? 1U : 0U;
}

}  // namespace pmusim::kernel
