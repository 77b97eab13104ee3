// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/thread_execution.h"

#include <algorithm>
#include <utility>

#include "tests/support/memory/thread_order.h"

namespace pmusim::test {
namespace {

/// A relation between all events, seen between those in `kept` alone, which get new numbers.
Relation renumbered(const Relation& relation, const std::vector<std::size_t>& kept) {
  Relation result{kept.size()};
  for (std::size_t from = 0; from < kept.size(); ++from) {
    for (std::size_t to = 0; to < kept.size(); ++to) {
      if (relation.has(kept[from], kept[to])) {
        result.add(from, to);
      }
    }
  }
  return result;
}

bool superfluous_beside(const ThreadExecution& one, const ThreadExecution& other) {
  return one.accesses == other.accesses && one.registers == other.registers &&
         other.rmw.within(one.rmw) && one.rmw.within(other.rmw) &&
         other.required.within(one.required);
}

}  // namespace

ThreadExecution execution_of(const ThreadRun& run) {
  const ThreadOrder order{run};
  std::vector<std::size_t> kept;
  std::vector<ThreadAccess> accesses;
  for (std::size_t number = 0; number < run.events.size(); ++number) {
    const Event& event = run.events[number];
    if (event.kind == EventKind::read || event.kind == EventKind::write) {
      kept.push_back(number);
      accesses.push_back({event.kind == EventKind::write, event.location, event.value});
    }
  }
  return {.accesses = std::move(accesses),
          .required = renumbered(order.locally_required_before(), kept),
          .po_loc = renumbered(order.po_loc(), kept),
          .rmw = renumbered(order.rmw(), kept),
          .registers = run.registers};
}

std::vector<ThreadExecution> without_superfluous(std::vector<ThreadExecution> executions) {
  std::vector<ThreadExecution> kept;
  for (ThreadExecution& candidate : executions) {
    const auto makes_superfluous = [&](const ThreadExecution& other) {
      return superfluous_beside(candidate, other);
    };
    if (std::ranges::any_of(kept, makes_superfluous)) {
      continue;
    }
    std::erase_if(
        kept, [&](const ThreadExecution& other) { return superfluous_beside(other, candidate); });
    kept.push_back(std::move(candidate));
  }
  return kept;
}

}  // namespace pmusim::test
