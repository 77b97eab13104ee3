// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/cpu_truth.h"

#include <algorithm>
#include <utility>

#include "kernel_model/pmuv3/attr_fields.h"
#include "models/activity/cycle_draws.h"
#include "models/activity/events.h"
#include "models/common/expect.h"
#include "models/pmu/identification.h"

namespace pmusim::engine {

namespace {

using kernel::CounterUse;
using kernel::Place;

}  // namespace

CpuTruth::CpuTruth(CpuId id, PmuCore& pmu, const ActivityCopies& copies)
    : id_{id}, pmu_{pmu}, copies_{copies} {}

// ---- From the CPU ----

void CpuTruth::begin(const ExecutionContext& context,
                     ActivitySource& activity,
                     std::uint64_t from) {
  settle_now();
  context_ = context;
  activity_ = &copies_.copy_of(activity);
  from_ = from;
  is_stale_ = true;
  pmu_.begin(context, activity, from);
}

void CpuTruth::commit(Cycles elapsed) {
  const CycleTime now = cpu_->cycle();
  if (now != passed_) {  // the clock was stopped in between
    close_windows();
    is_stale_ = true;
  }
  if (is_stale_) {
    evaluate();
  }
  if (stretch_ == 0) {
    stretch_first_ = now;
  }
  is_stale_ = pmu_.has_pending_writes();  // one may take effect at the end of these cycles
  pmu_.commit(elapsed);
  stretch_ += elapsed.count();
  passed_ = now + elapsed;
  if (stretch_ - ahead_ >= kBlockCycles) {
    sum_ahead();
  }
  if (has_rewritten_ && !pmu_.has_pending_writes()) {
    lose_rewritten();
  }
}

void CpuTruth::synchronize_context() {
  if (pmu_.has_pending_writes()) {
    is_stale_ = true;
  }
  pmu_.synchronize_context();
  if (has_rewritten_) {
    lose_rewritten();
  }
}

SysRegRead CpuTruth::read(SysReg reg, const ExecutionContext& who) const {
  const SysRegRead result = pmu_.read(reg, who);
  if (const auto counter = counter_of(reg); counter && result.outcome == AccessOutcome::done) {
    // Reading changes nothing in the machine; here it is noted.
    const_cast<CpuTruth*>(this)->counter_was_read(*counter);  // NOLINT(*-const-cast)
  }
  return result;
}

AccessOutcome CpuTruth::write(SysReg reg, RegValue value, const ExecutionContext& who) {
  is_stale_ = true;
  const AccessOutcome outcome = pmu_.write(reg, value, who);
  if (const auto counter = counter_of(reg); counter && outcome == AccessOutcome::done) {
    counter_was_written(*counter);
  }
  return outcome;
}

// ---- From the kernel ----

void CpuTruth::record(TimelineRecorder& recorder) {
  recorder_ = &recorder;
  tracks_ = std::make_unique<EventTracks>(recorder.most());
  windows_.keep(std::max(recorder.most(), WindowLog::kKept));
  tell_recorder();
}

void CpuTruth::tell_recorder() {
  if (recorder_ != nullptr) {
    World world = World::host;
    if (place_ == Place::guest) {
      world = World::guest;
    } else if (is_hypervisor(place_)) {
      world = World::hypervisor;
    }
    recorder_->set_software(world, task_ == kernel::kNoTask ? recorder_->idle_task() : task_);
  }
}

void CpuTruth::place_changed(Place place) {
  settle_now();
  if (place == Place::context_switch_out || place == Place::rotation) {
    ++exchange_;
    for (State* state : live_) {
      if (state->use != CounterUse::none) {
        state->had_counter_at = exchange_;
      }
    }
  }
  place_ = place;
  is_stale_ = true;
  tell_recorder();
}

void CpuTruth::counter_used(kernel::EventIndex event,
                            CounterUse use,
                            unsigned counter,
                            bool chained) {
  State* state = state_of(event);
  if (state == nullptr) {
    return;
  }
  settle_now();
  make_live({&event, 1});
  state->use = use;
  if (use != CounterUse::none) {
    state->counter = counter;
    state->chained = chained;
    state->last_counter = counter;
  }
  if (use != CounterUse::started) {  // what was counted since is nobody's any more
    state->was_read = false;
    state->since_read = 0;
    state->unknown = 0;
  }
  is_stale_ = true;
}

// ---- Adding up ----

/// The instruction counter has no event number: it counts whatever the event counters have.
bool CpuTruth::can_occur(EventId event) const {
  const PmuConfig& pmu = pmu_.config();
  return counts_event(pmu, event) || (event == kInstRetired && pmu.instruction_counter);
}

ActivitySource& CpuTruth::source_of(EventId event) {
  return can_occur(event) ? *activity_ : silence_;
}

std::uint64_t CpuTruth::sum_of(std::size_t quantity) {
  Quantity& wanted = quantities_[quantity];
  if (wanted.stretch != settled_) {
    wanted.stretch = settled_;
    wanted.summed = 0;
    wanted.sum = 0;
  }
  wanted.sum += occurrences(source_of(wanted.event),
                            wanted.event,
                            wanted.threshold,
                            from_ + wanted.summed,
                            stretch_ - wanted.summed);
  wanted.summed = stretch_;
  return wanted.sum;
}

/// Sums of a long stretch follow the PMU closely, so that both find the same random numbers made.
void CpuTruth::sum_ahead() {
  ahead_ = stretch_;
  for (const State* state : live_) {
    if (state->flags.intended && state->flags.difference != Difference::threshold) {
      sum_of(state->quantity);
    }
  }
}

void CpuTruth::settle_now() {
  if (stretch_ == 0) {
    return;
  }
  const CycleTime end = stretch_first_ + Cycles{stretch_};
  for (State* live : live_) {
    State& state = *live;
    if (!state.flags.intended && !state.flags.counting && !tracks_) {
      continue;
    }
    const std::uint64_t intended_before = state.sums.intended;
    const std::uint64_t lost_before = state.sums.lost;
    const std::uint64_t leaked_before = state.sums.leaked;
    add_stretch(state);
    const std::uint64_t counted = state.sums.intended - intended_before +
                                  (state.sums.leaked - leaked_before) -
                                  (state.sums.lost - lost_before);
    if (state.was_read && counted > 0) {
      state.since_read_first = state.since_read == 0 ? stretch_first_ : state.since_read_first;
      state.since_read_last = stretch_first_ + Cycles{stretch_ - 1};
      state.since_read += counted;
    }
    if (state.use == CounterUse::started && counted > 0) {
      state.unknown_first = state.unknown == 0 ? stretch_first_ : state.unknown_first;
      state.unknown_last = stretch_first_ + Cycles{stretch_ - 1};
      state.unknown += counted;
    }
    if (tracks_ && state.use != CounterUse::none) {
      tracks_->add(state.index,
                   {.first = stretch_first_,
                    .end = end,
                    .enabled = state.flags.enabled,
                    .counting = state.flags.counting,
                    .count = counted});
    }
  }
  ++settled_;
  from_ += stretch_;
  stretch_ = 0;
  ahead_ = 0;
}

void CpuTruth::add_stretch(State& state) {
  if (!state.flags.intended && !state.flags.counting) {
    return;
  }
  state.sums.intended_cycles += state.flags.intended ? stretch_ : 0;
  state.sums.counting_cycles += state.flags.counting ? stretch_ : 0;
  const CycleTime last = stretch_first_ + Cycles{stretch_ - 1};
  state.window.last = last;
  if (state.also_leaks) {
    state.also_leaks->last = last;
  }
  switch (state.flags.difference) {
    case Difference::none:
      state.sums.intended += sum_of(state.quantity);
      break;
    case Difference::blackout: {
      const std::uint64_t sum = sum_of(state.quantity);
      state.sums.intended += sum;
      state.sums.lost += sum;
      state.window.count += sum;
      break;
    }
    case Difference::leak: {
      const std::uint64_t sum =
          occurrences(source_of(state.event), state.event, state.have, from_, stretch_);
      state.sums.leaked += sum;
      state.window.count += sum;
      break;
    }
    case Difference::threshold: {
      const ThresholdDifference sums = compare_thresholds(
          source_of(state.event), state.event, state.want, state.have, from_, stretch_);
      state.sums.intended += sums.wanted;
      state.sums.lost += sums.lost;
      state.sums.leaked += sums.leaked;
      state.window.count += sums.lost;
      PMUSIM_EXPECT(state.also_leaks.has_value(), "such a window loses and leaks");
      state.also_leaks->count += sums.leaked;
      break;
    }
  }
}

void CpuTruth::close_windows() {
  settle_now();
  for (State* state : live_) {
    close_window(*state);
    state->flags = {};
  }
}

void CpuTruth::finish() {
  if (has_rewritten_) {
    lose_rewritten();  // software sees the new value already
  }
  close_windows();
}

}  // namespace pmusim::engine
