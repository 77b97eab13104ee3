// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "models/memory/location_table.h"
#include "models/memory/thread_order.h"
#include "models/memory/thread_program.h"
#include "models/memory/thread_state.h"

namespace pmusim::memory {

/// Something assumed about an instruction of a window for one run of it: the `Side` of a branch or
/// select, the `Choice` of a store-exclusive or CAS, or the location that it accesses.
struct Decision {
  unsigned slot{};
  Side side{Side::open};
  Choice choice{Choice::open};
  std::uint16_t guess{};  ///< as in `Note`

  friend bool operator==(const Decision&, const Decision&) = default;
};

/// A set of decisions of a run, one bit each, by their place in the list.
using DecisionSet = std::uint64_t;

/// The most decisions that one run may be given.
inline constexpr unsigned kMaxDecisions = 64;

/// One read or write of a window, numbered in program order.
struct Access {
  static constexpr int kUnknown = -2;  ///< a location that is not known yet
  static constexpr int kNothing = -1;  ///< no such access

  unsigned slot{};
  unsigned part{};  ///< 0 or 1, as in `Note`
  bool is_write{};
  bool is_done{};
  bool is_known{};      ///< the value read or to be written is known
  bool is_ready{};      ///< everything that it comes after has taken place
  bool is_undecided{};  ///< a select without a side stands in what it depends on
  bool is_refused{};    ///< a store-exclusive that can no longer succeed
  bool is_guessable{};  ///< its location is open although all that its address comes from is done
  std::uint64_t value{};
  int location{kUnknown};   ///< `LocationTable::kNone`: a bad address
  bool address_known{};     ///< not only guessed
  std::uint64_t address{};  ///< if it is known
  int source{kNothing};     ///< of a read: the latest older own write to the location
  int partner{kNothing};    ///< of an atomic: its other half
  DecisionSet decisions{};  ///< those that it rests on
  BitSet stored_from{};  ///< of a write: `data` of its address and of what its instruction stores
  Dependency out{};      ///< of a write: what flows out of it

  [[nodiscard]] bool has_location() const { return location >= 0; }

  /// It may take place now.
  [[nodiscard]] bool is_enabled() const {
    return !is_done && is_ready && has_location() && !is_undecided && !is_refused &&
           (!is_write || is_known);
  }
};

/// One fetched instruction.
struct Slot {
  struct Result {
    isa::Reg reg{isa::Reg::zero};
    std::uint64_t bits{};
    bool known{};
  };

  unsigned index{};         ///< of the instruction
  unsigned next{};          ///< index of the instruction that follows
  unsigned first_access{};  ///< its accesses are consecutive
  unsigned accesses{};
  bool decides{};            ///< a branch with two ways on, or a select
  Side actual{Side::open};   ///< the side, once its operand is known
  bool is_open_select{};     ///< a select with no side, not even a guessed one
  bool compared_known{};     ///< of a CAS
  std::uint64_t compared{};  ///< of a CAS: the value that it compares with
  bool is_store_exclusive{};
  int load_exclusive{Access::kNothing};  ///< of a store-exclusive: the read that it is paired with
  std::array<Result, 4> results{};
  unsigned result_count{};
};

/// Fetches the instructions of a thread from its state on, as far as anything can come of them, and
/// says of each access what it waits for. It is computed anew from the state each time: nothing is
/// ever undone.
class Window {
 public:
  /// Why fetching ended.
  enum class Stop : std::uint8_t {
    end,        ///< of the program
    held,       ///< nothing younger can take place now: a barrier or an acquire
    branch,     ///< a branch whose operand is not known; `stopped_at`
    choice,     ///< a store-exclusive or CAS without a choice; `stopped_at`
    instances,  ///< as many unfinished instances of the next instruction as are allowed
    full,       ///< no more accesses can be numbered
    target,     ///< a jump to an address that is not known
    nowhere,    ///< a jump to an address that is none of the program's
  };

  /// @param instances  how many unfinished instances of one instruction are allowed.
  Window(const ThreadProgram& program, const LocationTable& locations, unsigned instances)
      : program_{program}, locations_{locations}, instances_{instances} {}

  void run(const ThreadState& state, std::span<const Decision> decisions = {});

  [[nodiscard]] const ThreadProgram& program() const { return program_; }

