// SPDX-License-Identifier: Apache-2.0
#include "models/memory/search.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/expect.h"

namespace pmusim::memory {

std::optional<Error> Search::run() {
  World::Steps start;
  world_.start(start);
  for (std::size_t i = 0; i < start.size(); ++i) {
    meet(start.tuple(i), {.strays = 0});
  }
  for (std::uint32_t strays = 0; strays < waiting_.size() && !is_over(); ++strays) {
    go_through(strays);
  }
  return error_;
}

/// All states that so many strays lead to, at least.
void Search::go_through(std::uint32_t strays) {
  nearest_ = 0;
  taken_ = 0;
  while (!is_over()) {
    const std::optional<State> state = next(waiting_[strays]);
    if (!state) {
      break;
    }
    const Visit& visit = visits_[*state];
    if (!visit.is_expanded() && visit.strays == strays && !is_idle(*state)) {
      expand(*state);
    }
  }
  waiting_[strays] = {};
}

std::optional<Search::State> Search::next(Waiting& waiting) {
  if (aim_.order == SearchOrder::deepest) {
    while (!waiting.empty() && waiting.back().empty()) {
      waiting.pop_back();
    }
    if (waiting.empty()) {
      return std::nullopt;
    }
    const State state = waiting.back().back();
    waiting.back().pop_back();
    return state;
  }
  while (nearest_ < waiting.size() && taken_ == waiting[nearest_].size()) {
    ++nearest_;
    taken_ = 0;
  }
  return nearest_ < waiting.size() ? std::optional{waiting[nearest_][taken_++]} : std::nullopt;
}

bool Search::is_over() {
  const bool answered = !aim_.all && (yes_ || !aim_.yes) && (no_ || !aim_.no);
  return error_ || answered || expanded_ >= aim_.states || !budget_.allows_more();
}

/// Whether nothing can come of a state that is asked for and not known yet.
bool Search::is_idle(State state) const {
  const Truth answer = world_.question().answer(world_.rest(state));
  if (aim_.all || !answer) {
    return false;
  }
  return *answer ? yes_ || !aim_.yes : no_ || !aim_.no;
}

/// A step leads to `tuple`: it waits for its turn if it is new, or was known by a worse way only.
void Search::meet(std::span<const std::uint32_t> tuple, const Visit& visit) {
  const State state = world_.number(tuple).first;
  if (visits_.size() <= state) {
    visits_.resize(state + 1);
  }
  Visit& known = visits_[state];
  const bool strays_less = visit.strays < known.strays;
  const bool is_shorter = aim_.order == SearchOrder::shortest && visit.strays == known.strays &&
                          visit.depth < known.depth;
  if (known.is_expanded() || !(strays_less || is_shorter)) {
    return;
  }
  known = visit;
  if (waiting_.size() <= visit.strays) {
    waiting_.resize(visit.strays + 1);
  }
  Waiting& waiting = waiting_[visit.strays];
  if (waiting.size() <= visit.depth) {
    waiting.resize(visit.depth + 1);
  }
  waiting[visit.depth].push_back(state);
}

void Search::expand(State state) {
  const Visit from = visits_[state];
  visits_[state].depth = 0;
  ++expanded_;
  if (world_.has_ended(state)) {
    end(state);
    return;
  }
  world_.expand(state, aim_.in_order, next_);
  if (!next_.is_private()) {
    look_at_threads(state);
  }
  steps_ += next_.size();
  for (std::size_t i = 0; i < next_.size(); ++i) {
    // The depth-first order takes the last one first.
    const std::size_t turn = aim_.order == SearchOrder::deepest ? next_.size() - 1 - i : i;
    const Move& move = next_.move(turn);
    ThreadSpace& thread = world_.thread(move.thread);
    const Offer& offer = thread.outlook(world_.standing(state, move.thread)).offers[move.offer];
    meet(next_.tuple(turn),
         {.from = state,
          .move = move,
          .strays = from.strays + (offer.before_older && !next_.is_private() ? 1 : 0),
          .depth = from.depth + 1});
  }
  const std::uint64_t held = visits_.capacity() * (sizeof(Visit) + sizeof(State));
  (void)budget_.allows(world_.states(), world_.bytes() + held);
}

void Search::look_at_threads(State state) {
  for (unsigned number = 0; number < world_.threads(); ++number) {
    ThreadSpace& thread = world_.thread(number);
    const Outlook& outlook = thread.outlook(world_.standing(state, number));
    is_bounded_ |= outlook.bounded;
    if (outlook.full) {
      budget_.stop(
          fmt::format("P{} holds more than {} unfinished accesses, or guesses more than {} "
                      "branches, at once",
                      number,
                      BitSet::kCapacity - 2,
                      kMaxDecisions));
    }
    if (outlook.unknown_jump) {
      const unsigned index = *outlook.unknown_jump;
      error_ = Error{ErrorCode::not_modelled,
                     thread.program().where(index),
                     fmt::format("{}: a jump to an address that depends on a load is not modelled "
                                 "here",
                                 isa::to_text(thread.program().instruction(index))),
                     "make the target known when the jump is fetched, or use branches"};
    }
  }
}

void Search::end(State state) {
  if (auto error = fault(state)) {
    error_ = std::move(error);
    return;
  }
  ends_.push_back(state);
  const Question::Values final_value = [&](const Observable& what) -> std::optional<std::uint64_t> {
    if (what.kind == Observable::Kind::location) {
      return world_.value(state, what.location);
    }
    const ThreadState thread =
        world_.thread(what.thread).state(world_.standing(state, what.thread));
    return thread.registers[isa::index(what.reg)];
  };
  const Truth answer = world_.question().answer(world_.rest(state), final_value);
  PMUSIM_EXPECT(answer.has_value(), "an end answers the question");
  std::optional<State>& first = *answer ? yes_ : no_;
  if (!first) {
    first = state;
  }
}

/// An execution that ends with an access to no location, or a jump out of the program.
std::optional<Error> Search::fault(State state) {
  for (unsigned number = 0; number < world_.threads(); ++number) {
    ThreadSpace& thread = world_.thread(number);
    const ThreadSpace::Id standing = world_.standing(state, number);
    if (thread.has_faulted(standing)) {
      return thread.fault(standing);
    }
  }
  return std::nullopt;
}

std::vector<Search::Passed> Search::way_to(State state) const {
  std::vector<Passed> way;
  for (State at = state; visits_[at].from != kNoState; at = visits_[at].from) {
    way.push_back({.before = visits_[at].from, .move = visits_[at].move});
  }
  std::ranges::reverse(way);
  return way;
}

}  // namespace pmusim::memory
