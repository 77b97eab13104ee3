// SPDX-License-Identifier: Apache-2.0
//
// Accesses: when they may start, what a load takes, and how writes become visible.
#include <algorithm>
#include <utility>

#include "models/common/expect.h"
#include "models/isa/dataflow.h"
#include "models/memory/timed/pipeline.h"

namespace pmusim::memory {

using isa::Op;
using Kind = MicroOp::Kind;

void Pipeline::know_address(Slot slot) {
  Flight& flight = flights_[slot];
  const isa::Instruction& instruction = *flight.op->instruction;
  const bool has_offset = instruction.op == Op::load || instruction.op == Op::store ||
                          instruction.op == Op::load_pair || instruction.op == Op::store_pair;
  const std::uint64_t offset =
      has_offset ? isa::address_offset(instruction, flight.operands[MicroOp::offset]) : 0;
  flight.address = flight.operands[MicroOp::base] + offset + flight.op->displacement;
  flight.is_wrong = !is_mapped(flight);
  open_.unaddressed.remove(slot);
  if (flight.is_wrong) {
    open_.faulting.add(slot);
  }
  changed_ = true;
  restart_younger_loads(slot);
}

/// An instruction faults as a whole: LDP and STP when either half does.
bool Pipeline::is_mapped(const Flight& access) const {
  for (unsigned part = 0; part < access.parts(); ++part) {
    const std::uint64_t address = access.first_address() + part * std::uint64_t{access.bytes()};
    if (!memory_->is_mapped(address, access.bytes())) {
      return false;
    }
  }
  return true;
}

/// A younger load ran ahead while this address was unknown, and it turns out to be the same: what
/// it took may be too old, so it and all younger ones are taken again. Nothing of them is visible,
/// since no write passes an unknown address.
void Pipeline::restart_younger_loads(Slot slot) {
  const Flight& older = flights_[slot];
  SlotSet younger = ring_.younger(slot);
  while (!younger.empty()) {
    const Slot candidate = ring_.oldest(younger);
    younger.remove(candidate);
    const Flight& load = flights_[candidate];
    // One that took an own store younger than this access stands after it in coherence in any case.
    if (load.is_satisfied && load.source < older.number && load.overlaps(older)) {
      ++counts_.order_restarts;
      // The parts of an instruction are fetched together: LDP is restarted as a whole.
      Slot first = candidate;
      while (ring_.age_rank(first) > 0 &&
             flights_[ring_.at_rank(ring_.age_rank(first) - 1)].instruction == load.instruction &&
             !flights_[ring_.at_rank(ring_.age_rank(first) - 1)].op->is_last) {
        first = ring_.at_rank(ring_.age_rank(first) - 1);
      }
      squash(first, load.instruction);
      return;
    }
  }
}

void Pipeline::start_accesses() {
  each_by_age(ring_, waiting_, [this](Slot slot) {
    if (waiting_.has(slot)) {
      start_access(slot);
    }
  });
}

void Pipeline::start_access(Slot slot) {
  if (!may_start(slot)) {
    return;
  }
  waiting_.remove(slot);
  Flight& flight = flights_[slot];
  if (flight.is_wrong) {  // it faults instead
    finish(slot);
    return;
  }
  arm(slot, latency(flight, flight.op->writes_memory()));
}

bool Pipeline::may_start(Slot slot) const {
  const MicroOp& op = *flights_[slot].op;
  const SlotSet older = ring_.older(slot);
  if (op.reads_memory() && !open_.may_read(older, op)) {
    return false;
  }
  return !op.writes_memory() || (open_.may_write(older, op) && older_same_address_done(slot));
}

/// Every older access of the address has happened: coherence, and the read of a store-exclusive.
/// @pre their addresses are known
bool Pipeline::older_same_address_done(Slot slot) const {
  const Flight& flight = flights_[slot];
  SlotSet open = ring_.older(slot) & open_.accesses;
  while (!open.empty()) {
    const Slot other = open.any();
    open.remove(other);
    if (flights_[other].overlaps(flight) || flights_[other].number == flight.exclusive) {
      return false;
    }
  }
  return true;
}

std::uint32_t Pipeline::latency(Flight& flight, bool for_writing) {
  const TimedMemory::Found found = find_line(flight.address, for_writing);
  count_access(flight, found, for_writing);
  flight.waited_for_line = found != TimedMemory::Found::held;
  std::uint32_t base = found == TimedMemory::Found::remote ? latencies_->remote : latencies_->first;
  if (found == TimedMemory::Found::held) {
    base = for_writing ? latencies_->drain : latencies_->hit;
  }
  return base + chance_.delay(*latencies_);
}

/// Of several accesses that wait for one line, the first brings it.
void Pipeline::count_access(const Flight& access, TimedMemory::Found found, bool for_writing) {
  ++counts_.l1d_cache;
  if (found == TimedMemory::Found::held || is_on_its_way(access.address, for_writing)) {
    return;
  }
  ++(found == TimedMemory::Found::remote ? counts_.remote_access : counts_.ll_cache_miss);
  // To write a line of which there is a copy here is no refill.
  if (find_line(access.address, false) != TimedMemory::Found::held) {
    ++counts_.l1d_cache_refill;
  }
}

/// An access under way brings the line, also for writing if that is asked.
bool Pipeline::is_on_its_way(std::uint64_t address, bool for_writing) const {
  constexpr std::uint64_t kLine = TimedMemory::kLineBytes;
  SlotSet open = open_.accesses - open_.unaddressed;
  while (!open.empty()) {
    const Flight& other = flights_[open.any()];
    open.remove(open.any());
    if (other.waited_for_line && other.address / kLine == address / kLine &&
        (other.op->writes_memory() || !for_writing)) {
      return true;
    }
  }
  return false;
}

/// A load's latency is over: it takes its value, or tries again whenever something changes.
void Pipeline::satisfy(Slot slot) {
  Flight& flight = flights_[slot];
  if (!take_value(slot)) {
    retrying_.add(slot);
    return;
  }
  retrying_.remove(slot);
  if (has_lost_line(flight)) {
    arm(slot, latency(flight, false));
    return;
  }
  flight.is_satisfied = true;
  flight.happened = now_;
  flight.foreign = memory_->foreign_writes(cpu_, flight.address);
  if (flight.source == 0) {
    arrived_.push_back(flight.address);
  }
  ++counts_.mem_access_rd;
  finish(slot);
}

/// Where an access finds the line; what loads brought in this instant is here, though others do not
/// see that yet.
TimedMemory::Found Pipeline::find_line(std::uint64_t address, bool for_writing) const {
  const TimedMemory::Found found = memory_->find(cpu_, address, for_writing);
  const bool may_be_new =
      found == TimedMemory::Found::nowhere || (found == TimedMemory::Found::remote && !for_writing);
  const auto is_same_line = [&](std::uint64_t other) {
    return other / TimedMemory::kLineBytes == address / TimedMemory::kLineBytes;
  };
  return may_be_new && std::ranges::any_of(arrived_, is_same_line) ? TimedMemory::Found::held
                                                                   : found;
}

/// Another CPU has written the line since this load found it here. It must come back, once: who
/// waited for it uses it before it can go again.
bool Pipeline::has_lost_line(const Flight& load) const {
  return load.source == 0 && !load.waited_for_line &&
         find_line(load.address, false) != TimedMemory::Found::held;
}

/// From the youngest older own store to the address that is not visible yet, else from memory. It
/// waits for a store whose data is unknown or which writes a part only, and for an older open load
/// of the address that stands after that store: loads of one address are satisfied in order.
bool Pipeline::take_value(Slot slot) {
  Flight& load = flights_[slot];
  SlotSet open = ring_.older(slot) & (open_.accesses - open_.unaddressed);
  while (!open.empty()) {
    const Slot at = ring_.youngest(open);
    open.remove(at);
    const Flight& other = flights_[at];
    if (!other.overlaps(load)) {
      continue;
    }
    const bool forwards = (other.op->kind == Kind::store && other.missing == 0) || other.is_locked;
    if (!forwards || !other.covers(load) || load.op->kind == Kind::load_exclusive) {
      return false;
    }
    const std::uint64_t value = (other.is_locked ? other.written : other.operands[MicroOp::data]) >>
                                ((load.address - other.address) * 8);
    load.result = load.bytes() == 8 ? value : value & 0xffff'ffffU;
    load.source = other.number;
    return true;
  }
  load.result = memory_->read(load.address, load.bytes());
  load.source = 0;
  return true;
}

void Pipeline::make_visible(Flight& flight) {
  memory_->write(cpu_, flight.address, flight.bytes(), flight.written);
  memory_->take_line(cpu_, flight.address, true);
  ++counts_.mem_access_wr;
}

void Pipeline::publish_store(Slot slot) {
  Flight& flight = flights_[slot];
  if (memory_->is_locked_for(cpu_, flight.address)) {
    return;
  }
  publishing_.remove(slot);
  flight.written = flight.operands[MicroOp::data];
  flight.happened = now_;
  make_visible(flight);
  finish(slot);
}

void Pipeline::publish_exclusive(Slot slot) {
  Flight& flight = flights_[slot];
  if (memory_->is_locked_for(cpu_, flight.address)) {
    return;
  }
  publishing_.remove(slot);
  const std::optional<Monitor> monitor = monitor_of(flight);
  const bool is_intact = monitor && monitor->address == flight.address &&
                         monitor->foreign == memory_->foreign_writes(cpu_, flight.address);
  const bool succeeds = is_intact && !chance_.happens(latencies_->spurious_of_256);
  if (succeeds) {
    flight.written = flight.operands[MicroOp::data];
    make_visible(flight);
  }
  ++(succeeds ? counts_.strex_pass : counts_.strex_fail);
  flight.result = succeeds ? 0 : 1;
  finish(slot);
}

/// The load that a store-exclusive belongs to, in flight or retired.
std::optional<Pipeline::Monitor> Pipeline::monitor_of(const Flight& store) const {
  if (store.exclusive == 0) {
    return std::nullopt;
  }
  if (retired_monitor_.number == store.exclusive) {
    return retired_monitor_;
  }
  SlotSet all = ring_.all();
  while (!all.empty()) {
    const Flight& flight = flights_[all.any()];
    all.remove(all.any());
    if (flight.number == store.exclusive) {
      return Monitor{flight.number, flight.address, flight.foreign};
    }
  }
  return std::nullopt;
}

/// First the read, which locks the word; its write follows when its latency is over. Nothing but
/// time lies between, so that CPUs cannot wait for one another in a circle.
void Pipeline::publish_atomic(Slot slot) {
  Flight& flight = flights_[slot];
  if (!flight.is_locked) {
    // The lock may be an own one: an atomic on the other half of the word.
    if (!memory_->is_locked(flight.address)) {
      read_atomic(slot);
    }
    return;
  }
  publishing_.remove(slot);
  make_visible(flight);
  memory_->unlock(flight.address);
  flight.is_locked = false;
  finish(slot);
}

void Pipeline::read_atomic(Slot slot) {
  publishing_.remove(slot);
  Flight& flight = flights_[slot];
  const isa::Instruction& instruction = *flight.op->instruction;
  flight.result = memory_->read(flight.address, flight.bytes());
  flight.happened = now_;
  ++counts_.mem_access_rd;
  if (instruction.op == Op::cas) {
    const std::uint64_t mask = flight.bytes() == 8 ? ~std::uint64_t{0} : 0xffff'ffffU;
    if (flight.result != (flight.operands[MicroOp::other] & mask)) {
      memory_->take_line(cpu_, flight.address, false);
      finish(slot);
      return;
    }
    flight.written = flight.operands[MicroOp::data];
  } else {
    flight.written = isa::atomic_result(instruction, flight.result, flight.operands[MicroOp::data]);
  }
  memory_->lock(cpu_, flight.address);
  flight.is_locked = true;
  open_.close_read(slot);
  changed_ = true;
  deliver(slot);
  arm(slot, latencies_->drain + chance_.delay(*latencies_));
}

}  // namespace pmusim::memory
