// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/memory/outlook.h"
#include "models/memory/reductions.h"
#include "models/memory/window.h"

namespace pmusim::memory {

/// The final value of a register that was asked for.
struct FinalRegister {
  isa::Reg reg{isa::Reg::zero};
  std::uint64_t value{};
};

/// A thread of which everything has been done that concerns nobody else.
struct Settled {
  ThreadState state;
  std::vector<FinalRegister> finals;  ///< registers that became final on the way
};

/// Does a thread's own part: chooses for each store-exclusive and CAS, checks guesses against what
/// is known by now, takes finished instructions out of the window, and forgets what can no longer
/// matter, so that states with the same future are equal.
class Settler {
 public:
  Settler(const ThreadProgram& program,
          const LocationTable& locations,
          unsigned instances,
          const Reductions& reductions)
      : window_{program, locations, instances}, reductions_{reductions} {}

  /// All ways that `state` can go on; none if it contradicts itself.
  [[nodiscard]] std::vector<Settled> settle(ThreadState state);

  /// The thread at its start.
  [[nodiscard]] std::vector<Settled> start();

  /// The state after `offer`, a read of `value` or a write, has taken place.
  [[nodiscard]] std::vector<Settled> take(ThreadState state,
                                          const Offer& offer,
                                          std::uint64_t value);

  /// What a write of another thread does to a thread.
  struct Reaction {
    bool blocks{};                 ///< the write cannot take place now
    std::vector<Settled> settled;  ///< otherwise the thread afterwards; empty: it was doomed
  };

  [[nodiscard]] Reaction foreign_write(ThreadState state, unsigned location);

  /// Whether instructions were cut off because the thread went on without end and memory.
  [[nodiscard]] bool ran_away() const { return ran_away_; }

 private:
  [[nodiscard]] bool check(ThreadState& state);
  [[nodiscard]] bool check_slot(ThreadState& state, unsigned slot);
  [[nodiscard]] bool check_choice(const ThreadState& state, unsigned slot) const;
  [[nodiscard]] bool check_read(ThreadState& state, unsigned number);
  [[nodiscard]] bool check_stale(ThreadState& state, unsigned number);
  void forget_monitors(ThreadState& state);
  [[nodiscard]] bool is_complete(const ThreadState& state, unsigned slot) const;
  [[nodiscard]] unsigned retire(Settled& settled);
  void retire_slot(Settled& settled, unsigned slot);
  void clear_dead(ThreadState& state) const;
  [[nodiscard]] bool awaits_store_exclusive(int load) const;
  [[nodiscard]] bool awaits_older_read(ThreadState& state, unsigned number) const;
  void fault(ThreadState& state) const;
  [[nodiscard]] bool advance(Settled& settled, std::vector<Settled>& open);
  void choose(const Settled& settled, std::vector<Settled>& open) const;

  Window window_;
  Reductions reductions_;
  bool ran_away_{};
};

}  // namespace pmusim::memory
