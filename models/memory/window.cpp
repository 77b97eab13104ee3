// SPDX-License-Identifier: Apache-2.0
//
// Fetching, registers, arithmetic and branches; accesses stand in window_memory.cpp.
#include "models/memory/window.h"

#include "models/memory/operations.h"
#include "models/memory/window_fetch.h"

namespace pmusim::memory {
namespace {

/// Flags with which `condition` holds, or does not.
std::uint64_t flags_for(isa::Condition condition, bool wanted) {
  for (std::uint64_t nzcv = 0; nzcv < 16; ++nzcv) {
    const std::uint64_t flags = nzcv << isa::kFlagV;
    if (isa::holds(condition, flags) == wanted) {
      return flags;
    }
  }
  return 0;
}

}  // namespace

void Window::start(const ThreadState& state, std::span<const Decision> decisions) {
  PMUSIM_EXPECT(decisions.size() <= kMaxDecisions, "more decisions than a run can be given");
  state_ = &state;
  decisions_ = decisions;
  for (unsigned r = 0; r < isa::kRegs; ++r) {
    registers_[r] = {.bits = state.registers[r]};
  }
  order_ = ThreadOrder{program_.picks()};
  slots_.clear();
  accesses_.clear();
  pending_ = {};
  last_store_.assign(locations_.count(), Access::kNothing);
  accesses_to_.assign(locations_.count(), {});
  instances_of_.assign(program_.size(), 0);
  last_unknown_store_ = Access::kNothing;
  monitor_of_state_ = state.monitor.set;
  monitor_ = Access::kNothing;
  path_ = 0;
  next_ = state.next;
  options_.clear();
}

void Window::run(const ThreadState& state, std::span<const Decision> decisions) {
  start(state, decisions);
  if (state.standing != Standing::running) {
    stop_ = Stop::end;
    return;
  }
  while (fetch()) {
  }
}

/// Fetches one instruction. False when fetching ends here, `stop_` says why.
bool Window::fetch() {
  if (next_ >= program_.size()) {
    stop_ = Stop::end;
    return false;
  }
  // Whatever comes before all younger accesses is pending: nothing younger can take place.
  if (order_.before_all().intersects(pending_)) {
    stop_ = Stop::held;
    return false;
  }
  if (instances_of_[next_] >= instances_) {
    stop_ = Stop::instances;
    return false;
  }
  if (accesses_.size() + 2 > BitSet::kCapacity) {
    stop_ = Stop::full;
    return false;
  }
  Fetch fetch{.instruction = program_.instruction(next_),
              .flow = program_.flow(next_),
              .slot = static_cast<unsigned>(slots_.size()),
              .note = state_->note(static_cast<unsigned>(slots_.size())),
              .result = {}};
  fetch.result.index = next_;
  fetch.result.next = next_ + 1;
  fetch.result.first_access = static_cast<unsigned>(accesses_.size());
  if (!execute(fetch)) {
    return false;
  }
  finish(fetch);
  return true;
}

bool Window::execute(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  switch (isa::kind_of(instruction.op)) {
    case isa::OpKind::arithmetic:
      is_select(instruction.op) ? select(fetch) : compute(fetch);
      return true;
    case isa::OpKind::branch:
      return branch(fetch);
    case isa::OpKind::memory:
      return memory(fetch);
    case isa::OpKind::system:
      if (instruction.op == isa::Op::isb) {
        order_.instruction_barrier();
      } else if (instruction.op != isa::Op::nop) {
        order_.barrier(instruction.op, instruction.types);
      }
      return true;
  }
  return true;
}

void Window::finish(Fetch& fetch) {
  fetch.result.accesses = static_cast<unsigned>(accesses_.size()) - fetch.result.first_access;
  ++instances_of_[fetch.result.index];
  next_ = fetch.result.next;
  slots_.push_back(fetch.result);
}

Window::Register Window::read(isa::Reg reg) const {
  return reg == isa::Reg::zero ? Register{} : registers_[isa::index(reg)];
}

void Window::write(Fetch& fetch, isa::Reg reg, const Register& value) {
  if (reg == isa::Reg::zero) {
    return;
  }
  registers_[isa::index(reg)] = value;
  fetch.result.results.at(fetch.result.result_count++) = {reg, value.bits, value.known};
}

void Window::compute(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  Register result;
  for (const isa::Source& source : fetch.flow.sources()) {
    const Register value = read(source.reg);
    result.known &= value.known;
    result.undecided |= value.undecided;
    result.decisions |= value.decisions;
    result.from |= value.from;
  }
  isa::Operands in;
  if (is_zero_idiom(instruction)) {
    result.known = true;  // with any operand; and the dependency stays
  } else {
    in = {.n = read(instruction.n).bits,
          .m = read(instruction.m).bits,
          .d = read(instruction.d).bits,
          .flags = read(isa::Reg::flags).bits};
  }
  const isa::Computed computed =
      isa::compute(instruction, in, program_.address(fetch.result.index));
  if (instruction.sets_flags) {
    Register flags = result;
    flags.bits = computed.flags;
    write(fetch, isa::Reg::flags, flags);
  }
  result.bits = computed.value;
  write(fetch, instruction.d, result);
}

/// A conditional select: the dependency on the flags is a pick dependency. While they are not known
/// its result is undecided, unless the run was told a side.
void Window::select(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  const Register flags = read(isa::Reg::flags);
  const bool always =
      instruction.condition == isa::Condition::al || instruction.condition == isa::Condition::nv;
  Register result;
  Side side = fetch.note.side;
  fetch.result.decides = true;
  if (always || flags.known) {
    side = isa::holds(instruction.condition, flags.bits) ? Side::first : Side::second;
    fetch.result.actual = side;
    result.decisions = always ? 0 : flags.decisions;
  } else if (side == Side::open) {
    side = decided(fetch.slot, &Decision::side, result.decisions);
  }
  const Register first = read(instruction.n);
  const Register second = read(instruction.m);
  if (side == Side::open) {
    fetch.result.is_open_select = true;
    result.known = false;
    result.undecided = true;
    result.from = first.from | second.from;
  } else {
    const Register& picked = side == Side::first ? first : second;
    result.known = picked.known;
    result.undecided = picked.undecided;
    result.decisions |= picked.decisions;
    result.from = picked.from;
    const std::uint64_t seen = flags_for(instruction.condition, side == Side::first);
    result.bits =
        isa::compute(instruction, {.n = first.bits, .m = second.bits, .d = 0, .flags = seen}, 0)
            .value;
  }
  if (!always) {
    result.from.pick |= flags.from.pick;
  }
  write(fetch, instruction.d, result);
}

bool Window::branch(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  if (isa::is_indirect(instruction.op)) {
    return jump(fetch);
  }
  const auto target =
      static_cast<unsigned>(static_cast<std::int64_t>(fetch.result.index) + instruction.imm / 4);
  if (!is_conditional(instruction.op)) {
    if (instruction.op == isa::Op::bl) {
      write(fetch, isa::Reg::x30, {.bits = program_.address(fetch.result.index + 1)});
    }
    fetch.result.next = target;
    return true;
  }
  const isa::Reg tested = instruction.op == isa::Op::b_cond ? isa::Reg::flags : instruction.n;
  const Register operand = read(tested);
  if (target == fetch.result.index + 1) {
    // Both ways lead to the next instruction; the control dependency is there nevertheless.
    order_.branch(operand.from.pick);
    return true;
  }
  Side side = fetch.note.side;
  fetch.result.decides = true;
  if (operand.known) {
    side = isa::taken(instruction, operand.bits) ? Side::first : Side::second;
    fetch.result.actual = side;
    path_ |= operand.decisions;
  } else if (side == Side::open) {
    side = decided(fetch.slot, &Decision::side, path_);
    if (side == Side::open) {
      stop_ = Stop::branch;
      return false;
    }
  }
  order_.branch(operand.from.pick);
  fetch.result.next = side == Side::first ? target : fetch.result.index + 1;
  return true;
}

/// BR, BLR and RET: the target must be known.
bool Window::jump(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  const Register target = read(instruction.n);
  const auto index = program_.index_of(target.bits);
  if (!target.known || !index) {
    stop_ = target.known ? Stop::nowhere : Stop::target;
    return false;
  }
  path_ |= target.decisions;
  if (instruction.op == isa::Op::blr) {
    write(fetch, isa::Reg::x30, {.bits = program_.address(fetch.result.index + 1)});
  }
  order_.branch(target.from.pick);
  fetch.result.next = static_cast<unsigned>(*index);
  return true;
}

}  // namespace pmusim::memory
