// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/random_operands.h"

#include <algorithm>

namespace pmusim::test {
namespace {

using isa::Op;
using isa::Reg;

// Registers of a thread: X0 to X3 addresses, X4 to X6 constants, then results, pointers and
// temporaries, used in turn, and one that lasts.
constexpr unsigned kFirstConstant = 4;
constexpr unsigned kConstants = 3;
constexpr unsigned kFirstResult = 7;
constexpr unsigned kResults = 8;
constexpr unsigned kFirstPointer = 15;
constexpr unsigned kPointers = 3;
constexpr unsigned kFirstTemporary = 18;
constexpr unsigned kTemporaries = 12;
constexpr Reg kLasting = Reg::x30;

}  // namespace

RandomOperands::RandomOperands(Draw& draw,
                               const ProgramShape& shape,
                               const std::vector<memory::Location>& locations)
    : draw_{draw}, shape_{shape} {
  for (unsigned number = 0; number < locations.size(); ++number) {
    thread_.registers[number] = locations[number].address;
  }
  for (unsigned number = 0; number < kConstants; ++number) {
    thread_.registers[kFirstConstant + number] = draw.between(1, 3);
  }
  for (unsigned number = 0; number < kResults; ++number) {
    thread_.registers[kFirstResult + number] = draw.pick<std::uint64_t>({0, 0, 1, 2});
  }
  for (unsigned number = 0; number < kPointers; ++number) {
    thread_.registers[kFirstPointer + number] = locations[draw.below(shape.data_locations)].address;
  }
}

Reg RandomOperands::temporary() {
  return isa::x(kFirstTemporary + next_temporary_++ % kTemporaries);
}

void RandomOperands::note_result(Reg reg) {
  if (std::ranges::find(results_, reg) == results_.end()) {
    results_.push_back(reg);
  }
}

Reg RandomOperands::result() {
  const Reg reg = isa::x(kFirstResult + next_result_++ % kResults);
  note_result(reg);
  loaded_.push_back(reg);
  return reg;
}

Reg RandomOperands::pointer_result() {
  const Reg reg = isa::x(kFirstPointer + next_pointer_++ % kPointers);
  note_result(reg);
  pointers_.push_back(reg);
  return reg;
}

Reg RandomOperands::constant() {
  return isa::x(kFirstConstant + static_cast<unsigned>(draw_.below(kConstants)));
}

Reg RandomOperands::loaded() {
  if (loaded_.empty()) {
    return constant();
  }
  return draw_.one_in(shape_.dependent ? 10 : 4) ? loaded_[draw_.below(loaded_.size())]
                                                 : loaded_.back();
}

/// Zero, but computed from something loaded: a number or, if there is one, an address.
Reg RandomOperands::false_dependency() {
  const bool of_pointer = !pointers_.empty() && (loaded_.empty() || draw_.one_in(3));
  const Reg from = of_pointer ? pointers_.back() : loaded();
  const Reg zero = temporary();
  emit({.op = Op::eor,
        .wide = of_pointer || shape_.wide,
        .operand = isa::Operand::shifted_register,
        .d = zero,
        .n = from,
        .m = from});
  return zero;
}

void RandomOperands::add(Reg result, Reg first, Reg second, bool wide) {
  emit({.op = Op::add,
        .wide = wide,
        .operand = isa::Operand::shifted_register,
        .d = result,
        .n = first,
        .m = second});
}

Reg RandomOperands::data() {
  const bool independent = loaded_.empty() && pointers_.empty();
  if (independent || draw_.one_in(shape_.dependent ? 8 : 3)) {
    return constant();
  }
  if (draw_.one_in(2)) {
    return loaded();
  }
  const Reg zero = false_dependency();
  const Reg result = temporary();
  add(result, zero, constant(), shape_.wide);
  return result;
}

Reg RandomOperands::compared() {
  if (loaded_.empty() || draw_.one_in(3)) {
    return result();
  }
  const Reg reg = draw_.one_in(2) ? loaded() : false_dependency();
  note_result(reg);
  loaded_.push_back(reg);
  return reg;
}

Reg RandomOperands::pointer() {
  if (!pointers_.empty() && draw_.one_in(3)) {
    return pointers_.back();
  }
  return isa::x(static_cast<unsigned>(draw_.below(shape_.data_locations)));
}

Reg RandomOperands::address() {
  if (!pointers_.empty() && !draw_.one_in(3)) {
    return pointers_.back();
  }
  if (loaded_.empty() || !draw_.one_in(shape_.dependent ? 2 : 3)) {
    return location_base();
  }
  const Reg zero = false_dependency();
  const Reg result = temporary();
  add(result, location_base(), zero, true);
  return result;
}

Reg RandomOperands::lasting_address() {
  const Reg found = address();
  if (found < isa::x(kFirstTemporary)) {
    return found;
  }
  add(kLasting, found, Reg::zero, true);
  return kLasting;
}

void RandomOperands::address_with_offset(isa::Instruction& instruction) {
  if (loaded_.empty() || !pointers_.empty() || !draw_.one_in(shape_.dependent ? 2 : 3)) {
    instruction.n = address();
    return;
  }
  instruction.operand = isa::Operand::extended_register;
  instruction.extend = draw_.one_in(2) ? isa::Extend::uxtx : isa::Extend::sxtw;
  instruction.m = false_dependency();
  instruction.n = location_base();
}

}  // namespace pmusim::test
