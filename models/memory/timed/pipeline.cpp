// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/pipeline.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "models/common/expect.h"
#include "models/isa/dataflow.h"

namespace pmusim::memory {

using isa::Op;
using isa::Reg;
using Kind = MicroOp::Kind;

Pipeline::Pipeline(unsigned cpu,
                   TimedMemory& memory,
                   const Latencies& latencies,
                   CounterRandom random,
                   unsigned width)
    : cpu_{cpu}, width_{width}, memory_{&memory}, latencies_{&latencies}, chance_{random} {
  PMUSIM_EXPECT(cpu < TimedMemory::kMaxCpus, "more CPUs than a line has holders");
  PMUSIM_EXPECT(width >= kMaxMicroOps, "an instruction is issued in one cycle");
  names_.fill(kNoSlot);
  // What earlier programs left in the predictor: anything.
  for (std::size_t i = 0; i < kPredictors; i += 32) {
    std::uint64_t drawn = chance_.next();
    for (std::size_t k = i; k < i + 32; ++k, drawn >>= 2U) {
      predictors_[k] = drawn & 3U;
    }
  }
}

void Pipeline::start(const MicroProgram& program,
                     const std::array<std::uint64_t, 31>& registers,
                     std::uint64_t start) {
  Place place;
  std::ranges::copy(registers, place.registers.begin());
  const std::uint64_t skew =
      latencies_->start_skew == 0 ? 0 : chance_.next() % latencies_->start_skew;
  resume(program, place, start + skew);
}

void Pipeline::resume(const MicroProgram& program, const Place& place, std::uint64_t now) {
  PMUSIM_EXPECT(ring_.size() == 0, "a program starts on an empty pipeline");
  program_ = &program;
  registers_ = place.registers;
  fetch_ = place.next;
  fetch_waits_ = kNoSlot;
  fetch_from_ = now;
  wake_ = now;
  is_draining_ = false;
  fault_.reset();
  exclusive_ = 0;
  retired_exclusive_ = 0;
}

void Pipeline::step(std::uint64_t now) {
  now_ = now;
  changed_ = false;
  each_by_age(ring_, due_.take(now), [this](Slot slot) {
    if (ring_.all().has(slot)) {
      complete(slot);
    }
  });
  each_by_age(ring_, retrying_, [this](Slot slot) {
    if (retrying_.has(slot)) {
      satisfy(slot);
    }
  });
  complete_barriers();
  retire();
  issue();
  start_accesses();
  plan_wake();
}

void Pipeline::settle_lines() {
  for (const std::uint64_t address : arrived_) {
    memory_->take_line(cpu_, address, false);
  }
  arrived_.clear();
}

void Pipeline::publish(std::uint64_t now) {
  PMUSIM_EXPECT(now == now_, "both phases belong to one instant");
  each_by_age(ring_, publishing_, [this](Slot slot) {
    switch (flights_[slot].op->kind) {
      case Kind::store:
        publish_store(slot);
        break;
      case Kind::store_exclusive:
        publish_exclusive(slot);
        break;
      default:
        publish_atomic(slot);
        break;
    }
  });
}

/// The slot's time has come.
void Pipeline::complete(Slot slot) {
  Flight& flight = flights_[slot];
  if (flight.due > now_) {  // it was further away than the wheel reaches
    due_.add(slot, flight.due, now_);
    return;
  }
  switch (flight.op->kind) {
    case Kind::load:
    case Kind::load_exclusive:
      satisfy(slot);
      break;
    case Kind::store:
    case Kind::store_exclusive:
    case Kind::atomic:
      publishing_.add(slot);
      break;
    case Kind::branch:
      decide(slot);
      break;
    default:
      finish(slot);
      break;
  }
}

/// All operands are known: the value is fixed, and known to others when the latency is over.
void Pipeline::compute(Slot slot) {
  Flight& flight = flights_[slot];
  const isa::Instruction& instruction = *flight.op->instruction;
  if (flight.op->is_write_back) {
    flight.result = flight.operands[MicroOp::base] + static_cast<std::uint64_t>(instruction.imm);
  } else if (flight.op->kind == Kind::compute && instruction.op != Op::nop) {
    const isa::Operands in{.n = flight.operands[MicroOp::base],
                           .m = flight.operands[MicroOp::offset],
                           .d = flight.operands[MicroOp::data],
                           .flags = flight.operands[MicroOp::other]};
    const isa::Computed out = isa::compute(instruction, in, program_->pc(flight.instruction));
    flight.result = out.value;
    flight.flags = out.flags;
  }
  arm(slot, latencies_->operation);
}

void Pipeline::arm(Slot slot, std::uint32_t cycles) {
  Flight& flight = flights_[slot];
  flight.is_started = true;
  flight.due = now_ + std::max<std::uint32_t>(cycles, 1);
  due_.add(slot, flight.due, now_);
}

/// The result is known: those who wait for it get it.
void Pipeline::deliver(Slot slot) {
  const Flight& producer = flights_[slot];
  const SlotSet consumers = std::exchange(flights_[slot].consumers, {});
  each_by_age(ring_, consumers, [&](Slot consumer) {
    if (!ring_.younger(slot).has(consumer)) {
      return;  // an ordering violation that an earlier one uncovered has removed it
    }
    Flight& flight = flights_[consumer];
    for (unsigned place = 0; place < flight.operands.size(); ++place) {
      if ((unsigned{flight.missing} >> place & 1U) != 0 && flight.producers[place] == slot) {
        flight.missing &= static_cast<std::uint8_t>(~(1U << place));
        flight.operands[place] =
            flight.op->sources[place] == Reg::flags ? producer.flags : producer.result;
      }
    }
    operand_arrived(consumer);
  });
}

/// Operands of `slot` became known, or there were none to wait for.
void Pipeline::operand_arrived(Slot slot) {
  const Flight& flight = flights_[slot];
  if (flight.op->accesses_memory()) {
    if (flight.knows_address() && open_.unaddressed.has(slot)) {
      know_address(slot);
    }
    if (flight.missing == 0 && !flight.is_started) {
      waiting_.add(slot);
    }
    changed_ = true;
    return;
  }
  if (flight.missing == 0 && !flight.is_started) {
    compute(slot);
  }
}

void Pipeline::finish(Slot slot) {
  flights_[slot].is_done = true;
  open_.close(slot);
  changed_ = true;
  deliver(slot);
}

void Pipeline::complete_barriers() {
  each_by_age(ring_, barriers_, [this](Slot slot) {
    const MicroOp& op = *flights_[slot].op;
    const SlotSet older = ring_.older(slot);
    const bool is_isb = op.kind == Kind::isb;
    if (is_isb ? !open_.is_synchronised(older) : !open_.is_complete(older, op)) {
      return;
    }
    barriers_.remove(slot);
    finish(slot);
    if (is_isb) {
      fetch_waits_ = kNoSlot;
      fetch_from_ = std::max(fetch_from_, now_ + 1);
    }
  });
}

/// `oldest` and all younger ones have not happened; fetching goes on at `refetch`.
void Pipeline::squash(Slot oldest, std::uint32_t refetch) {
  const unsigned rank = ring_.age_rank(oldest);
  SlotSet gone = ring_.younger(oldest);
  gone.add(oldest);
  each_by_age(ring_, gone, [this](Slot slot) {
    const Flight& flight = flights_[slot];
    const bool was_seen =
        flight.is_locked || publishing_.has(slot) || (flight.is_done && flight.op->writes_memory());
    PMUSIM_EXPECT(!was_seen, "a write that others may have seen cannot be undone");
  });
  ring_.keep(rank);
  open_.drop(gone);
  due_.drop(gone);
  for (SlotSet* const set : {&waiting_, &retrying_, &publishing_, &barriers_}) {
    *set = *set - gone;
  }
  each_by_age(ring_, ring_.all(), [&](Slot slot) {
    flights_[slot].consumers = flights_[slot].consumers - gone;
  });
  if (fetch_waits_ != kNoSlot && gone.has(fetch_waits_)) {
    fetch_waits_ = kNoSlot;
  }
  rebuild_names();
  fetch_ = refetch;
  fetch_from_ = now_ + latencies_->refetch;
  changed_ = true;
}

/// Who produces which register, and the exclusive monitor's load, after a squash.
void Pipeline::rebuild_names() {
  names_.fill(kNoSlot);
  exclusive_ = retired_exclusive_;
  each_by_age(ring_, ring_.all(), [this](Slot slot) {
    name_results(slot, *flights_[slot].op);
    if (flights_[slot].op->kind == Kind::load_exclusive) {
      exclusive_ = flights_[slot].number;
    } else if (flights_[slot].op->kind == Kind::store_exclusive) {
      exclusive_ = 0;
    }
  });
}

void Pipeline::retire() {
  for (unsigned retired = 0; retired < width_ && ring_.size() > 0; ++retired) {
    const Slot slot = ring_.head();
    const Flight& flight = flights_[slot];
    if (flight.is_done && flight.is_wrong) {
      stop(slot, why_wrong(flight));
      return;
    }
    if (flight.op->kind == Kind::unknown) {
      stop(slot, "an instruction that the pipeline does not execute");
      return;
    }
    if (!flight.is_done) {
      return;
    }
    commit(slot);
    ring_.pop_oldest();
    changed_ = true;
  }
}

void Pipeline::commit(Slot slot) {
  const Flight& flight = flights_[slot];
  const MicroOp& op = *flight.op;
  if (op.result != Reg::zero) {
    registers_[isa::index(op.result)] = flight.result;
    if (names_[isa::index(op.result)] == slot) {
      names_[isa::index(op.result)] = kNoSlot;
    }
  }
  if (op.writes_flags) {
    registers_[isa::index(Reg::flags)] = flight.flags;
    if (names_[isa::index(Reg::flags)] == slot) {
      names_[isa::index(Reg::flags)] = kNoSlot;
    }
  }
  if (op.kind == Kind::load_exclusive) {
    retired_exclusive_ = flight.number;
    retired_monitor_ = {flight.number, flight.address, flight.foreign};
  } else if (op.kind == Kind::store_exclusive) {
    retired_exclusive_ = 0;
  }
  ++counts_.op_retired;
  counts_.inst_retired += op.is_last ? 1 : 0;
  if (retired_ != nullptr && op.is_last) {
    retired_->push_back(flight.instruction);
  }
  counts_.ld_retired += op.retires_load ? 1 : 0;
  counts_.st_retired += op.retires_store ? 1 : 0;
  counts_.br_retired += op.kind == Kind::branch ? 1 : 0;
  counts_.br_mis_pred_retired += flight.was_mispredicted ? 1 : 0;
  if (observer_ != nullptr) {
    tell_access(flight);
  }
}

void Pipeline::tell_access(const Flight& flight) const {
  const bool is_store = flight.op->kind == Kind::store;
  if (is_store || flight.op->reads_memory()) {
    observer_->on_access(cpu_,
                         {.at = flight.happened,
                          .instruction = flight.instruction,
                          .is_write = is_store,
                          .address = flight.address,
                          .value = is_store ? flight.written : flight.result});
  }
}

/// @pre flight.is_wrong
std::string Pipeline::why_wrong(const Flight& flight) {
  if (flight.op->kind == Kind::branch) {
    return fmt::format("a jump to {:#x}, where no instruction of the program is", flight.address);
  }
  const bool is_aligned = flight.address % flight.bytes() == 0;
  return fmt::format("an access of {} bytes at {:#x}, {}",
                     flight.bytes() * flight.parts(),
                     flight.first_address(),
                     is_aligned ? "where no memory is" : "which is not aligned");
}

/// The program ends here with a fault; what is older has retired.
void Pipeline::stop(Slot slot, std::string what) {
  fault_ = PipelineFault{flights_[slot].instruction, std::move(what)};
  ring_.keep(0);
  open_ = {};
  due_ = {};
  waiting_ = retrying_ = publishing_ = barriers_ = {};
  names_.fill(kNoSlot);
}

void Pipeline::plan_wake() {
  ++counts_.cycles;
  const bool over = fault_.has_value() || (ring_.size() == 0 && !can_fetch());
  if (over) {
    wake_ = kNever;
    return;
  }
  std::uint64_t next = due_.next(now_);
  if (changed_ || !publishing_.empty()) {
    next = now_ + 1;
  } else if (can_fetch() && has_room()) {
    next = std::min(next, std::max(fetch_from_, now_ + 1));
  }
  PMUSIM_EXPECT(next != DueWheel::kNothing, "a pipeline that waits for nothing");
  wake_ = next;
  const std::uint64_t cycles = next - now_ - 1;
  waits_for_room_ = waits_for_room();
  counts_.cycles += cycles;
  (waits_for_room_ ? counts_.stall_backend : counts_.stall_frontend) += cycles;
  (waits_for_room_ ? counts_.stall_slot_backend : counts_.stall_slot_frontend) += cycles * width_;
}

PipelineCounts Pipeline::asleep() const {
  PipelineCounts counts{.cycles = 1};
  (waits_for_room_ ? counts.stall_backend : counts.stall_frontend) = 1;
  (waits_for_room_ ? counts.stall_slot_backend : counts.stall_slot_frontend) = width_;
  return counts;
}

}  // namespace pmusim::memory
