// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/memory/budget.h"
#include "models/memory/reductions.h"
#include "models/memory/window.h"

namespace pmusim::memory {

/// An access that a thread may do next.
struct Offer {
  /// Where a read takes its value from.
  enum class From : std::uint8_t {
    memory,
    own_store,        ///< one that is not visible yet
    own_store_later,  ///< the same, and its value is not known yet
  };

  unsigned slot{};
  unsigned part{};
  unsigned instruction{};
  unsigned location{};
  bool is_write{};
  From from{From::memory};
  std::uint64_t value{};           ///< written, or taken from an own store
  std::uint16_t distance{};        ///< how many instructions back the own store stands
  bool before_older{};             ///< an older access of the thread has not taken place
  bool can_go_alone{};             ///< it commutes with all else if no other thread minds
  bool is_unread{};                ///< and none does: nothing depends on the value of this load
  std::vector<Decision> rests_on;  ///< guesses and choices that come with it
};

/// What is to be known of a thread in a state, without the other threads and memory.
struct Outlook {
  std::vector<Offer> offers;
  BitSet reads;        ///< locations that the thread may still read
  BitSet writes;       ///< locations that it may still write
  BitSet minds;        ///< locations that have been read in a way that a foreign write may concern
  bool is_complete{};  ///< otherwise offers are missing, and the rest is not known either
  bool bounded{};      ///< instances of a loop were left out that may matter
  bool full{};         ///< accesses were left out because they could not be numbered
  std::optional<unsigned> unknown_jump;  ///< an instruction that jumps where nobody can say
};

/// Looks for what a thread may do next, also beyond branches that are not decided.
class OutlookFinder {
 public:
  OutlookFinder(const ThreadProgram& program,
                const LocationTable& locations,
                unsigned instances,
                const Reductions& reductions,
                Budget& budget)
      : window_{program, locations, instances}, reductions_{reductions}, budget_{budget} {}

  /// Offers that rest on no guess, and the read of a CAS to which no guess leads: one that can go
  /// alone is among these.
  [[nodiscard]] Outlook glance(const ThreadState& state);

  /// Adds all other offers to what a glance found.
  void complete(const ThreadState& state, Outlook& outlook);

 private:
  void look(const ThreadState& state, std::vector<Decision>& decisions, Outlook& outlook);
  void look_beyond(const ThreadState& state, std::vector<Decision>& decisions, Outlook& outlook);
  [[nodiscard]] std::vector<Decision> open_decisions(const std::vector<Decision>& decisions) const;
  void open_at_end(std::vector<Decision>& open) const;
  [[nodiscard]] bool select_matters() const;
  void collect(const std::vector<Decision>& decisions, Outlook& outlook);
  void find_unread(const std::vector<Decision>& decisions);
  [[nodiscard]] bool waits_for_older(unsigned number) const;
  void offer(unsigned number, const std::vector<Decision>& decisions, Outlook& outlook) const;
  [[nodiscard]] bool commutes(unsigned number, const std::vector<Decision>& rests_on) const;
  void survey(const ThreadState& state, Outlook& outlook) const;

  Window window_;
  Reductions reductions_;
  Budget& budget_;
  BitSet unread_;    ///< `unread_loads` of the last run
  BitSet deferred_;  ///< those among them that wait for a guess
};

/// The choices for the store-exclusive or CAS at which `window` stopped.
[[nodiscard]] std::vector<Choice> choices(const Window& window, const Reductions& reductions);

}  // namespace pmusim::memory
