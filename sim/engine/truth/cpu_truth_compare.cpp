// SPDX-License-Identifier: Apache-2.0
//
// What an event is meant to count, what its counter counts, and why they differ.
#include "sim/engine/truth/cpu_truth.h"

namespace pmusim::engine {

using kernel::CounterUse;
using kernel::Place;

Who CpuTruth::who() const {
  if (place_ == Place::guest) {
    return context_.level == ExceptionLevel::el0 ? Who::guest_user : Who::guest_kernel;
  }
  if (is_hypervisor(place_)) {
    return Who::hypervisor;
  }
  return context_.level == ExceptionLevel::el0 ? Who::host_user : Who::host_kernel;
}

CountStatus CpuTruth::status_of(const State& state) const {
  const PmuState& registers = pmu_.state();
  const PmuConfig& config = pmu_.config();
  const auto status = [&](unsigned counter) {
    return count_status(config, registers, registers.overflow, counter, context_);
  };
  if (!state.chained) {
    return status(state.counter);
  }
  // The even counter counts; without the odd one its carries are lost.
  const CountStatus odd = status(state.counter);
  return odd == CountStatus::counting ? status(state.counter - 1) : odd;
}

Threshold CpuTruth::threshold_of(const State& state) const {
  if (state.counter >= kCycleCounter) {
    return Threshold{};
  }
  return Threshold{pmu_.state().event_type[state.chained ? state.counter - 1 : state.counter]};
}

Cause CpuTruth::cause_of_no_counter(const State& state) const {
  const bool had_counter = state.had_counter_at == exchange_;
  switch (place_) {
    case Place::boot:
      return Cause::opening;
    case Place::context_switch_out:
      return had_counter ? Cause::context_switch : Cause::not_scheduled;
    case Place::context_switch_in:
      return Cause::context_switch;  // whether it gets a counter is not known yet
    case Place::rotation:
      return had_counter ? Cause::rotation : Cause::not_scheduled;
    default:
      return Cause::not_scheduled;
  }
}

Cause CpuTruth::cause_of_blackout(const State& state, CountStatus status) const {
  const Cause here = cause_of(place_);
  switch (state.use) {
    case CounterUse::none:
      return cause_of_no_counter(state);
    case CounterUse::throttled:
      return Cause::throttled;
    case CounterUse::stopped:
      return here;
    case CounterUse::started:
      break;
  }
  switch (status) {
    case CountStatus::filtered:
      return place_ == Place::guest || context_.level == ExceptionLevel::el0 ? Cause::el0_toggle
                                                                             : Cause::filter;
    case CountStatus::disabled:
      return here == Cause::not_enabled && pmu_.has_pending_writes() ? Cause::write_delay : here;
    default:
      return Cause::prohibited;
  }
}

Cause CpuTruth::cause_of_leak() const {
  if (pmu_.has_pending_writes()) {
    return Cause::write_delay;
  }
  const Cause here = cause_of(place_);
  return here == Cause::not_enabled ? Cause::filter : here;
}

CpuTruth::Flags CpuTruth::flags_of(const State& state) const {
  Flags flags;
  const WatchedEvent& event = *state.watched;
  flags.intended = state.counts_here && state.enabled && is_intended(event.attr, who());
  CountStatus status = CountStatus::disabled;
  if (state.use == CounterUse::started) {
    status = status_of(state);
    flags.enabled = status == CountStatus::counting || status == CountStatus::filtered;
    flags.counting = status == CountStatus::counting;
  }
  if (flags.intended && !flags.counting) {
    flags.difference = Difference::blackout;
    flags.cause = cause_of_blackout(state, status);
  } else if (!flags.intended && flags.counting) {
    flags.difference = Difference::leak;
    flags.cause = cause_of_leak();
  } else if (flags.counting && threshold_of(state) != state.want) {
    flags.difference = Difference::threshold;
    flags.cause = Cause::threshold;
  }
  return flags;
}

void CpuTruth::evaluate() {
  is_stale_ = false;
  for (State* state : live_) {
    const Flags flags = flags_of(*state);
    const bool has_other_threshold = flags.counting && threshold_of(*state) != state->have;
    if (flags != state->flags || has_other_threshold) {
      settle_now();
      change_flags(*state, flags);
    }
  }
  drop_the_dead();
}

void CpuTruth::change_flags(State& state, const Flags& flags) {
  const bool goes_on =
      flags.difference == state.flags.difference && flags.cause == state.flags.cause;
  if (!goes_on) {
    close_window(state);
  }
  state.flags = flags;
  if (flags.counting) {
    state.have = threshold_of(state);
  }
  if (!goes_on && flags.difference != Difference::none) {
    state.window = {
        .event = state.index,
        .cpu = id_,
        .kind = flags.difference == Difference::leak ? WindowKind::leak : WindowKind::blackout,
        .cause = flags.cause,
        .place = place_,
        .first = cpu_->cycle(),
        .last = cpu_->cycle()};
    if (flags.difference == Difference::threshold) {
      state.also_leaks = state.window;
      state.also_leaks->kind = WindowKind::leak;
    }
  }
}

void CpuTruth::close_window(State& state) {
  if (state.flags.difference == Difference::none) {
    return;
  }
  if (state.flags.difference != Difference::threshold || state.window.count > 0) {
    windows_.add(state.window);
  }
  if (state.also_leaks) {
    if (state.also_leaks->count > 0) {
      windows_.add(*state.also_leaks);
    }
    state.also_leaks.reset();
  }
}

}  // namespace pmusim::engine
