// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/isa/instruction.h"

namespace pmusim::memory {

/// LDADD, LDCLR, LDEOR, LDSET and SWP: a read and a write that always takes place.
constexpr bool is_fetch_and_modify(isa::Op op) {
  return op == isa::Op::swp || op == isa::Op::ldadd || op == isa::Op::ldclr ||
         op == isa::Op::ldeor || op == isa::Op::ldset;
}

constexpr bool is_pair(isa::Op op) {
  return op == isa::Op::load_pair || op == isa::Op::store_pair;
}

/// A read that is no part of an atomic.
constexpr bool is_plain_load(isa::Op op) {
  return op == isa::Op::load || op == isa::Op::load_pair;
}

constexpr bool reads_memory(isa::Op op) {
  return op == isa::Op::load || op == isa::Op::load_pair || op == isa::Op::load_exclusive ||
         op == isa::Op::cas || is_fetch_and_modify(op);
}

constexpr bool writes_memory(isa::Op op) {
  return op == isa::Op::store || op == isa::Op::store_pair || op == isa::Op::store_exclusive ||
         op == isa::Op::cas || is_fetch_and_modify(op);
}

constexpr bool is_select(isa::Op op) {
  return op == isa::Op::csel || op == isa::Op::csinc || op == isa::Op::csinv ||
         op == isa::Op::csneg;
}

/// A branch with two ways on, of which a value decides.
constexpr bool is_conditional(isa::Op op) {
  return op == isa::Op::b_cond || op == isa::Op::cbz || op == isa::Op::cbnz || op == isa::Op::tbz ||
         op == isa::Op::tbnz;
}

/// EOR, SUB or BIC of a register with itself: 0 whatever the register holds. The dependency on the
/// register stays.
constexpr bool is_zero_idiom(const isa::Instruction& instruction) {
  const isa::Op op = instruction.op;
  return (op == isa::Op::eor || op == isa::Op::sub || op == isa::Op::bic) &&
         instruction.operand == isa::Operand::shifted_register && instruction.n == instruction.m &&
         instruction.amount == 0;
}

/// Whether the read of this instruction gives a register its value. An atomic to the zero register
/// does not ("NoRet"): it is no load for DMB LD, and its acquire has no effect. A plain load to the
/// zero register stays a load.
constexpr bool read_has_result(const isa::Instruction& instruction) {
  if (instruction.op == isa::Op::cas) {
    return instruction.m != isa::Reg::zero;
  }
  return !is_fetch_and_modify(instruction.op) || instruction.d != isa::Reg::zero;
}

}  // namespace pmusim::memory
