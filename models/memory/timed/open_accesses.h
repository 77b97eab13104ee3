// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/memory/timed/micro_op.h"
#include "models/memory/timed/slot_set.h"

namespace pmusim::memory {

/// What is in flight and not yet done, as far as younger instructions must heed it. This is the
/// whole order that a CPU keeps by itself, apart from values (an operand must be known) and
/// accesses to one address; each rule names its source in the Arm ARM, B2.3.
struct OpenAccesses {
  SlotSet accesses;        ///< loads not satisfied, stores not visible, atomics not written
  SlotSet loads;           ///< reads that DMB LD waits for
  SlotSet stores;          ///< writes that are not visible
  SlotSet acquires;        ///< acquire reads that are not satisfied
  SlotSet releases;        ///< release writes that are not visible
  SlotSet full_atomics;    ///< acquire-release atomics whose write is not visible
  SlotSet branches;        ///< undecided
  SlotSet unaddressed;     ///< accesses whose address is not known
  SlotSet faulting;        ///< accesses to where nothing is; they never retire
  SlotSet barriers;        ///< incomplete barriers that hold back every younger access
  SlotSet store_barriers;  ///< incomplete DMB ST: they hold back younger stores

  void open(Slot slot, const MicroOp& op);

  /// The read is satisfied; the write of an atomic may still be to come.
  void close_read(Slot slot);

  /// It is over; a fault stays until it is met at retirement, or turns out not to be on the way.
  void close(Slot slot);

  /// All of `slots` leave without having happened.
  void drop(SlotSet slots);

  /// Barrier-ordered-before, towards a read.
  [[nodiscard]] bool may_read(SlotSet older, const MicroOp& op) const {
    const SlotSet holding = barriers | acquires | full_atomics;
    return (older & (op.waits_for_release ? holding | releases : holding)).empty();
  }

  /// Barrier-ordered-before and dependency-ordered-before, towards a write: no store becomes
  /// visible before older branches are decided and older addresses known, nor behind a fault.
  [[nodiscard]] bool may_write(SlotSet older, const MicroOp& op) const {
    const SlotSet holding =
        barriers | acquires | full_atomics | store_barriers | branches | unaddressed | faulting;
    return (older & (op.is_release ? holding | accesses : holding)).empty();
  }

  /// A barrier is complete when what it waits for has happened.
  [[nodiscard]] bool is_complete(SlotSet older, const MicroOp& barrier) const;

  /// A context synchronisation waits for branches and addresses: ctrl+isb and addr+isb.
  [[nodiscard]] bool is_synchronised(SlotSet older) const {
    return (older & (branches | unaddressed)).empty();
  }

 private:
  void end(SlotSet slots);
};

}  // namespace pmusim::memory
