// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/isa/instruction.h"
#include "models/memory/bit_set.h"

namespace pmusim::memory {

/// The accesses of its own thread that a value depends on.
struct Dependency {
  /// "Dependency through registers and memory": the value is computed from what they read.
  BitSet data{};
  /// "Pick dependency": these, and accesses that only decided which value it is (the flags of a
  /// CSEL, the comparison of a CAS). Contains `data`.
  BitSet pick{};

  Dependency& operator|=(const Dependency& other) {
    data |= other.data;
    pick |= other.pick;
    return *this;
  }

  friend Dependency operator|(Dependency a, const Dependency& b) { return a |= b; }
};

/// The order that a thread keeps by itself: "Locally-ordered-before" of the Arm ARM (DDI 0487,
/// B2.3, "Ordering relations"), with the local part of "Hardware-required-ordered-before".
///
/// Accesses are told to it in program order. Each is a number, and gets the set of older accesses
/// that it comes after. Everything else about memory follows from this and from one moment at which
/// a write becomes visible to all: a read may take its value, and a write may become visible, when
/// all of that set have.
class ThreadOrder {
 public:
  /// @param picks  whether the thread has instructions that pick a value (CSEL, CAS), or write one
  ///               that is computed from their own read (LDADD); without them the rule "pick
  ///               through memory" says nothing new, and its cost is saved.
  explicit ThreadOrder(bool picks) : picks_{picks} {}

  struct Read {
    BitSet address{};       ///< `data` of the address
    BitSet stored_from{};   ///< `data` of address and data of the latest older own store to the
                            ///< location
    BitSet stored_picks{};  ///< `pick` of what flows out of that store
    BitSet rmw_read{};      ///< the read of the atomic that this store belongs to
    isa::Acquire acquire{isa::Acquire::none};
    bool has_result{true};   ///< false for an atomic whose result is the zero register
    BitSet address_picks{};  ///< `pick` of the address
  };

  struct Write {
    BitSet address{};        ///< `pick` of the address
    BitSet data{};           ///< `pick` of the data, and of what decided that it is written
    BitSet same_location{};  ///< all older accesses of the thread to the location
    bool release{};
    bool holds_younger{};  ///< of a single-instruction atomic that is acquire and release
  };

  /// @return  the accesses that the read `number` comes after.
  BitSet read(unsigned number, const Read& read);

  /// @return  the accesses that the write `number` comes after.
  BitSet write(unsigned number, const Write& write);

  /// DMB and DSB.
  void barrier(isa::Op op, isa::BarrierTypes types);

  /// ISB.
  void instruction_barrier();

  /// A branch that `decision` decides.
  void branch(const BitSet& decision) { control_ |= decision; }

  /// Accesses that everything younger comes after.
  [[nodiscard]] const BitSet& before_all() const { return before_all_; }

  /// Accesses that every younger write comes after.
  [[nodiscard]] BitSet before_writes() const {
    return before_all_ | before_writes_ | control_ | addresses_;
  }

  /// Accesses that everything after a barrier or ISB, standing here, would come after.
  [[nodiscard]] BitSet behind(isa::Op op, isa::BarrierTypes types) const;

 private:
  [[nodiscard]] BitSet closed(const BitSet& before) const;
  void close_over_picks(BitSet& before) const;
  void remember(const BitSet& before, const BitSet& picked);

  bool picks_;
  BitSet accesses_;                 ///< all so far
  BitSet loads_;                    ///< reads that give a register its value
  BitSet stores_;                   ///< all writes
  BitSet releases_;                 ///< writes that are releases
  BitSet control_;                  ///< `pick` of everything that decided a branch
  BitSet addresses_;                ///< `pick` of every address
  BitSet before_all_;               ///< what every younger access comes after
  BitSet before_writes_;            ///< what every younger write comes after
  std::vector<BitSet> all_before_;  ///< of each access: what it comes after, directly or not
  std::vector<BitSet> picked_;      ///< of each read: the pick dependencies of what it may forward
};

/// What the result of the load `number` depends on, or the result of an atomic's read.
[[nodiscard]] Dependency loaded(unsigned number, const Dependency& address, const Dependency& out);

/// Registers of a store as they flow into it.
struct StoreInputs {
  Dependency address{};
  Dependency data{};
  Dependency compared{};  ///< of CAS
  Dependency own_read{};  ///< of LDADD and its like, and of CAS: what its read's result depends on
};

/// What flows out of a store into the result of a younger own load of its location.
[[nodiscard]] Dependency out_of_store(isa::Op op, const StoreInputs& in);

}  // namespace pmusim::memory
