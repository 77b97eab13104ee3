// SPDX-License-Identifier: Apache-2.0
#include "models/cpu/walker.h"

#include <algorithm>
#include <utility>

namespace pmusim {

using isa::Indexing;
using isa::Instruction;
using isa::Op;
using isa::Reg;

namespace {

/// On a CPU that does one thing after the other.
bool has_no_effect(Op op) {
  return op == Op::dmb || op == Op::dsb || op == Op::isb || op == Op::nop;
}

}  // namespace

Walker::Walker(const isa::Program& program, const std::array<std::uint64_t, 31>& registers)
    : program_{&program} {
  std::ranges::copy(registers, registers_.begin());
  end_ = program.code.empty() ? End::finished : End::running;
}

Walker::End Walker::step() {
  if (end_ != End::running) {
    return end_;
  }
  const Instruction& instruction = program_->code[at_];
  const std::size_t here = std::exchange(at_, at_ + 1);
  execute(instruction);
  if (end_ != End::running) {
    at_ = here;
    return end_;
  }
  ++counts_.inst_retired;
  if (at_ >= program_->code.size()) {
    at_ = program_->code.size();
    end_ = End::finished;
  }
  return end_;
}

void Walker::execute(const Instruction& instruction) {
  switch (isa::kind_of(instruction.op)) {
    case isa::OpKind::arithmetic:
      arithmetic(instruction);
      break;
    case isa::OpKind::branch:
      branch(instruction);
      break;
    case isa::OpKind::memory:
      access(instruction);
      break;
    case isa::OpKind::system:
      end_ = has_no_effect(instruction.op) ? end_ : End::not_walkable;
      break;
  }
}

void Walker::arithmetic(const Instruction& instruction) {
  const isa::Operands in{.n = value(instruction.n),
                         .m = value(instruction.m),
                         .d = value(instruction.d),
                         .flags = value(Reg::flags)};
  const isa::Computed out = isa::compute(instruction, in, program_->base + 4 * (at_ - 1));
  set(instruction.d, out.value);
  if (instruction.sets_flags) {
    set(Reg::flags, out.flags);
  }
}

void Walker::branch(const Instruction& instruction) {
  const std::uint64_t pc = program_->base + 4 * (at_ - 1);
  const Reg tested = instruction.op == Op::b_cond ? Reg::flags : instruction.n;
  std::uint64_t target = pc + 4;
  if (isa::is_indirect(instruction.op)) {
    target = value(instruction.n);
  } else if (isa::taken(instruction, value(tested))) {
    target = pc + static_cast<std::uint64_t>(instruction.imm);
  }
  const auto index = program_->index_of(target);
  if (!index) {
    end_ = End::nowhere;
    return;
  }
  if (instruction.op == Op::bl || instruction.op == Op::blr) {
    set(Reg::x30, pc + 4);
  }
  ++counts_.br_retired;
  at_ = *index;
}

void Walker::access(const Instruction& instruction) {
  const std::uint64_t base = value(instruction.n);
  const bool has_offset = instruction.op == Op::load || instruction.op == Op::store ||
                          instruction.op == Op::load_pair || instruction.op == Op::store_pair;
  const std::uint64_t address =
      base + (has_offset ? isa::address_offset(instruction, value(instruction.m)) : 0);
  if (address % isa::access_size(instruction) != 0) {
    end_ = End::misaligned;
    return;
  }
  access_words(instruction, address);
  if (instruction.indexing != Indexing::offset) {
    set(instruction.n, base + static_cast<std::uint64_t>(instruction.imm));
  }
}

void Walker::access_words(const Instruction& instruction, std::uint64_t address) {
  const unsigned bytes = isa::access_size(instruction);
  switch (instruction.op) {
    case Op::load:
      set(instruction.d, read(address, bytes));
      break;
    case Op::load_exclusive:
      set(instruction.d, read(address, bytes));
      monitored_ = address;
      is_monitoring_ = true;
      break;
    case Op::load_pair: {
      const std::uint64_t first = read(address, bytes);
      const std::uint64_t second = read(address + bytes, bytes);
      set(instruction.d, first);
      set(instruction.t2, second);
      break;
    }
    case Op::store:
      write(address, bytes, value(instruction.d));
      break;
    case Op::store_pair:
      write(address, bytes, value(instruction.d));
      write(address + bytes, bytes, value(instruction.t2));
      break;
    case Op::store_exclusive:
      store_exclusive(instruction, address);
      break;
    default:
      atomic(instruction, address);
      break;
  }
}

void Walker::store_exclusive(const Instruction& instruction, std::uint64_t address) {
  const bool succeeds = std::exchange(is_monitoring_, false) && monitored_ == address;
  if (succeeds) {
    write(address, isa::access_size(instruction), value(instruction.d));
  }
  set(instruction.m, succeeds ? 0 : 1);
}

/// CAS compares with Rs and returns there; the others operate with Rs and return in Rt.
void Walker::atomic(const Instruction& instruction, std::uint64_t address) {
  const unsigned bytes = isa::access_size(instruction);
  const std::uint64_t old = read(address, bytes);
  if (instruction.op != Op::cas) {
    write(address, bytes, isa::atomic_result(instruction, old, value(instruction.m)));
    set(instruction.d, old);
    return;
  }
  const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : 0xffff'ffffU;
  if (old == (value(instruction.m) & mask)) {
    write(address, bytes, value(instruction.d));
  }
  set(instruction.m, old);
}

std::uint64_t Walker::read(std::uint64_t address, unsigned bytes) {
  ++counts_.mem_access_rd;
  return memory_.read(address, bytes);
}

void Walker::write(std::uint64_t address, unsigned bytes, std::uint64_t value) {
  ++counts_.mem_access_wr;
  memory_.write(address, bytes, value);
}

void Walker::set(Reg reg, std::uint64_t value) {
  if (reg != Reg::zero) {
    registers_[isa::index(reg)] = value;
  }
}

}  // namespace pmusim
