// SPDX-License-Identifier: Apache-2.0
//
// A register that an instruction does not have is the zero register, which is never listed: so the
// groups below need no case for each form.
#include "models/isa/dataflow.h"

namespace pmusim::isa {

void Dataflow::reads(Reg reg, Use use) {
  if (reg != Reg::zero) {
    sources_.at(source_count_++) = {reg, use};
  }
}

void Dataflow::writes(Reg reg) {
  if (reg != Reg::zero) {
    results_.at(result_count_++) = reg;
  }
}

void Dataflow::of_arithmetic(const Instruction& instruction) {
  const Op op = instruction.op;
  if (op == Op::movk || op == Op::bfm) {
    reads(instruction.d, Use::operand);
  }
  reads(instruction.n, Use::operand);
  reads(instruction.m, Use::operand);
  if (op == Op::csel || op == Op::csinc || op == Op::csinv || op == Op::csneg) {
    reads(Reg::flags, Use::selection);
  }
  writes(instruction.d);
  if (instruction.sets_flags) {
    writes(Reg::flags);
  }
}

void Dataflow::of_branch(const Instruction& instruction) {
  if (instruction.op == Op::b_cond) {
    reads(Reg::flags, Use::decision);
  }
  reads(instruction.n, Use::decision);
  if (instruction.op == Op::bl || instruction.op == Op::blr) {
    writes(Reg::x30);
  }
}

void Dataflow::of_memory(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::store:
    case Op::store_pair:
      reads(instruction.d, Use::data);
      reads(instruction.t2, Use::data);
      break;
    case Op::store_exclusive:
      reads(instruction.d, Use::data);
      writes(instruction.m);
      break;
    case Op::cas:
      reads(instruction.m, Use::compare);
      reads(instruction.d, Use::data);
      writes(instruction.m);
      break;
    case Op::load:
    case Op::load_pair:
    case Op::load_exclusive:
      writes(instruction.d);
      writes(instruction.t2);
      break;
    default:  // SWP, LDADD and the like
      reads(instruction.m, Use::data);
      writes(instruction.d);
      break;
  }
  reads(instruction.n, Use::address);
  if (instruction.operand == Operand::extended_register) {
    reads(instruction.m, Use::address);
  }
  if (instruction.indexing != Indexing::offset) {
    writes(instruction.n);
  }
}

void Dataflow::of_system(const Instruction& instruction) {
  const bool moves_flags = instruction.sysreg == kNzcv;
  if (instruction.op == Op::mrs) {
    if (moves_flags) {
      reads(Reg::flags, Use::operand);
    }
    writes(instruction.d);
  }
  if (instruction.op == Op::msr) {
    reads(instruction.d, Use::operand);
    if (moves_flags) {
      writes(Reg::flags);
    }
  }
}

Dataflow::Dataflow(const Instruction& instruction) {
  switch (kind_of(instruction.op)) {
    case OpKind::arithmetic:
      of_arithmetic(instruction);
      break;
    case OpKind::branch:
      of_branch(instruction);
      break;
    case OpKind::memory:
      of_memory(instruction);
      break;
    case OpKind::system:
      of_system(instruction);
      break;
  }
}

}  // namespace pmusim::isa
