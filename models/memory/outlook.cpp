// SPDX-License-Identifier: Apache-2.0
#include "models/memory/outlook.h"

#include <algorithm>
#include <span>

#include "models/memory/coverage.h"
#include "models/memory/loop_round.h"
#include "models/memory/operations.h"
#include "models/memory/unread.h"

namespace pmusim::memory {
namespace {

/// The decisions of a run that are in `set`.
std::vector<Decision> chosen(const std::vector<Decision>& decisions, DecisionSet set) {
  std::vector<Decision> result;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    if ((set >> i & 1U) != 0) {
      result.push_back(decisions[i]);
    }
  }
  return result;
}

bool same_access(const Offer& a, const Offer& b) {
  return a.slot == b.slot && a.part == b.part && a.rests_on == b.rests_on;
}

}  // namespace

std::vector<Choice> choices(const Window& window, const Reductions& reductions) {
  const ThreadProgram& program = window.program();
  std::vector<Choice> options = window.options();
  const ThreadProgram::Point& after = program.before(window.next() + 1);
  const bool again = (after.reads | after.writes).intersects(program.locations(window.next()));
  if (reductions.needed_write_backs && !again) {
    std::erase(options, Choice::failure_with_write);
  }
  return options;
}

Outlook OutlookFinder::glance(const ThreadState& state) {
  Outlook outlook;
  outlook.is_complete = state.standing != Standing::running;
  if (outlook.is_complete) {
    return outlook;
  }
  window_.run(state);
  survey(state, outlook);
  collect({}, outlook);
  for (const Decision& decision : open_decisions({})) {
    if (decision.choice != Choice::open) {
      window_.run(state, {&decision, 1});
      collect({decision}, outlook);
    }
  }
  return outlook;
}

void OutlookFinder::complete(const ThreadState& state, Outlook& outlook) {
  std::vector<Decision> decisions;
  look(state, decisions, outlook);
  outlook.is_complete = true;
}

/// One run under `decisions`, and all runs that decide more. What an access offered here rests on
/// includes the last decision: the others were offered before that was made.
void OutlookFinder::look(const ThreadState& state,
                         std::vector<Decision>& decisions,
                         Outlook& outlook) {
  if (!budget_.allows_more()) {
    return;
  }
  window_.run(state, decisions);
  collect(decisions, outlook);
  switch (window_.stop()) {
    case Window::Stop::full:
      outlook.full = true;
      break;
    case Window::Stop::target:
      outlook.unknown_jump = window_.next();
      break;
    case Window::Stop::instances:
      outlook.bounded |=
          !has_idle_round(window_) && may_find_more(window_, window_.next(), reductions_);
      break;
    default:
      break;
  }
  look_beyond(state, decisions, outlook);
}

/// Decides what is open in the last run, one thing at a time and each thing once: what stands
/// before the last decision was decided, or left open, before.
void OutlookFinder::look_beyond(const ThreadState& state,
                                std::vector<Decision>& decisions,
                                Outlook& outlook) {
  const std::vector<Decision> further = open_decisions(decisions);
  if (decisions.size() == kMaxDecisions) {
    outlook.full |= !further.empty();
    return;
  }
  for (const Decision& decision : further) {
    decisions.push_back(decision);
    look(state, decisions, outlook);
    decisions.pop_back();
  }
}

/// Whether anything waits for a select, or something that does may stand beyond the end of the run.
bool OutlookFinder::select_matters() const {
  const Window::Stop stop = window_.stop();
  const bool goes_on =
      stop == Window::Stop::branch || stop == Window::Stop::choice || stop == Window::Stop::target;
  return goes_on || std::ranges::any_of(window_.accesses(), [](const Access& access) {
           return access.is_undecided && !access.is_done;
         });
}

std::vector<Decision> OutlookFinder::open_decisions(const std::vector<Decision>& decisions) const {
  std::vector<Decision> open;
  unsigned after = 0;
  if (!decisions.empty()) {
    const bool chose = decisions.back().choice != Choice::open;
    after = decisions.back().slot + (chose ? 0 : 1);
  }
  const bool selects_matter = select_matters();
  for (unsigned slot = after; slot < window_.slots().size(); ++slot) {
    const Slot& candidate = window_.slots()[slot];
    if (candidate.is_open_select && selects_matter) {
      open.push_back({.slot = slot, .side = Side::first});
      open.push_back({.slot = slot, .side = Side::second});
    }
    // The value that a failing CAS writes back may flow into an address before the CAS has read.
    if (candidate.accesses != 0 && window_.accesses()[candidate.first_access].is_guessable) {
      window_.program().locations(candidate.index).for_each([&](unsigned location) {
        open.push_back({.slot = slot, .guess = static_cast<std::uint16_t>(location + 1)});
      });
    }
  }
  open_at_end(open);
  return open;
}

/// The sides of the branch, or the choices, at which the run stopped.
void OutlookFinder::open_at_end(std::vector<Decision>& open) const {
  const unsigned slot = window_.stopped_at();
  const auto may_matter = [&](unsigned index) {
    return !reductions_.covered_ways || may_find_more(window_, index, reductions_);
  };
  if (window_.stop() == Window::Stop::branch) {
    const std::vector<unsigned>& ways = window_.program().next(window_.next());
    for (const Side side : {Side::first, Side::second}) {
      if (may_matter(ways[side == Side::first ? 1 : 0])) {
        open.push_back({.slot = slot, .side = side});
      }
    }
  }
  if (window_.stop() == Window::Stop::choice && may_matter(window_.next())) {
    for (const Choice choice : choices(window_, reductions_)) {
      open.push_back({.slot = slot, .choice = choice});
    }
  }
}

