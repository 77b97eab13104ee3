// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "models/memory/budget.h"
#include "models/memory/location_table.h"
#include "models/memory/question.h"
#include "models/memory/reductions.h"
#include "models/memory/thread_space.h"
#include "models/memory/tuple_set.h"

namespace pmusim::memory {

/// A step of the whole: an access of one thread takes place.
struct Move {
  std::uint16_t thread{};
  std::uint16_t way{};    ///< number among the ways of the offer
  std::uint32_t offer{};  ///< number in the outlook of the thread's state before
};

/// The states of a program: one value for each location, what is left of the question, and where
/// each thread stands. One value is enough: coherence is the order in which writes become visible.
class World {
 public:
  using State = std::uint32_t;
  using Tuple = std::vector<std::uint32_t>;  ///< memory, rest, and a state of each thread

  /// Steps with the states that they lead to.
  class Steps {
   public:
    [[nodiscard]] std::size_t size() const { return moves_.size(); }

    [[nodiscard]] const Move& move(std::size_t i) const { return moves_[i]; }

    /// The one step is an access that no other thread can notice. It stands for all orders of this
    /// access with the rest.
    [[nodiscard]] bool is_private() const { return is_private_; }

    [[nodiscard]] std::span<const std::uint32_t> tuple(std::size_t i) const {
      return std::span{words_}.subspan(i * width_, width_);
    }

   private:
    friend class World;
    void clear(std::size_t width);
    void add(const Move& move, const Tuple& tuple);

    std::size_t width_{};
    bool is_private_{};
    std::vector<Move> moves_;
    std::vector<std::uint32_t> words_;
  };

  World(const LocationTable& locations,
        std::vector<ThreadProgram> programs,
        Question question,
        unsigned instances,
        const Reductions& reductions,
        Budget& budget);

  /// The states that the program may start in; the moves mean nothing.
  void start(Steps& steps);

  /// The steps from a state: all, or one that is private (`Reductions::private_accesses`).
  /// @param in_order  one before an older access of its thread is not taken for private.
  void expand(State state, bool in_order, Steps& steps);

  /// The number of a state, and whether it is new.
  std::pair<State, bool> number(std::span<const std::uint32_t> tuple) {
    return states_.insert(tuple);
  }

  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(threads_.size()); }

  [[nodiscard]] ThreadSpace& thread(unsigned number) { return *threads_[number]; }

  [[nodiscard]] ThreadSpace::Id standing(State state, unsigned thread) const {
    return states_[state][kThreads + thread];
  }

  [[nodiscard]] std::uint64_t value(State state, unsigned location) const {
    return memories_[states_[state][kMemory]][location];
  }

  [[nodiscard]] Question::Rest rest(State state) const { return states_[state][kRest]; }

  [[nodiscard]] const Question& question() const { return question_; }

  /// Whether all threads have ended or faulted.
  [[nodiscard]] bool has_ended(State state) const;

  /// What a move from `state` reads or writes.
  [[nodiscard]] std::uint64_t moved_value(State state, const Move& move);

  [[nodiscard]] std::size_t states() const { return states_.size(); }

  [[nodiscard]] std::uint64_t bytes() const;

 private:
  static constexpr std::size_t kMemory = 0;
  static constexpr std::size_t kRest = 1;
  static constexpr std::size_t kThreads = 2;

  void start_thread(unsigned thread, Tuple& tuple, Steps& steps);
  [[nodiscard]] bool expand_alone(const Tuple& from, bool in_order, Steps& steps);
  void add_alone(const Tuple& from, unsigned thread, unsigned offer, Steps& steps);
  [[nodiscard]] bool is_private(const Tuple& from, unsigned thread, const Offer& offer);
  void add_steps(const Tuple& from, unsigned thread, unsigned offer, Steps& steps);
  [[nodiscard]] bool publish(unsigned thread, const Offer& offer, Tuple& tuple);
  void settle_finals(unsigned thread, const std::vector<FinalRegister>& finals, Tuple& tuple);

  Question question_;
  Reductions reductions_;
  std::vector<std::unique_ptr<ThreadSpace>> threads_;
  TupleSet<std::uint64_t> memories_;
  TupleSet<std::uint32_t> states_;
  Tuple first_;
};

}  // namespace pmusim::memory
