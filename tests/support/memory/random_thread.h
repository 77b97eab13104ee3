// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/isa/instruction.h"
#include "models/memory/concurrent_program.h"
#include "tests/support/draw.h"
#include "tests/support/memory/random_operands.h"

namespace pmusim::test {

/// What a thread may do next.
enum class Action : std::uint8_t {
  load,
  store,
  load_acquire,
  store_release,
  atomic,
  cas,
  exclusive,
  barrier,
  isb,
  branch,
  select,
  pair,
  forward,
  load_pointer,
  store_pointer,
  change_pointer,
};

inline constexpr std::size_t kActions = 16;

/// How likely each action is, relative to the others.
using ActionWeights = std::array<std::uint8_t, kActions>;

/// Writes one random thread.
class ThreadWriter {
 public:
  ThreadWriter(Draw& draw,
               const ProgramShape& shape,
               const ActionWeights& weights,
               const std::vector<memory::Location>& locations);

  /// A thread of so many actions that goes from one location to another.
  [[nodiscard]] memory::Thread write(unsigned actions, unsigned first, unsigned last);

  /// A thread of two accesses in order, by which another thread's disorder shows.
  [[nodiscard]] memory::Thread write_ordered(unsigned first, unsigned last);

  /// The registers that got results.
  [[nodiscard]] const std::vector<isa::Reg>& results() const { return operands_.results(); }

 private:
  /// A load-exclusive that waits for its store-exclusive.
  struct Exclusive {
    isa::Reg base{isa::Reg::zero};
    bool pointer{};
  };

  /// A branch that waits for its target.
  struct Branch {
    std::size_t place{};
    unsigned reach{};  ///< actions that it still jumps over
  };

  [[nodiscard]] Action next_action();
  [[nodiscard]] Action end_action();
  void go_on();
  void act(Action action);
  void act_on_memory(Action action);
  void load(isa::Acquire acquire);
  void store(bool release);
  void atomic();
  void cas();
  void exclusive();
  void finish_exclusive();
  void barrier();
  void isb();
  void branch();
  void come_to_target();
  void set_target(const Branch& branch);
  void select();
  void pair();
  void forward();
  void load_pointer();
  void store_pointer();
  void change_pointer();

  [[nodiscard]] isa::Reg exclusive_base();
  [[nodiscard]] isa::Acquire any_acquire();
  [[nodiscard]] isa::Acquire perhaps_acquire(unsigned one_in);
  void compare(isa::Reg reg);

  Draw& draw_;
  const ProgramShape& shape_;
  const ActionWeights& weights_;
  bool has_pointer_location_;
  RandomOperands operands_;
  std::optional<Exclusive> exclusive_;
  std::optional<Branch> branch_;
};

}  // namespace pmusim::test
