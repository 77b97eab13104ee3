// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "tests/support/memory/relation.h"
#include "tests/support/memory/thread_execution.h"

namespace pmusim::test {

/// A strict partial order that grows pair by pair and is kept transitively closed.
class GrowingOrder {
 public:
  explicit GrowingOrder(std::size_t events) : later_(events) {}

  /// Orders `before` before `after`; false, and useless from then on, if that makes a cycle.
  [[nodiscard]] bool add(std::size_t before, std::size_t after);

 private:
  std::vector<EventSet> later_;  ///< of each event
};

/// The execution graphs of one combination: a run of each thread, with coherence and reads-from
/// still to be chosen (Arm ARM DDI 0487, B2.3: internal and external visibility requirement, atomic
/// requirement).
class ExecutionGraph {
 public:
  ExecutionGraph(const std::vector<const ThreadExecution*>& threads,
                 std::vector<std::uint64_t> initial);

  /// The final values of all locations, in each execution that is allowed.
  [[nodiscard]] std::set<std::vector<std::uint64_t>> final_memories();

 private:
  /// The write that a read takes its value from; none stands for the initial value.
  using Source = std::optional<std::size_t>;

  void choose_coherence(std::size_t location, const GrowingOrder& ordered);
  [[nodiscard]] bool choose_sources(std::size_t access, const GrowingOrder& ordered) const;
  [[nodiscard]] std::vector<Source> sources(std::size_t read) const;

  [[nodiscard]] bool may_follow(std::size_t write, const std::vector<std::size_t>& order) const;
  [[nodiscard]] bool internally_visible(std::size_t read, Source source) const;
  [[nodiscard]] bool atomic(std::size_t read, Source source) const;
  [[nodiscard]] bool observe(std::size_t read, Source source, GrowingOrder& ordered) const;

  [[nodiscard]] bool foreign(std::size_t a, std::size_t b) const {
    return thread_[a] != thread_[b];
  }

  std::vector<ThreadAccess> accesses_;  ///< of all threads, one thread after the other
  std::vector<std::size_t> thread_;     ///< of each access
  Relation required_;
  Relation po_loc_;
  Relation rmw_;
  std::vector<std::uint64_t> initial_;
  std::vector<std::vector<std::size_t>> coherence_;  ///< writes of each location, as far as chosen
  std::vector<std::size_t> place_;  ///< of each write in its coherence order, from 1 on
  std::set<std::vector<std::uint64_t>> found_;
};

}  // namespace pmusim::test
