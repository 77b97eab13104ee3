// SPDX-License-Identifier: Apache-2.0
#include "models/isa/unpredictable.h"

namespace pmusim::isa {
namespace {

std::string_view of_status(const Instruction& instruction) {
  if (instruction.m == instruction.d) {
    return "the register stored and the status are one";
  }
  return instruction.m == instruction.n ? "the base and the status are one" : "";
}

}  // namespace

std::string_view why_unpredictable(const Instruction& instruction) {
  const bool is_pair = instruction.op == Op::load_pair || instruction.op == Op::store_pair;
  if (instruction.op == Op::store_exclusive) {
    return of_status(instruction);
  }
  if (instruction.op == Op::load_pair && instruction.d == instruction.t2) {
    return "both registers loaded are one";
  }
  const bool has_base_as_data =
      instruction.n == instruction.d || (is_pair && instruction.n == instruction.t2);
  return instruction.indexing != Indexing::offset && has_base_as_data
             ? "the base is written back and is a register loaded or stored"
             : "";
}

}  // namespace pmusim::isa
