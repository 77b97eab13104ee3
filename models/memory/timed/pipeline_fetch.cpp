// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "models/isa/dataflow.h"
#include "models/memory/timed/pipeline.h"

namespace pmusim::memory {

using isa::Op;
using isa::Reg;
using Kind = MicroOp::Kind;

bool Pipeline::can_fetch() const {
  return !is_draining_ && !fault_ && fetch_waits_ == kNoSlot && fetch_ < program_->size();
}

/// @pre can_fetch()
bool Pipeline::has_room() const {
  return ring_.free() >= program_->of(fetch_).size();
}

/// An instruction is there, and the window is full: a cycle that issues nothing then is the
/// backend's, any other one the frontend's.
bool Pipeline::waits_for_room() const {
  return can_fetch() && !has_room();
}

void Pipeline::issue() {
  const std::uint64_t before = issued_;
  const std::uint64_t end = before + width_;
  while (can_fetch() && now_ >= fetch_from_ && has_room() &&
         issued_ + program_->of(fetch_).size() <= end) {
    issue_instruction();
  }
  (waits_for_room() ? counts_.stall_slot_backend : counts_.stall_slot_frontend) += end - issued_;
  if (issued_ == before) {
    ++(waits_for_room() ? counts_.stall_backend : counts_.stall_frontend);
    return;
  }
  counts_.op_spec += issued_ - before;
  changed_ = true;
}

/// The parts of one instruction read their operands before any of them names its result: LDP
/// X0,X1,[X0].
void Pipeline::issue_instruction() {
  const std::uint32_t at = fetch_;
  const std::span<const MicroOp> operations = program_->of(at);
  std::array<Slot, 4> slots{};
  for (std::size_t i = 0; i < operations.size(); ++i) {
    slots[i] = ring_.push();
    Flight& flight = flights_[slots[i]];
    flight = Flight{};
    flight.op = &operations[i];
    flight.number = ++issued_;
    flight.instruction = at;
    read_operands(slots[i], operations[i]);
  }
  fetch_ = at + 1;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    name_results(slots[i], operations[i]);
    enter(slots[i]);
  }
}

void Pipeline::read_operands(Slot slot, const MicroOp& op) {
  Flight& flight = flights_[slot];
  for (std::size_t place = 0; place < op.sources.size(); ++place) {
    const Reg reg = op.sources[place];
    if (reg == Reg::zero) {
      continue;
    }
    const std::uint8_t producer = names_[isa::index(reg)];
    if (producer == kNoSlot) {
      flight.operands[place] = registers_[isa::index(reg)];
      continue;
    }
    Flight& made_by = flights_[producer];
    if (made_by.is_done || made_by.is_locked) {
      flight.operands[place] = reg == Reg::flags ? made_by.flags : made_by.result;
      continue;
    }
    flight.missing |= static_cast<std::uint8_t>(1U << place);
    flight.producers[place] = producer;
    made_by.consumers.add(slot);
  }
}

void Pipeline::name_results(Slot slot, const MicroOp& op) {
  if (op.result != Reg::zero) {
    names_[isa::index(op.result)] = static_cast<std::uint8_t>(slot);
  }
  if (op.writes_flags) {
    names_[isa::index(Reg::flags)] = static_cast<std::uint8_t>(slot);
  }
}

/// The operation joins those in flight.
void Pipeline::enter(Slot slot) {
  Flight& flight = flights_[slot];
  const MicroOp& op = *flight.op;
  open_.open(slot, op);
  switch (op.kind) {
    case Kind::barrier:
      barriers_.add(slot);
      return;
    case Kind::isb:
      barriers_.add(slot);
      fetch_waits_ = static_cast<std::uint8_t>(slot);
      return;
    case Kind::unknown:
      fetch_waits_ = static_cast<std::uint8_t>(slot);
      return;
    case Kind::branch:
      flight.next = predict(slot);
      break;
    case Kind::load_exclusive:
      exclusive_ = flight.number;
      break;
    case Kind::store_exclusive:
      flight.exclusive = std::exchange(exclusive_, 0);
      break;
    default:
      break;
  }
  operand_arrived(slot);
}

/// The instruction to fetch after a branch. The target of an indirect one is waited for.
std::uint32_t Pipeline::predict(Slot slot) {
  const Flight& flight = flights_[slot];
  const isa::Instruction& branch = *flight.op->instruction;
  if (isa::is_indirect(branch.op)) {
    fetch_waits_ = static_cast<std::uint8_t>(slot);
    return flight.instruction + 1;
  }
  const bool always = branch.op == Op::b || branch.op == Op::bl;
  if (always || predictors_[flight.instruction % kPredictors] >= 2) {
    fetch_ = target_of(direct_address(flight.instruction, branch));
  }
  return fetch_;
}

/// A branch is decided: the prediction was right, or what was fetched after it goes.
void Pipeline::decide(Slot slot) {
  Flight& flight = flights_[slot];
  const isa::Instruction& branch = *flight.op->instruction;
  std::uint32_t next = flight.instruction + 1;
  if (isa::is_indirect(branch.op) || isa::taken(branch, flight.operands[MicroOp::other])) {
    flight.address = isa::is_indirect(branch.op) ? flight.operands[MicroOp::base]
                                                 : direct_address(flight.instruction, branch);
    flight.is_wrong = !program_->program().index_of(flight.address);
    next = target_of(flight.address);
  }
  flight.result = program_->pc(flight.instruction) + 4;  // the link, if there is one
  std::uint8_t& counter = predictors_[flight.instruction % kPredictors];
  const bool taken = next != flight.instruction + 1;
  counter = static_cast<std::uint8_t>(taken ? std::min(counter + 1, 3) : std::max(counter - 1, 0));
  finish(slot);
  if (fetch_waits_ == slot) {
    fetch_waits_ = kNoSlot;
    fetch_ = next;
    return;
  }
  ++counts_.br_pred;
  if (next != flight.next) {
    ++counts_.br_mis_pred;
    flight.was_mispredicted = true;
    const unsigned rank = ring_.age_rank(slot) + 1;
    if (rank < ring_.size()) {
      squash(ring_.at_rank(rank), next);
    } else {
      fetch_ = next;
      fetch_from_ = now_ + latencies_->refetch;
    }
  }
}

/// Where a branch that names its target goes when it is taken.
std::uint64_t Pipeline::direct_address(std::uint32_t at, const isa::Instruction& branch) const {
  return program_->pc(at) + static_cast<std::uint64_t>(branch.imm);
}

/// The instruction at an address; the end for any outside, so that nothing is fetched from there.
std::uint32_t Pipeline::target_of(std::uint64_t address) const {
  return static_cast<std::uint32_t>(
      program_->program().index_of(address).value_or(program_->size()));
}

}  // namespace pmusim::memory
