// SPDX-License-Identifier: Apache-2.0
#include "models/memory/thread_program.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "models/memory/operations.h"
#include "models/memory/static_addresses.h"

namespace pmusim::memory {
namespace {

std::optional<std::string> not_modelled(const isa::Instruction& instruction) {
  switch (instruction.op) {
    case isa::Op::mrs:
    case isa::Op::msr:
      return "system registers are not modelled here";
    case isa::Op::svc:
    case isa::Op::hvc:
    case isa::Op::eret:
      return "exceptions are not modelled here";
    case isa::Op::dmb:
    case isa::Op::dsb:
      if (instruction.domain == isa::BarrierDomain::non_shareable) {
        return "non-shareable barriers are not modelled here: all threads are in one shareability "
               "domain";
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

bool leaves(const isa::Program& program, unsigned index) {
  const isa::Instruction& instruction = program.code[index];
  if (isa::kind_of(instruction.op) != isa::OpKind::branch || isa::is_indirect(instruction.op)) {
    return false;
  }
  const std::int64_t target = static_cast<std::int64_t>(index) + instruction.imm / 4;
  return target < 0 || target > static_cast<std::int64_t>(program.code.size());
}

/// Whether something may flow out of the instruction that only decided a value, or out of its store
/// that its own read returned.
bool picks_or_computes(isa::Op op) {
  return is_select(op) || op == isa::Op::cas || op == isa::Op::ldadd || op == isa::Op::ldclr ||
         op == isa::Op::ldeor || op == isa::Op::ldset;
}

}  // namespace

std::string ThreadProgram::where(unsigned index) const {
  return fmt::format("P{}:{}", number_, index);
}

Result<ThreadProgram> ThreadProgram::of(unsigned number,
                                        const Thread& thread,
                                        const LocationTable& locations,
                                        RegisterSet observed,
                                        bool forget_final) {
  ThreadProgram result;
  result.number_ = number;
  result.thread_ = &thread;
  result.observed_ = observed;
  result.forget_final_ = forget_final;
  for (unsigned i = 0; i < thread.program.code.size(); ++i) {
    const isa::Instruction& instruction = thread.program.code[i];
    if (const auto why = not_modelled(instruction)) {
      return fail(ErrorCode::not_modelled,
                  result.where(i),
                  fmt::format("{}: {}", isa::to_text(instruction), *why));
    }
    if (leaves(thread.program, i)) {
      return fail(
          ErrorCode::invalid_input,
          result.where(i),
          fmt::format("{}: the target lies outside the program", isa::to_text(instruction)));
    }
    result.picks_ |= picks_or_computes(instruction.op);
    result.flows_.emplace_back(instruction);
    result.next_.push_back(successors(thread.program, i));
  }
  result.accessed_ = static_locations(thread, locations);
  result.analyse();
  return result;
}

/// Whether it is a conditional branch to the next instruction: it orders, and decides nothing.
bool ThreadProgram::leads_on(unsigned index) const {
  return is_conditional(instruction(index).op) && instruction(index).imm == 4;
}

/// What holds before instruction `index`, from what holds after it.
ThreadProgram::Point ThreadProgram::flow_back(unsigned index) const {
  const isa::Op op = instruction(index).op;
  Point point;
  for (const unsigned successor : next_[index]) {
    const Point& after = points_[successor];
    point.live |= after.live;
    point.kept |= after.kept;
    point.written |= after.written;
    point.reads |= after.reads;
    point.writes |= after.writes;
    point.needs_monitor |= after.needs_monitor;
    point.awaits_loads |= after.awaits_loads;
  }
  const RegisterSet wanted = point.live | point.kept;
  bool has_wanted_result = false;
  for (const isa::Reg reg : flows_[index].results()) {
    has_wanted_result |= (wanted & register_bit(reg)) != 0;
    point.live &= ~register_bit(reg);
    point.kept &= ~register_bit(reg);
    point.written |= register_bit(reg);
  }
  if (has_wanted_result || (isa::kind_of(op) != isa::OpKind::arithmetic && !leads_on(index))) {
    for (const isa::Source& source : flows_[index].sources()) {
      point.live |= register_bit(source.reg);
    }
  }
  if (reads_memory(op)) {
    point.reads |= accessed_[index];
  }
  if (writes_memory(op)) {
    point.writes |= accessed_[index];
  }
  if (op == isa::Op::load_exclusive) {
    point.needs_monitor = false;
  }
  if (op == isa::Op::store_exclusive) {
    point.needs_monitor = true;
  }
  if (op == isa::Op::dmb || op == isa::Op::dsb) {
    point.awaits_loads |= instruction(index).types != isa::BarrierTypes::stores;
  }
  return point;
}

bool ThreadProgram::ignores_read(unsigned index, unsigned part) const {
  const isa::Instruction& of = instruction(index);
  const bool only_loads = of.op == isa::Op::load || of.op == isa::Op::load_pair ||
                          of.op == isa::Op::load_exclusive || of.op == isa::Op::swp;
  const isa::Reg result = of.op == isa::Op::load_pair && part == 1 ? of.t2 : of.d;
  return only_loads &&
         ((points_[index + 1].live | points_[index + 1].kept) & register_bit(result)) == 0;
}

bool ThreadProgram::holds_no_loads(unsigned index) const {
  const isa::Instruction& of = instruction(index);
  return is_plain_load(of.op) && of.acquire == isa::Acquire::none &&
         !points_[index + 1].awaits_loads;
}

/// Goes back through the code until nothing changes.
void ThreadProgram::analyse() {
  points_.assign(size() + 1, {});
  points_[size()].kept = observed_;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned index = size(); index-- > 0;) {
      const Point point = flow_back(index);
      changed |= !(point == points_[index]);
      points_[index] = point;
    }
  }
  for (Point& point : points_) {
    point.live |= forget_final_ ? point.kept & point.written : point.kept;
  }
}

}  // namespace pmusim::memory