/// An unread load behind a guessed branch waits: no younger load waits for it, and a younger write
/// waits for the branch.
void OutlookFinder::find_unread(const std::vector<Decision>& decisions) {
  unread_ = reductions_.unread_values ? unread_loads(window_) : BitSet{};
  deferred_ = {};
  DecisionSet branches = 0;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const unsigned index = window_.slots()[decisions[i].slot].index;
    if (is_conditional(window_.program().instruction(index).op)) {
      branches |= DecisionSet{1} << i;
    }
  }
  unread_.for_each([&](unsigned number) {
    const Access& access = window_.accesses()[number];
    const unsigned index = window_.slots()[access.slot].index;
    if ((access.decisions & branches) != 0 && window_.program().holds_no_loads(index)) {
      deferred_.add(number);
    }
  });
}

void OutlookFinder::collect(const std::vector<Decision>& decisions, Outlook& outlook) {
  find_unread(decisions);
  const DecisionSet last = decisions.empty() ? 0 : DecisionSet{1} << (decisions.size() - 1);
  for (unsigned number = 0; number < window_.accesses().size(); ++number) {
    const Access& access = window_.accesses()[number];
    if (access.is_enabled() && (access.decisions & last) == last && !deferred_.has(number) &&
        !waits_for_older(number)) {
      offer(number, decisions, outlook);
    }
  }
}

/// Whether access `number` is a read that waits for an older one which could take place.
bool OutlookFinder::waits_for_older(unsigned number) const {
  const Access& access = window_.accesses()[number];
  if (!reductions_.older_reads_first || access.is_write) {
    return false;
  }
  bool waits = false;
  const BitSet same = window_.accesses_to(static_cast<unsigned>(access.location));
  (same & window_.pending() & BitSet::below(number)).for_each([&](unsigned older) {
    const Access& other = window_.accesses()[older];
    waits |= !other.is_write && other.is_enabled() && !deferred_.has(older) &&
             other.source == access.source && (other.decisions & ~access.decisions) == 0;
  });
  return waits;
}

void OutlookFinder::offer(unsigned number,
                          const std::vector<Decision>& decisions,
                          Outlook& outlook) const {
  const Access& access = window_.accesses()[number];
  Offer offer{.slot = access.slot,
              .part = access.part,
              .instruction = window_.slots()[access.slot].index,
              .location = static_cast<unsigned>(access.location),
              .is_write = access.is_write,
              .value = access.is_write ? access.value : 0,
              .before_older = window_.pending().intersects(BitSet::below(number)),
              .rests_on = chosen(decisions, access.decisions)};
  if (!access.is_write && window_.is_pending(access.source)) {
    const Access& source = window_.accesses()[static_cast<unsigned>(access.source)];
    offer.from = source.is_known ? Offer::From::own_store : Offer::From::own_store_later;
    offer.value = source.is_known ? source.value : 0;
    offer.distance = static_cast<std::uint16_t>(access.slot - source.slot);
  }
  offer.can_go_alone = commutes(number, offer.rests_on);
  offer.is_unread = unread_.has(number);
  const bool known = std::ranges::any_of(
      outlook.offers, [&](const Offer& other) { return same_access(other, offer); });
  if (!known) {
    outlook.offers.push_back(std::move(offer));
  }
}

/// Whether all that the thread may do now besides access `number` comes to the same before and
/// after it, when no other thread minds. It rests on no guess; the read of a CAS may rest on the
/// choice of this CAS, since it is offered with each. And all locations up to it are known: no
/// older store may turn out to be the one that it takes its value from, and no older read to be of
/// the location that it writes.
bool OutlookFinder::commutes(unsigned number, const std::vector<Decision>& rests_on) const {
  const Access& access = window_.accesses()[number];
  const auto is_own_choice = [&](const Decision& decision) {
    return !access.is_write && decision.slot == access.slot && decision.choice != Choice::open;
  };
  return std::ranges::all_of(rests_on, is_own_choice) &&
         std::ranges::all_of(std::span{window_.accesses()}.first(number + 1),
                             &Access::address_known);
}

/// Locations that the thread may still access, and those at which it minds foreign writes.
void OutlookFinder::survey(const ThreadState& state, Outlook& outlook) const {
  const ThreadProgram& program = window_.program();
  for (const Access& access : window_.accesses()) {
    if (access.is_done) {
      if (!access.is_write) {
        outlook.minds.add(static_cast<unsigned>(access.location));
      }
      continue;
    }
    BitSet& still = access.is_write ? outlook.writes : outlook.reads;
    if (access.has_location()) {
      still.add(static_cast<unsigned>(access.location));
    } else {
      still |= program.locations(window_.slots()[access.slot].index);
    }
  }
  if (state.monitor.set) {
    outlook.minds.add(state.monitor.location);
  }
  outlook.reads |= program.before(window_.next()).reads;
  outlook.writes |= program.before(window_.next()).writes;
}

}  // namespace pmusim::memory
