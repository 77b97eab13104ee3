// SPDX-License-Identifier: Apache-2.0
#include "models/memory/world.h"

namespace pmusim::memory {

void World::Steps::clear(std::size_t width) {
  width_ = width;
  is_private_ = false;
  moves_.clear();
  words_.clear();
}

void World::Steps::add(const Move& move, const Tuple& tuple) {
  moves_.push_back(move);
  words_.insert(words_.end(), tuple.begin(), tuple.end());
}

World::World(const LocationTable& locations,
             std::vector<ThreadProgram> programs,
             Question question,
             unsigned instances,
             const Reductions& reductions,
             Budget& budget)
    : question_{std::move(question)},
      reductions_{reductions},
      memories_{locations.count()},
      states_{kThreads + programs.size()},
      first_(kThreads + programs.size()) {
  first_[kMemory] = memories_.insert(locations.initial()).first;
  first_[kRest] = question_.whole();
  threads_.reserve(programs.size());
  for (ThreadProgram& program : programs) {
    threads_.push_back(std::make_unique<ThreadSpace>(
        std::move(program), locations, instances, reductions, budget));
  }
}

void World::start(Steps& steps) {
  steps.clear(first_.size());
  Tuple tuple = first_;
  start_thread(0, tuple, steps);
}

void World::start_thread(unsigned thread, Tuple& tuple, Steps& steps) {
  if (thread == threads()) {
    steps.add({}, tuple);
    return;
  }
  const Question::Rest rest = tuple[kRest];
  for (const ThreadSpace::Way& way : threads_[thread]->start()) {
    tuple[kRest] = rest;
    tuple[kThreads + thread] = way.to;
    settle_finals(thread, way.finals, tuple);
    start_thread(thread + 1, tuple, steps);
  }
}

void World::expand(State state, bool in_order, Steps& steps) {
  steps.clear(first_.size());
  const Tuple from(states_[state].begin(), states_[state].end());
  if (expand_alone(from, in_order, steps)) {
    return;
  }
  for (unsigned thread = 0; thread < threads(); ++thread) {
    threads_[thread]->look_beyond(from[kThreads + thread]);
    const auto offers = threads_[thread]->outlook(from[kThreads + thread]).offers.size();
    for (unsigned offer = 0; offer < offers; ++offer) {
      add_steps(from, thread, offer, steps);
    }
  }
}

/// An access that commutes with all that its own thread may do and that no other thread can notice
/// is the only step to look at.
bool World::expand_alone(const Tuple& from, bool in_order, Steps& steps) {
  for (unsigned thread = 0; thread < threads(); ++thread) {
    const std::vector<Offer>& offers = threads_[thread]->outlook(from[kThreads + thread]).offers;
    for (unsigned i = 0; i < offers.size(); ++i) {
      const bool may = offers[i].can_go_alone && !(in_order && offers[i].before_older);
      if (may && (offers[i].is_unread || is_private(from, thread, offers[i]))) {
        add_alone(from, thread, i, steps);
        return true;
      }
    }
  }
  return false;
}

/// The steps of an access that goes alone: of the read of a CAS there is one for each choice.
void World::add_alone(const Tuple& from, unsigned thread, unsigned offer, Steps& steps) {
  steps.is_private_ = true;
  const std::vector<Offer>& offers = threads_[thread]->outlook(from[kThreads + thread]).offers;
  for (unsigned other = offer; other < offers.size(); ++other) {
    if (offers[other].slot == offers[offer].slot && offers[other].part == offers[offer].part &&
        offers[other].can_go_alone) {
      add_steps(from, thread, other, steps);
    }
  }
}

bool World::is_private(const Tuple& from, unsigned thread, const Offer& offer) {
  if (!reductions_.private_accesses) {
    return false;
  }
  for (unsigned other = 0; other < threads(); ++other) {
    if (other == thread) {
      continue;
    }
    const Outlook& outlook = threads_[other]->outlook(from[kThreads + other]);
    if (outlook.writes.has(offer.location) ||
        (offer.is_write && outlook.reads.has(offer.location))) {
      return false;
    }
  }
  return true;
}

void World::add_steps(const Tuple& from, unsigned thread, unsigned offer, Steps& steps) {
  ThreadSpace& space = *threads_[thread];
  const Offer& what = space.outlook(from[kThreads + thread]).offers[offer];
  Tuple next = from;
  std::uint64_t value = what.value;
  if (what.is_write) {
    if (!publish(thread, what, next)) {
      return;
    }
  } else if (what.from == Offer::From::memory) {
    value = memories_[from[kMemory]][what.location];
  }
  const std::vector<ThreadSpace::Way>& ways = space.take(from[kThreads + thread], offer, value);
  for (std::size_t way = 0; way < ways.size(); ++way) {
    Tuple to = next;
    to[kThreads + thread] = ways[way].to;
    settle_finals(thread, ways[way].finals, to);
    steps.add({.thread = static_cast<std::uint16_t>(thread),
               .way = static_cast<std::uint16_t>(way),
               .offer = offer},
              to);
  }
}

/// A write becomes visible to all. False if it cannot now, or never may.
bool World::publish(unsigned thread, const Offer& offer, Tuple& tuple) {
  for (unsigned other = 0; other < threads(); ++other) {
    if (other == thread) {
      continue;
    }
    std::uint32_t& standing = tuple[kThreads + other];
    const auto reaction = threads_[other]->foreign_write(standing, offer.location);
    if (reaction.kind != ThreadSpace::Reaction::Kind::stands) {
      return false;
    }
    standing = reaction.to;
  }
  const auto before = memories_[tuple[kMemory]];
  std::vector<std::uint64_t> memory(before.begin(), before.end());
  memory[offer.location] = offer.value;
  tuple[kMemory] = memories_.insert(memory).first;
  return true;
}

void World::settle_finals(unsigned thread, const std::vector<FinalRegister>& finals, Tuple& tuple) {
  for (const FinalRegister& each : finals) {
    tuple[kRest] = question_.after(tuple[kRest], thread, each.reg, each.value);
  }
}

bool World::has_ended(State state) const {
  for (unsigned thread = 0; thread < threads(); ++thread) {
    const ThreadSpace::Id standing = this->standing(state, thread);
    if (!threads_[thread]->has_ended(standing) && !threads_[thread]->has_faulted(standing)) {
      return false;
    }
  }
  return true;
}

std::uint64_t World::moved_value(State state, const Move& move) {
  const Offer& offer =
      threads_[move.thread]->outlook(standing(state, move.thread)).offers[move.offer];
  const bool reads = !offer.is_write && offer.from == Offer::From::memory;
  return reads ? value(state, offer.location) : offer.value;
}

std::uint64_t World::bytes() const {
  std::uint64_t bytes = states_.bytes() + memories_.bytes();
  for (const auto& thread : threads_) {
    bytes += thread->bytes();
  }
  return bytes;
}

}  // namespace pmusim::memory