  [[nodiscard]] const LocationTable& locations() const { return locations_; }

  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }

  [[nodiscard]] const std::vector<Access>& accesses() const { return accesses_; }

  [[nodiscard]] const ThreadOrder& order() const { return order_; }

  /// Accesses that have not taken place.
  [[nodiscard]] const BitSet& pending() const { return pending_; }

  [[nodiscard]] Stop stop() const { return stop_; }

  /// The instruction that would be fetched next.
  [[nodiscard]] unsigned next() const { return next_; }

  /// The slot that the instruction of `Stop::branch` and `Stop::choice` would have.
  [[nodiscard]] unsigned stopped_at() const { return static_cast<unsigned>(slots_.size()); }

  /// With `Stop::choice`: what is to be chosen from.
  [[nodiscard]] const std::vector<Choice>& options() const { return options_; }

  /// The decisions that the path to here rests on.
  [[nodiscard]] DecisionSet path() const { return path_; }

  /// The latest own write to a location that is known to be one, or `Access::kNothing`.
  [[nodiscard]] int last_store(unsigned location) const { return last_store_[location]; }

  /// The load-exclusive that a store-exclusive, fetched next, would be paired with.
  [[nodiscard]] int open_monitor() const { return monitor_; }

  /// Whether it would be paired with the monitor of the state instead.
  [[nodiscard]] bool state_monitor_is_open() const { return monitor_of_state_; }

  /// Accesses to a location.
  [[nodiscard]] const BitSet& accesses_to(unsigned location) const {
    return accesses_to_[location];
  }

  [[nodiscard]] bool is_pending(int access) const {
    return access != Access::kNothing && pending_.has(static_cast<unsigned>(access));
  }

 private:
  struct Register {
    std::uint64_t bits{};
    bool known{true};
    bool undecided{};  ///< which value it is depends on a select without a side
    DecisionSet decisions{};
    Dependency from{};
  };

  struct Fetch;  // one instruction on its way through the window

  void start(const ThreadState& state, std::span<const Decision> decisions);
  [[nodiscard]] bool fetch();
  [[nodiscard]] bool execute(Fetch& fetch);
  void finish(Fetch& fetch);

  [[nodiscard]] Register read(isa::Reg reg) const;
  void write(Fetch& fetch, isa::Reg reg, const Register& value);
  template <class Member>
  [[nodiscard]] Member decided(unsigned slot, Member Decision::* what, DecisionSet& bits) const;

  void compute(Fetch& fetch);
  void select(Fetch& fetch);
  [[nodiscard]] bool branch(Fetch& fetch);
  [[nodiscard]] bool jump(Fetch& fetch);
  [[nodiscard]] bool choose(Fetch& fetch, const Register* compared);

  [[nodiscard]] bool memory(Fetch& fetch);
  void load(Fetch& fetch);
  void store(Fetch& fetch);
  [[nodiscard]] bool store_exclusive(Fetch& fetch);
  void fetch_and_modify(Fetch& fetch);
  [[nodiscard]] bool compare_and_swap(Fetch& fetch);
  struct Address;
  [[nodiscard]] Address address(Fetch& fetch);
  void guess(const Fetch& fetch, Address& address) const;
  Access& add(Fetch& fetch, unsigned part, bool is_write, const Address& address);
  Register add_read(Fetch& fetch, unsigned part, const Address& address, bool has_result);
  struct Stored;
  void add_write(Fetch& fetch, unsigned part, const Address& address, const Stored& stored);
  void check_exclusive(Access& access);

  const ThreadProgram& program_;
  const LocationTable& locations_;
  unsigned instances_;

  const ThreadState* state_{};
  std::span<const Decision> decisions_;
  std::array<Register, isa::kRegs> registers_{};
  ThreadOrder order_{false};
  std::vector<Slot> slots_;
  std::vector<Access> accesses_;
  BitSet pending_;
  std::vector<int> last_store_;
  std::vector<BitSet> accesses_to_;
  std::vector<std::uint8_t> instances_of_;
  int last_unknown_store_{Access::kNothing};
  bool monitor_of_state_{};  ///< the monitor of the state stands, not one of the window
  int monitor_{Access::kNothing};
  DecisionSet path_{};
  unsigned next_{};
  Stop stop_{Stop::end};
  std::vector<Choice> options_;
};

}  // namespace pmusim::memory
