// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/memory/explorer.h"
#include "models/memory/world.h"

namespace pmusim::memory {

/// In which order a search takes the states that it has met. First always those on the way to which
/// fewer steps went before an older access of their thread: so the first execution found that
/// answers the question in a way strays least from program order. A private step does not count: it
/// goes early to save work, and whatever is done after it strays the less. Then:
enum class SearchOrder : std::uint8_t {
  shortest,  ///< those to which fewer steps lead: the first execution found is also the shortest
  deepest,   ///< those to which more steps lead: some execution is found soon
};

/// What a search is for.
struct SearchAim {
  SearchOrder order{SearchOrder::shortest};
  bool yes{true};                           ///< ends in which the answer is yes are looked for
  bool no{true};                            ///< those in which it is no
  bool all{true};                           ///< all of them; otherwise one of each kind
  bool in_order{};                          ///< private accesses go first only in program order
  std::uint64_t states{~std::uint64_t{0}};  ///< give up after so many
};

/// Goes through the states of a world, each once.
class Search {
 public:
  using State = World::State;

  Search(World& world, const SearchAim& aim, Budget& budget)
      : world_{world}, aim_{aim}, budget_{budget} {}

  /// @error invalid_input  an execution accesses memory outside the locations, or jumps out of its
  ///                       program.
  /// @error not_modelled   a jump to an address that depends on a read that is still open.
  [[nodiscard]] std::optional<Error> run();

  /// States in which all threads have ended, as far as they were met.
  [[nodiscard]] const std::vector<State>& ends() const { return ends_; }

  [[nodiscard]] const SearchAim& aim() const { return aim_; }

  /// The first end found in which the answer is yes, or no.
  [[nodiscard]] std::optional<State> first(bool answer) const { return answer ? yes_ : no_; }

  /// A step on a way.
  struct Passed {
    State before{};
    Move move;
  };

  /// The steps to a state.
  [[nodiscard]] std::vector<Passed> way_to(State state) const;

  /// How many steps strayed on the way to a state, private ones aside.
  [[nodiscard]] std::uint32_t strays(State state) const { return visits_[state].strays; }

  /// How many states were gone through.
  [[nodiscard]] std::uint64_t expanded() const { return expanded_; }

  [[nodiscard]] std::uint64_t steps() const { return steps_; }

  /// Whether loops were cut at the bound on unfinished instances, where that may matter.
  [[nodiscard]] bool is_bounded() const { return is_bounded_; }

 private:
  static constexpr State kNoState = ~State{0};

  /// How a state was met by the best way known so far, until it is its turn.
  struct Visit {
    State from{kNoState};  ///< none at the start
    Move move{};
    std::uint32_t strays{~std::uint32_t{0}};  ///< steps before an older access; most: not met yet
    std::uint32_t depth{1};                   ///< steps, and 1; 0: it has had its turn

    [[nodiscard]] bool is_expanded() const { return depth == 0; }
  };

  /// States by depth.
  using Waiting = std::vector<std::vector<State>>;

  void meet(std::span<const std::uint32_t> tuple, const Visit& visit);
  void go_through(std::uint32_t strays);
  [[nodiscard]] std::optional<State> next(Waiting& waiting);
  void expand(State state);
  [[nodiscard]] bool is_idle(State state) const;
  [[nodiscard]] bool is_over();
  void end(State state);
  void look_at_threads(State state);
  [[nodiscard]] std::optional<Error> fault(State state);

  World& world_;
  SearchAim aim_;
  Budget& budget_;
  std::vector<Visit> visits_;     ///< by state
  std::vector<Waiting> waiting_;  ///< by strays
  std::size_t nearest_{};         ///< `shortest`: the depth that is being gone through
  std::size_t taken_{};           ///< and how many states of it were
  std::vector<State> ends_;
  std::optional<State> yes_;
  std::optional<State> no_;
  std::optional<Error> error_;
  World::Steps next_;
  std::uint64_t expanded_{};
  std::uint64_t steps_{};
  bool is_bounded_{};
};

}  // namespace pmusim::memory
