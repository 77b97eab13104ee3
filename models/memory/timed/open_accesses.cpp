// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/open_accesses.h"

namespace pmusim::memory {
namespace {

void add_if(bool belongs, SlotSet& set, Slot slot) {
  if (belongs) {
    set.add(slot);
  }
}

/// DSB ST holds back loads as well, unlike DMB ST.
bool holds_stores_only(const isa::Instruction& barrier) {
  return barrier.op == isa::Op::dmb && barrier.types == isa::BarrierTypes::stores;
}

}  // namespace

void OpenAccesses::open(Slot slot, const MicroOp& op) {
  if (op.kind == MicroOp::Kind::branch) {
    branches.add(slot);
    return;
  }
  if (op.kind == MicroOp::Kind::barrier) {
    (holds_stores_only(*op.instruction) ? store_barriers : barriers).add(slot);
    return;
  }
  if (!op.accesses_memory()) {
    return;
  }
  accesses.add(slot);
  unaddressed.add(slot);
  add_if(op.counts_as_load, loads, slot);
  add_if(op.writes_memory(), stores, slot);
  add_if(op.is_acquire, acquires, slot);
  add_if(op.is_release, releases, slot);
  add_if(op.is_full, full_atomics, slot);
}

void OpenAccesses::close_read(Slot slot) {
  loads.remove(slot);
  acquires.remove(slot);
}

void OpenAccesses::close(Slot slot) {
  SlotSet one;
  one.add(slot);
  end(one);
}

void OpenAccesses::drop(SlotSet slots) {
  end(slots);
  faulting = faulting - slots;
}

void OpenAccesses::end(SlotSet slots) {
  for (SlotSet* const set : {&accesses,
                             &loads,
                             &stores,
                             &acquires,
                             &releases,
                             &full_atomics,
                             &branches,
                             &unaddressed,
                             &barriers,
                             &store_barriers}) {
    *set = *set - slots;
  }
}

bool OpenAccesses::is_complete(SlotSet older, const MicroOp& barrier) const {
  switch (barrier.instruction->types) {
    case isa::BarrierTypes::loads:
      return (older & loads).empty();
    case isa::BarrierTypes::stores:
      return (older & stores).empty();
    case isa::BarrierTypes::all:
      return (older & accesses).empty();
  }
  return false;
}

}  // namespace pmusim::memory
