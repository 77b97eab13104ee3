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
  const std::uint64_t end = before + kWidth;
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
  const std::optional<std::uint32_t> target = direct_target(flight.instruction, branch);
  if (!target) {
    fetch_waits_ = static_cast<std::uint8_t>(slot);
    return flight.instruction + 1;
  }
  const bool always = branch.op == Op::b || branch.op == Op::bl;
  if (always || predictors_[flight.instruction % kPredictors] >= 2) {
    fetch_ = *target;
  }
  return fetch_;
}

/// Where a branch goes when it is taken; nothing for one whose target is in a register.
std::optional<std::uint32_t> Pipeline::direct_target(std::uint32_t at,
                                                     const isa::Instruction& branch) const {
  if (branch.op == Op::br || branch.op == Op::blr || branch.op == Op::ret) {
    return std::nullopt;
  }
  return target_of(program_->pc(at) + static_cast<std::uint64_t>(branch.imm));
}

/// The instruction at an address; the end for any outside.
std::uint32_t Pipeline::target_of(std::uint64_t address) const {
  const std::uint64_t index = (address - program_->program().base) / 4;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(index, program_->size()));
}

}  // namespace pmusim::memory
