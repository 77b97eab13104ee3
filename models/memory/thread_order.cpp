// SPDX-License-Identifier: Apache-2.0
#include "models/memory/thread_order.h"

namespace pmusim::memory {

BitSet ThreadOrder::read(unsigned number, const Read& read) {
  const bool acquire = read.has_result && read.acquire != isa::Acquire::none;

  // Barrier-ordered-before: DMB, DSB, ISB and acquires that stand before it.
  BitSet before = before_all_;
  // Dependency-ordered-before: address.
  before |= read.address;
  // Dependency-ordered-before: (address or data) of a store, then its local read successor. The own
  // read of an atomic is no data dependency of its write: the load may take the value before it is
  // known.
  before |= read.stored_from;
  // Barrier-ordered-before: a release, then an acquire (not an acquirePC).
  if (acquire && read.acquire == isa::Acquire::acquire) {
    before |= releases_;
  }
  // Atomic-ordered-before: rmw, then its local read successor if that is an acquire or acquirePC.
  if (acquire) {
    before |= read.rmw_read;
  }
  remember(before, read.stored_picks);

  accesses_.add(number);
  // "NoRet": an atomic without a result is no load for DMB LD, and its acquire has no effect.
  if (read.has_result) {
    loads_.add(number);
  }
  if (acquire) {
    before_all_.add(number);
  }
  addresses_ |= read.address_picks;
  return before;
}

BitSet ThreadOrder::write(unsigned number, const Write& write) {
  BitSet before = before_all_;
  // Barrier-ordered-before: DMB ST.
  before |= before_writes_;
  // Dependency- and pick-ordered-before: control, and address followed in program order, by a
  // write.
  before |= control_;
  before |= addresses_;
  // Dependency- and pick-ordered-before: address and data.
  before |= write.address;
  before |= write.data;
  // Local write successor: any access, then a write to the same location. With it
  // atomic-ordered-before, rmw: the read of an atomic, or a load-exclusive, is such an access.
  before |= write.same_location;
  // Barrier-ordered-before: everything, then a release.
  if (write.release) {
    before |= accesses_;
  }
  if (picks_) {
    close_over_picks(before);
  }
  remember(before, {});

  accesses_.add(number);
  stores_.add(number);
  if (write.release) {
    releases_.add(number);
  }
  // Barrier-ordered-before: the write of an acquire-release atomic, then everything.
  if (write.holds_younger) {
    before_all_.add(number);
  }
  addresses_ |= write.address;
  return before;
}

BitSet ThreadOrder::behind(isa::Op op, isa::BarrierTypes types) const {
  if (op == isa::Op::isb) {
    // IFB-ordered-before ("context synchronization"): control or an address, then an ISB.
    return before_all_ | control_ | addresses_;
  }
  if (types == isa::BarrierTypes::all) {
    return before_all_ | accesses_;
  }
  if (types == isa::BarrierTypes::loads) {
    return before_all_ | loads_;
  }
  // DMB ST orders stores before stores only, DSB ST before everything (DSB-ordered-before).
  return op == isa::Op::dsb ? before_all_ | stores_ : before_all_;
}

void ThreadOrder::barrier(isa::Op op, isa::BarrierTypes types) {
  before_all_ = behind(op, types);
  if (types == isa::BarrierTypes::stores) {
    before_writes_ |= stores_;
  }
}

void ThreadOrder::instruction_barrier() {
  before_all_ = behind(isa::Op::isb, {});
}

/// `before`, and what its members come after.
BitSet ThreadOrder::closed(const BitSet& before) const {
  BitSet all = before;
  before.for_each([&](unsigned member) { all |= all_before_[member]; });
  return all;
}

/// Pick-ordered-before through memory ("pick-lob"): what a store picks reaches, through a younger
/// own read of its location, each write that this read is ordered before.
void ThreadOrder::close_over_picks(BitSet& before) const {
  BitSet reached;
  for (BitSet next = closed(before); !(next == reached);) {
    reached = next;
    BitSet picked;
    reached.for_each([&](unsigned member) { picked |= picked_[member]; });
    before |= picked;
    next = reached | closed(picked);
  }
}

void ThreadOrder::remember(const BitSet& before, const BitSet& picked) {
  if (picks_) {
    all_before_.push_back(closed(before));
    picked_.push_back(picked);
  }
}

Dependency loaded(unsigned number, const Dependency& address, const Dependency& out) {
  Dependency result = address | out;
  result.data.add(number);
  result.pick.add(number);
  return result;
}

Dependency out_of_store(isa::Op op, const StoreInputs& in) {
  Dependency out = in.address | in.data;
  switch (op) {
    case isa::Op::ldadd:
    case isa::Op::ldclr:
    case isa::Op::ldeor:
    case isa::Op::ldset:
      // What is written is computed from what was read.
      out |= in.own_read;
      break;
    case isa::Op::cas:
      // Read and comparison only decide whether, and which value, is written.
      out.pick |= in.own_read.pick | in.compared.pick;
      break;
    default:
      // A store, a swap and a store-exclusive write what their register holds.
      break;
  }
  return out;
}

}  // namespace pmusim::memory
