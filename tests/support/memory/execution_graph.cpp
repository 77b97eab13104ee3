// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/execution_graph.h"

#include <algorithm>
#include <utility>

#include "models/common/expect.h"

namespace pmusim::test {
namespace {

std::size_t access_count(const std::vector<const ThreadExecution*>& threads) {
  std::size_t count = 0;
  for (const ThreadExecution* thread : threads) {
    count += thread->accesses.size();
  }
  PMUSIM_EXPECT(count <= kMaxEvents, "an execution has more accesses than a relation holds");
  return count;
}

/// Adds a relation of one thread, whose accesses are numbered from `offset` on in the whole.
void add_shifted(Relation& whole, const Relation& part, std::size_t offset) {
  for (std::size_t from = 0; from < part.events(); ++from) {
    part.after(from).for_each([&](std::size_t to) { whole.add(offset + from, offset + to); });
  }
}

}  // namespace

bool GrowingOrder::add(std::size_t before, std::size_t after) {
  if (before == after || later_[after].has(before)) {
    return false;
  }
  EventSet later = later_[after];
  later.add(after);
  for (std::size_t event = 0; event < later_.size(); ++event) {
    if (event == before || later_[event].has(before)) {
      later_[event] |= later;
    }
  }
  return true;
}

ExecutionGraph::ExecutionGraph(const std::vector<const ThreadExecution*>& threads,
                               std::vector<std::uint64_t> initial)
    : required_{access_count(threads)},
      po_loc_{required_.events()},
      rmw_{required_.events()},
      initial_{std::move(initial)},
      coherence_(initial_.size()),
      place_(required_.events()) {
  for (std::size_t number = 0; number < threads.size(); ++number) {
    const std::size_t offset = accesses_.size();
    const ThreadExecution& thread = *threads[number];
    accesses_.insert(accesses_.end(), thread.accesses.begin(), thread.accesses.end());
    thread_.insert(thread_.end(), thread.accesses.size(), number);
    add_shifted(required_, thread.required, offset);
    add_shifted(po_loc_, thread.po_loc, offset);
    add_shifted(rmw_, thread.rmw, offset);
  }
}

std::set<std::vector<std::uint64_t>> ExecutionGraph::final_memories() {
  GrowingOrder ordered{accesses_.size()};
  for (std::size_t before = 0; before < accesses_.size(); ++before) {
    bool consistent = true;
    required_.after(before).for_each(
        [&](std::size_t after) { consistent = ordered.add(before, after) && consistent; });
    PMUSIM_EXPECT(consistent, "a thread's own order has a cycle");
  }
  choose_coherence(0, ordered);
  return std::move(found_);
}

/// The writes of one thread are in coherence order as they are in program order.
bool ExecutionGraph::may_follow(std::size_t write, const std::vector<std::size_t>& order) const {
  for (std::size_t other = 0; other < accesses_.size(); ++other) {
    if (accesses_[other].write && po_loc_.has(other, write) &&
        std::ranges::find(order, other) == order.end()) {
      return false;
    }
  }
  return std::ranges::find(order, write) == order.end();
}

/// Extends the coherence order of `location` by each write that may come next; when it is complete,
/// goes on to the next location, and in the end to reads-from.
void ExecutionGraph::choose_coherence(std::size_t location, const GrowingOrder& ordered) {
  if (location == initial_.size()) {
    std::vector<std::uint64_t> memory{initial_};
    for (std::size_t number = 0; number < memory.size(); ++number) {
      if (!coherence_[number].empty()) {
        memory[number] = accesses_[coherence_[number].back()].value;
      }
    }
    if (!found_.contains(memory) && choose_sources(0, ordered)) {
      found_.insert(std::move(memory));
    }
    return;
  }
  std::vector<std::size_t>& order = coherence_[location];
  bool complete = true;
  for (std::size_t write = 0; write < accesses_.size(); ++write) {
    if (!accesses_[write].write || accesses_[write].location != location ||
        std::ranges::find(order, write) != order.end()) {
      continue;
    }
    complete = false;
    if (!may_follow(write, order)) {
      continue;
    }
    GrowingOrder observed{ordered};
    const bool consistent = std::ranges::all_of(order, [&](std::size_t earlier) {
      return !foreign(earlier, write) || observed.add(earlier, write);
    });
    if (consistent) {
      order.push_back(write);
      place_[write] = order.size();
      choose_coherence(location, observed);
      order.pop_back();
    }
  }
  if (complete) {
    choose_coherence(location + 1, ordered);
  }
}

std::vector<ExecutionGraph::Source> ExecutionGraph::sources(std::size_t read) const {
  const ThreadAccess& wanted = accesses_[read];
  std::vector<Source> result;
  if (initial_[wanted.location] == wanted.value) {
    result.emplace_back();
  }
  for (const std::size_t write : coherence_[wanted.location]) {
    if (accesses_[write].value == wanted.value) {
      result.emplace_back(write);
    }
  }
  return result;
}

/// Whether sources can be chosen for all reads from `access` on such that the execution is allowed.
bool ExecutionGraph::choose_sources(std::size_t access, const GrowingOrder& ordered) const {
  while (access < accesses_.size() && accesses_[access].write) {
    ++access;
  }
  if (access == accesses_.size()) {
    return true;
  }
  return std::ranges::any_of(sources(access), [&](const Source& source) {
    GrowingOrder observed{ordered};
    return internally_visible(access, source) && atomic(access, source) &&
           observe(access, source, observed) && choose_sources(access + 1, observed);
  });
}

/// Internal visibility: a read returns no own write that is later in program order or coherence-
/// after such a one, and nothing that is coherence-before an own earlier write.
bool ExecutionGraph::internally_visible(std::size_t read, Source source) const {
  const std::size_t at = source ? place_[*source] : 0;
  return std::ranges::all_of(coherence_[accesses_[read].location], [&](std::size_t write) {
    if (po_loc_.has(read, write) || rmw_.has(read, write)) {
      return place_[write] > at;
    }
    return !po_loc_.has(write, read) || place_[write] <= at;
  });
}

/// Atomicity: no write of another thread comes between what a read-modify-write read and what it
/// writes. An own write between the two halves of an exclusive pair lifts the rule.
bool ExecutionGraph::atomic(std::size_t read, Source source) const {
  const std::size_t from = source ? place_[*source] : 0;
  const std::vector<std::size_t>& order = coherence_[accesses_[read].location];
  return std::ranges::all_of(order, [&](std::size_t write) {
    if (!rmw_.has(read, write)) {
      return true;
    }
    const bool lifted = std::ranges::any_of(order, [&](std::size_t between) {
      return po_loc_.has(read, between) && po_loc_.has(between, write);
    });
    const bool broken = std::ranges::any_of(order, [&](std::size_t between) {
      return foreign(read, between) && place_[between] > from && place_[between] < place_[write];
    });
    return lifted || !broken;
  });
}

/// Adds what the read's source orders between threads: reads-from, from-reads, and the hazard rule:
/// an older read of the location is ordered before a write that this read shows to come later.
bool ExecutionGraph::observe(std::size_t read, Source source, GrowingOrder& ordered) const {
  if (source && foreign(*source, read) && !ordered.add(*source, read)) {
    return false;
  }
  const std::size_t at = source ? place_[*source] : 0;
  return std::ranges::all_of(coherence_[accesses_[read].location], [&](std::size_t write) {
    if (place_[write] <= at || !foreign(read, write)) {
      return true;
    }
    bool consistent = ordered.add(read, write);
    for (std::size_t older = 0; older < accesses_.size(); ++older) {
      if (!accesses_[older].write && po_loc_.has(older, read)) {
        consistent = consistent && ordered.add(older, write);
      }
    }
    return consistent;
  });
}

}  // namespace pmusim::test
