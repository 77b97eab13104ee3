// SPDX-License-Identifier: Apache-2.0
//
// Counters that software writes after it has read them: what they counted in between is lost. So is
// what a counter went round between two reads.
#include "kernel_model/pmuv3/attr_fields.h"
#include "sim/engine/truth/cpu_truth.h"

namespace pmusim::engine {

using kernel::CounterUse;

std::optional<unsigned> CpuTruth::counter_of(SysReg reg) {
  const auto found = decode(reg);
  if (!found) {
    return std::nullopt;
  }
  switch (found->reg) {
    case PmuReg::pmevcntr_el0:
      return found->index;
    case PmuReg::pmccntr_el0:
      return kCycleCounter;
    case PmuReg::pmicntr_el0:
      return kInstructionCounter;
    default:
      return std::nullopt;
  }
}

void CpuTruth::counter_was_read(unsigned counter) {
  for (State* live : live_) {
    State& state = *live;
    // Of a chained pair the low half is read last.
    if (state.use == CounterUse::started && counter == state.counter - (state.chained ? 1U : 0U)) {
      settle_now();
      lose_wrapped(state);
      state.was_read = true;
      state.since_read = 0;
    }
  }
}

void CpuTruth::counter_was_written(unsigned counter) {
  for (State* live : live_) {
    State& state = *live;
    if (state.use == CounterUse::started && counter == state.counter && state.was_read) {
      if (pmu_.has_pending_writes()) {
        state.is_rewritten = true;
        has_rewritten_ = true;
      } else {
        settle_now();
        drop_since_read(state);
      }
    }
  }
}

void CpuTruth::lose_rewritten() {
  settle_now();
  for (State* state : live_) {
    if (state->is_rewritten) {
      state->is_rewritten = false;
      drop_since_read(*state);
    }
  }
  has_rewritten_ = false;
}

/// The driver takes the difference of two reads modulo 2^32, unless the event is long.
void CpuTruth::lose_wrapped(State& state) {
  constexpr std::uint64_t kDriverSees = 0xffff'ffff;
  const std::uint64_t wrapped =
      kernel::is_long(state.watched->attr) ? 0 : state.unknown & ~kDriverSees;
  if (wrapped > 0) {
    state.sums.lost += wrapped;
    windows_.add({.event = state.index,
                  .cpu = id_,
                  .kind = WindowKind::blackout,
                  .cause = Cause::counter_wrap,
                  .place = place_,
                  .first = state.unknown_first,
                  .last = state.unknown_last,
                  .count = wrapped});
  }
  state.unknown = 0;
}

void CpuTruth::drop_since_read(State& state) {
  state.unknown = 0;
  if (state.since_read > 0) {
    state.sums.lost += state.since_read;
    windows_.add({.event = state.index,
                  .cpu = id_,
                  .kind = WindowKind::blackout,
                  .cause = Cause::reprogramming,
                  .place = place_,
                  .first = state.since_read_first,
                  .last = state.since_read_last,
                  .count = state.since_read});
  }
  state.was_read = false;
  state.since_read = 0;
}

}  // namespace pmusim::engine
