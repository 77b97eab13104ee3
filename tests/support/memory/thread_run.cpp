// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/thread_run.h"

#include "models/isa/dataflow.h"
#include "tests/support/memory/thread_machine.h"

namespace pmusim::test {
namespace {

/// Moves and arithmetic: every operand flows into every result.
bool step_arithmetic(ThreadMachine& machine) {
  const isa::Instruction& instruction = machine.instruction();
  const isa::Operands in{.n = machine.value(instruction.n),
                         .m = machine.value(instruction.m),
                         .d = machine.value(instruction.d),
                         .flags = machine.value(isa::Reg::flags)};
  const isa::Computed out = isa::compute(instruction, in, machine.address());
  const isa::Dataflow flow{instruction};
  std::vector<MaybeEvent> operands;
  for (const isa::Source& source : flow.sources()) {
    operands.push_back(machine.read_register(source.reg));
  }
  for (const isa::Reg result : flow.results()) {
    const MaybeEvent written =
        machine.write_register(result, result == isa::Reg::flags ? out.flags : out.value);
    for (const MaybeEvent& operand : operands) {
      machine.data(operand, written);
    }
  }
  machine.next();
  return true;
}

/// CSEL and friends: the flags decide which operand flows on, the other one plays no part.
bool step_select(ThreadMachine& machine) {
  const isa::Instruction& instruction = machine.instruction();
  const std::uint64_t flags = machine.value(isa::Reg::flags);
  const isa::Reg picked = isa::holds(instruction.condition, flags) ? instruction.n : instruction.m;
  const isa::Operands in{.n = machine.value(instruction.n),
                         .m = machine.value(instruction.m),
                         .d = machine.value(instruction.d),
                         .flags = flags};
  const std::uint64_t value = isa::compute(instruction, in, machine.address()).value;
  const MaybeEvent condition = machine.read_register(isa::Reg::flags);
  const std::size_t pick = machine.add({.kind = EventKind::pick});
  const MaybeEvent operand = machine.read_register(picked);
  const MaybeEvent result = machine.write_register(instruction.d, value);
  machine.data(condition, pick);
  machine.control(pick, result);
  machine.data(operand, result);
  machine.next();
  return true;
}

/// Backward branches are not covered.
bool step_branch(ThreadMachine& machine) {
  const isa::Instruction& instruction = machine.instruction();
  const auto target = machine.forward_target(instruction.imm);
  if (!target) {
    return false;
  }
  std::uint64_t tested = 0;
  const isa::Dataflow flow{instruction};
  for (const isa::Source& source : flow.sources()) {
    tested = machine.value(source.reg);
    const MaybeEvent operand = machine.read_register(source.reg);
    machine.data(operand, machine.add({.kind = EventKind::branch}));
  }
  if (isa::taken(instruction, tested)) {
    machine.go_to(*target);
  } else {
    machine.next();
  }
  return true;
}

/// What a barrier of the non-shareable domain orders is not covered.
bool step_barrier(ThreadMachine& machine) {
  const isa::Instruction& instruction = machine.instruction();
  if (instruction.domain == isa::BarrierDomain::non_shareable) {
    return false;
  }
  machine.add({.kind = EventKind::barrier, .barrier = instruction.op, .types = instruction.types});
  machine.next();
  return true;
}

bool step_nothing(ThreadMachine& machine) {
  machine.next();
  return true;
}

/// An instruction that can go one way only.
bool step_once(bool (*execute)(ThreadMachine&),
               const ThreadMachine& machine,
               std::vector<ThreadMachine>& successors) {
  ThreadMachine after{machine};
  const bool covered = execute(after);
  successors.push_back(std::move(after));
  return covered;
}

bool selects(isa::Op op) {
  using enum isa::Op;
  return op == csel || op == csinc || op == csinv || op == csneg;
}

/// Calls and returns are not covered.
bool jumps(isa::Op op) {
  using enum isa::Op;
  return op != bl && op != br && op != blr && op != ret;
}

bool orders(isa::Op op) {
  return op == isa::Op::dmb || op == isa::Op::dsb || op == isa::Op::isb;
}

/// Appends to `successors` a machine for each way in which the current instruction may go; there
/// may be none. False when the instruction is not covered.
bool step(const ThreadMachine& machine, std::vector<ThreadMachine>& successors) {
  const isa::Op op = machine.instruction().op;
  switch (kind_of(op)) {
    case isa::OpKind::arithmetic:
      return step_once(selects(op) ? step_select : step_arithmetic, machine, successors);
    case isa::OpKind::branch:
      return jumps(op) && step_once(step_branch, machine, successors);
    case isa::OpKind::memory:
      return step_access(machine, successors);
    case isa::OpKind::system:
      return (orders(op) && step_once(step_barrier, machine, successors)) ||
             (op == isa::Op::nop && step_once(step_nothing, machine, successors));
  }
  return false;
}

}  // namespace

std::optional<std::vector<ThreadRun>> runs_of(const memory::Thread& thread,
                                              const std::vector<memory::Location>& locations,
                                              const ForeignValues& foreign,
                                              std::size_t limit) {
  std::vector<ThreadRun> runs;
  std::vector<ThreadMachine> open{ThreadMachine{thread, locations, foreign}};
  while (!open.empty()) {
    const ThreadMachine machine = std::move(open.back());
    open.pop_back();
    if (machine.finished()) {
      runs.push_back(machine.run());
    } else if (!step(machine, open)) {
      return std::nullopt;
    }
    if (runs.size() > limit) {
      return std::nullopt;
    }
  }
  return runs;
}

}  // namespace pmusim::test
