// SPDX-License-Identifier: Apache-2.0
//
// Settler: finished instructions leave the window, and what a foreign write does to the others.
#include <algorithm>
#include <bit>
#include <ranges>

#include "models/memory/settle.h"

namespace pmusim::memory {

bool Settler::is_complete(const ThreadState& state, unsigned slot) const {
  const Slot& of = window_.slots()[slot];
  const Note note = state.note(slot);
  if ((of.decides && of.actual == Side::open) || note.guess != 0 || note.stale != 0) {
    return false;
  }
  for (unsigned i = 0; i < of.accesses; ++i) {
    const Access& access = window_.accesses()[of.first_access + i];
    if (!access.is_done || !access.is_known) {
      return false;
    }
  }
  for (unsigned i = 0; i < of.result_count; ++i) {
    if (!of.results[i].known) {
      return false;
    }
  }
  return true;
}

/// Takes the finished instructions at the front out of the window; says how many.
unsigned Settler::retire(Settled& settled) {
  unsigned count = 0;
  while (count < window_.slots().size() && is_complete(settled.state, count)) {
    retire_slot(settled, count);
    ++count;
  }
  if (count > 0) {
    auto& notes = settled.state.notes;
    notes.erase(notes.begin(), notes.begin() + std::min<std::ptrdiff_t>(count, std::ssize(notes)));
    clear_dead(settled.state);
  }
  return count;
}

void Settler::retire_slot(Settled& settled, unsigned slot) {
  const Slot& of = window_.slots()[slot];
  const ThreadProgram& program = window_.program();
  ThreadState& state = settled.state;
  for (unsigned i = 0; i < of.result_count; ++i) {
    state.registers[isa::index(of.results[i].reg)] = of.results[i].bits;
  }
  state.next = of.next;
  for (unsigned i = 0; i < of.accesses; ++i) {
    const Access& access = window_.accesses()[of.first_access + i];
    if (access.is_write && state.monitor.set && access.location == state.monitor.location) {
      state.monitor.own_store = true;
      state.monitor.broken = false;
    }
  }
  const isa::Op op = program.instruction(of.index).op;
  if (op == isa::Op::load_exclusive) {
    const Access& access = window_.accesses()[of.first_access];
    state.monitor = {.set = true,
                     .broken = state.note(slot).broken,
                     .own_store = false,
                     .location = static_cast<std::uint16_t>(access.location)};
  } else if (op == isa::Op::store_exclusive) {
    state.monitor = {};
  }
  const RegisterSet finals = program.final_before(of.next) & ~program.final_before(of.index);
  for (RegisterSet rest = finals; rest != 0; rest &= rest - 1) {
    const auto r = static_cast<unsigned>(std::countr_zero(rest));
    settled.finals.push_back({static_cast<isa::Reg>(r), state.registers[r]});
  }
}

/// Forgets what no instruction ahead can ask for.
void Settler::clear_dead(ThreadState& state) const {
  const ThreadProgram::Point& point = window_.program().before(state.next);
  for (unsigned r = 0; r < isa::kRegs; ++r) {
    if ((point.live >> r & 1U) == 0) {
      state.registers[r] = 0;
    }
  }
  if (!point.needs_monitor) {
    state.monitor = {};
  }
}

/// Hazard-ordered-before: an open older read of the location that done read `number` has read comes
/// before a foreign write there as well. One whose location is still open may turn out to be such:
/// that is noted.
bool Settler::awaits_older_read(ThreadState& state, unsigned number) const {
  const Access& read = window_.accesses()[number];
  for (const Access& older : window_.accesses() | std::views::take(number)) {
    if (older.is_write || older.is_done) {
      continue;
    }
    if (older.location == read.location) {
      return true;
    }
    if (older.location == Access::kUnknown) {
      state.at(read.slot).stale |= static_cast<std::uint8_t>(1U << read.part);
    }
  }
  return false;
}

Settler::Reaction Settler::foreign_write(ThreadState state, unsigned location) {
  window_.run(state);
  for (unsigned number = 0; number < window_.accesses().size(); ++number) {
    const Access& access = window_.accesses()[number];
    const bool concerned = !access.is_write && access.is_done &&
                           access.location == static_cast<int>(location) &&
                           !window_.is_pending(access.source);
    if (!concerned) {
      continue;
    }
    // The write would fall between the halves of an atomic.
    if (window_.is_pending(access.partner)) {
      return {.blocks = true, .settled = {}};
    }
    if (awaits_older_read(state, number)) {
      return {.blocks = true, .settled = {}};
    }
    if (awaits_store_exclusive(static_cast<int>(number))) {
      state.at(access.slot).broken = true;
    }
  }
  if (state.monitor.set && state.monitor.location == location &&
      awaits_store_exclusive(Access::kNothing)) {
    state.monitor.broken = !state.monitor.own_store;
  }
  return {.blocks = false, .settled = settle(std::move(state))};
}

/// Whether the store-exclusive of load-exclusive `load` is still to come; of the finished one,
/// which has left its monitor in the state, for `Access::kNothing`.
bool Settler::awaits_store_exclusive(int load) const {
  const bool is_open =
      load == Access::kNothing ? window_.state_monitor_is_open() : window_.open_monitor() == load;
  if (is_open) {
    return window_.program().before(window_.next()).needs_monitor;
  }
  return std::ranges::any_of(window_.slots(), [&](const Slot& slot) {
    return slot.is_store_exclusive && slot.load_exclusive == load && slot.accesses != 0 &&
           window_.is_pending(static_cast<int>(slot.first_access));
  });
}

}  // namespace pmusim::memory
