// SPDX-License-Identifier: Apache-2.0
#include "models/memory/settle.h"

#include <algorithm>
#include <bit>
#include <ranges>

#include "models/memory/operations.h"

namespace pmusim::memory {
namespace {

/// Instructions that a thread may finish in a row without an access to memory.
constexpr std::uint64_t kLongestWalk = 1'000'000;

/// Notices that a walk of a thread without memory repeats itself: the state at each power of two
/// steps is compared with those after it (Brent).
class Repetition {
 public:
  bool seen(const ThreadState& state) {
    if (state.next == kept_.next && state.registers == kept_.registers && steps_ > 0) {
      return true;
    }
    if (std::has_single_bit(++steps_)) {
      kept_ = state;
    }
    return false;
  }

  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  ThreadState kept_;
  std::uint64_t steps_{};
};

}  // namespace

std::vector<Settled> Settler::start() {
  Settled first;
  const ThreadProgram& program = window_.program();
  std::ranges::copy(program.thread().registers, first.state.registers.begin());
  const RegisterSet finals = program.final_before(0);
  for (RegisterSet rest = finals; rest != 0; rest &= rest - 1) {
    const auto r = static_cast<unsigned>(std::countr_zero(rest));
    first.finals.push_back({static_cast<isa::Reg>(r), first.state.registers[r]});
  }
  clear_dead(first.state);
  std::vector<Settled> settled = settle(std::move(first.state));
  for (Settled& each : settled) {
    each.finals.insert(each.finals.begin(), first.finals.begin(), first.finals.end());
  }
  return settled;
}

std::vector<Settled> Settler::settle(ThreadState state) {
  std::vector<Settled> done;
  std::vector<Settled> open;
  open.push_back({std::move(state), {}});
  while (!open.empty()) {
    Settled next = std::move(open.back());
    open.pop_back();
    if (advance(next, open)) {
      while (!next.state.notes.empty() && next.state.notes.back() == Note{}) {
        next.state.notes.pop_back();
      }
      done.push_back(std::move(next));
    }
  }
  return done;
}

/// Takes one state as far as it goes. True: it is settled. False: it contradicts itself, or it went
/// on as those that were put on `open`.
bool Settler::advance(Settled& settled, std::vector<Settled>& open) {
  ThreadState& state = settled.state;
  Repetition repetition;
  while (state.standing == Standing::running) {
    window_.run(state);
    if (!check(state)) {
      return false;
    }
    if (retire(settled) == 0) {
      if (window_.slots().empty() && window_.stop() == Window::Stop::choice) {
        choose(settled, open);
        return false;
      }
      fault(state);
      return true;
    }
    if (state.notes.empty() && repetition.seen(state)) {
      state.standing = Standing::endless;
    } else if (repetition.steps() > kLongestWalk) {
      ran_away_ = true;
      state.standing = Standing::endless;
    }
  }
  return true;
}

/// The oldest instruction is a store-exclusive or a CAS: the ways go apart now. Of younger ones the
/// choice is made with the first access that rests on it.
void Settler::choose(const Settled& settled, std::vector<Settled>& open) const {
  const std::vector<Choice> options = choices(window_, reductions_);
  for (const Choice choice : options | std::views::reverse) {
    open.push_back(settled);
    open.back().state.at(0).choice = choice;
  }
}

/// Checks everything that was assumed against what is known now, and writes down what has become
/// known. False if the state cannot be.
bool Settler::check(ThreadState& state) {
  for (unsigned slot = 0; slot < window_.slots().size(); ++slot) {
    if (!check_slot(state, slot)) {
      return false;
    }
  }
  for (unsigned number = 0; number < window_.accesses().size(); ++number) {
    if (!window_.accesses()[number].is_write && !check_read(state, number)) {
      return false;
    }
  }
  forget_monitors(state);
  return true;
}

bool Settler::check_slot(ThreadState& state, unsigned slot) {
  const Slot& of = window_.slots()[slot];
  const Note note = state.note(slot);
  if (note.side != Side::open && of.actual != Side::open) {
    if (note.side != of.actual) {
      return false;
    }
    state.at(slot).side = Side::open;
  }
  if (of.accesses == 0) {
    return true;
  }
  const Access& access = window_.accesses()[of.first_access];
  if (note.guess != 0 && access.address_known) {
    if (access.location != note.guess - 1) {
      return false;
    }
    state.at(slot).guess = 0;
  }
  return check_choice(state, slot);
}

/// A store-exclusive that was to succeed and cannot; a CAS whose comparison turns out otherwise.
bool Settler::check_choice(const ThreadState& state, unsigned slot) const {
  const Slot& of = window_.slots()[slot];
  const Access& access = window_.accesses()[of.first_access];
  if (access.is_refused) {
    return false;
  }
  if (of.compared_known && access.is_known) {
    const Choice choice = state.note(slot).choice;
    const bool succeeds = choice == Choice::success || choice == Choice::success_from_memory;
    return succeeds == (access.value == of.compared);
  }
  return true;
}

bool Settler::check_read(ThreadState& state, unsigned number) {
  const Access& access = window_.accesses()[number];
  if (!access.is_done) {
    return true;
  }
  const ThreadProgram& program = window_.program();
  Note& note = state.at(access.slot);
  if (access.is_known && !note.is_known(access.part)) {
    note.known |= static_cast<std::uint8_t>(1U << access.part);
    note.value[access.part] =
        program.ignores_read(window_.slots()[access.slot].index, access.part) ? 0 : access.value;
  }
  // Dependency-ordered-before, (address or data) of a store, then its local read successor: the
  // value must have come from the latest own store, also if its address was not known at the time.
  if (window_.is_pending(access.source)) {
    const Access& source = window_.accesses()[static_cast<unsigned>(access.source)];
    if (note.distance[access.part] != access.slot - source.slot) {
      return false;
    }
  } else {
    note.distance[access.part] = 0;
  }
  return !note.is_stale(access.part) || check_stale(state, number);
}

/// Hazard-ordered-before: a read, a younger read of the same location, and a foreign write that the
/// younger one came before: the older comes before that write too. Read `number` is such a younger
/// one, and the write is visible.
bool Settler::check_stale(ThreadState& state, unsigned number) {
  const Access& access = window_.accesses()[number];
  bool may_be_older = false;
  for (unsigned older = 0; older < number; ++older) {
    const Access& other = window_.accesses()[older];
    if (other.is_write || other.is_done) {
      continue;
    }
    if (other.location == access.location) {
      return false;
    }
    may_be_older |= other.location == Access::kUnknown;
  }
  if (!may_be_older) {
    state.at(access.slot).stale &= static_cast<std::uint8_t>(~(1U << access.part));
  }
  return true;
}

/// A load-exclusive whose store-exclusive is finished need not know whether it was broken.
void Settler::forget_monitors(ThreadState& state) {
  for (const Slot& slot : window_.slots()) {
    const bool is_finished =
        slot.accesses == 0 || !window_.is_pending(static_cast<int>(slot.first_access));
    if (!slot.is_store_exclusive || !is_finished) {
      continue;
    }
    if (slot.load_exclusive == Access::kNothing) {
      state.monitor.broken = false;
    } else {
      state.at(window_.accesses()[static_cast<unsigned>(slot.load_exclusive)].slot).broken = false;
    }
  }
}

/// The next access of the thread has no location: there the thread ends. Jumps out of the program
/// too.
void Settler::fault(ThreadState& state) const {
  bool bad = window_.slots().empty() && window_.stop() == Window::Stop::nowhere;
  std::uint64_t address =
      bad ? state.registers[isa::index(window_.program().instruction(state.next).n)] : 0;
  if (!window_.slots().empty()) {
    const Slot& oldest = window_.slots().front();
    for (unsigned i = 0; i < oldest.accesses && !bad; ++i) {
      const Access& access = window_.accesses()[oldest.first_access + i];
      bad = access.address_known && access.location == LocationTable::kNone;
      address = access.address;
    }
  }
  if (bad) {
    ThreadState faulted;
    faulted.next = state.next;
    faulted.standing = Standing::faulted;
    faulted.registers[0] = address;
    state = faulted;
  }
}

std::vector<Settled> Settler::take(ThreadState state, const Offer& offer, std::uint64_t value) {
  for (const Decision& decision : offer.rests_on) {
    Note& note = state.at(decision.slot);
    note.side = decision.side != Side::open ? decision.side : note.side;
    note.choice = decision.choice != Choice::open ? decision.choice : note.choice;
    note.guess = decision.guess != 0 ? decision.guess : note.guess;
  }
  if (!offer.rests_on.empty()) {
    // What the guesses make known must agree with what has already happened.
    window_.run(state);
    if (!check(state)) {
      return {};
    }
  }
  Note& note = state.at(offer.slot);
  const auto bit = static_cast<std::uint8_t>(1U << offer.part);
  note.done |= bit;
  if (!offer.is_write) {
    note.distance[offer.part] = offer.distance;
    if (offer.from != Offer::From::own_store_later) {
      note.known |= bit;
      note.value[offer.part] =
          window_.program().ignores_read(offer.instruction, offer.part) ? 0 : value;
    }
  }
  return settle(std::move(state));
}

}  // namespace pmusim::memory
