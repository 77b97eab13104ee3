// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/random_thread.h"

#include <numeric>

namespace pmusim::test {

using isa::Op;
using isa::Reg;

ThreadWriter::ThreadWriter(Draw& draw,
                           const ProgramShape& shape,
                           const ActionWeights& weights,
                           const std::vector<memory::Location>& locations)
    : draw_{draw},
      shape_{shape},
      weights_{weights},
      has_pointer_location_{locations.size() > shape.data_locations},
      operands_{draw, shape, locations} {}

memory::Thread ThreadWriter::write(unsigned actions, unsigned first, unsigned last) {
  for (unsigned number = 0; number < actions; ++number) {
    const bool at_end = number + 1 == actions;
    if (number == 0 || at_end) {
      operands_.go_to(number == 0 ? first : last);
      act(draw_.one_in(3) ? next_action() : end_action());
    } else {
      go_on();
      act(next_action());
    }
    if (exclusive_ && (at_end || draw_.one_in(2))) {
      finish_exclusive();
    }
    come_to_target();
  }
  if (branch_) {
    set_target(*branch_);
  }
  return operands_.thread();
}

/// Where a thread begins and ends it should meet another one.
Action ThreadWriter::end_action() {
  using enum Action;
  const auto plain = {Action::load, Action::store};
  if (draw_.one_in(shape_.dependent ? 4 : 2)) {
    return draw_.pick({load_acquire, store_release, Action::atomic, Action::cas});
  }
  return draw_.pick<Action>(plain);
}

/// Chooses the location of the next action: that of the last one, or another; in a chain of
/// dependencies mostly one that no other thread is busy with.
void ThreadWriter::go_on() {
  if (shape_.dependent && !draw_.one_in(3)) {
    operands_.go_to(shape_.data_locations - 1);
  } else if (draw_.one_in(2)) {
    operands_.go_to(static_cast<unsigned>(draw_.below(shape_.data_locations)));
  }
}

memory::Thread ThreadWriter::write_ordered(unsigned first, unsigned last) {
  operands_.go_to(first);
  act(draw_.pick({Action::load, Action::store}));
  operands_.emit(
      {.op = Op::dmb, .types = isa::BarrierTypes::all, .domain = isa::BarrierDomain::full_system});
  operands_.go_to(last);
  act(draw_.pick({Action::load, Action::store}));
  return operands_.thread();
}

Action ThreadWriter::next_action() {
  const unsigned total = std::accumulate(weights_.begin(), weights_.end(), 0U);
  std::uint64_t point = draw_.below(total);
  std::size_t action = 0;
  while (point >= weights_[action]) {
    point -= weights_[action];
    ++action;
  }
  return static_cast<Action>(action);
}

void ThreadWriter::act(Action action) {
  switch (action) {
    case Action::barrier:
      return barrier();
    case Action::isb:
      return isb();
    case Action::branch:
      return branch();
    case Action::select:
      return select();
    default:
      return act_on_memory(action);
  }
}

void ThreadWriter::act_on_memory(Action action) {
  switch (action) {
    case Action::load:
      return load(isa::Acquire::none);
    case Action::store:
      return store(false);
    case Action::load_acquire:
      return load(any_acquire());
    case Action::store_release:
      return store(true);
    case Action::atomic:
      return atomic();
    case Action::cas:
      return cas();
    case Action::exclusive:
      return exclusive();
    case Action::pair:
      return pair();
    case Action::forward:
      return forward();
    case Action::load_pointer:
      return load_pointer();
    case Action::store_pointer:
      return store_pointer();
    default:
      return change_pointer();
  }
}

isa::Acquire ThreadWriter::any_acquire() {
  return draw_.one_in(2) ? isa::Acquire::acquire : isa::Acquire::acquire_pc;
}

isa::Acquire ThreadWriter::perhaps_acquire(unsigned one_in) {
  return draw_.one_in(one_in) ? isa::Acquire::acquire : isa::Acquire::none;
}

void ThreadWriter::load(isa::Acquire acquire) {
  isa::Instruction instruction{.op = Op::load, .wide = shape_.wide, .acquire = acquire};
  if (acquire == isa::Acquire::none) {
    operands_.address_with_offset(instruction);
  } else {
    instruction.n = operands_.address();
  }
  instruction.d = draw_.one_in(40) ? Reg::zero : operands_.result();
  operands_.emit(instruction);
}

void ThreadWriter::store(bool release) {
  isa::Instruction instruction{.op = Op::store, .wide = shape_.wide, .release = release};
  if (release) {
    instruction.n = operands_.address();
  } else {
    operands_.address_with_offset(instruction);
  }
  instruction.d = operands_.data();
  operands_.emit(instruction);
}

void ThreadWriter::atomic() {
  const Reg base = operands_.address();
  const Reg operand = operands_.data();
  const bool discards = draw_.one_in(3);
  operands_.emit({.op = draw_.pick({Op::ldadd, Op::ldset, Op::ldclr, Op::ldeor, Op::swp, Op::swp}),
                  .wide = shape_.wide,
                  .release = draw_.one_in(3),
                  .acquire = perhaps_acquire(3),
                  .d = discards ? Reg::zero : operands_.result(),
                  .n = base,
                  .m = operand});
}

void ThreadWriter::cas() {
  const Reg base = operands_.address();
  const Reg stored = operands_.data();
  const Reg compared = draw_.one_in(8) ? Reg::zero : operands_.compared();
  operands_.emit({.op = Op::cas,
                  .wide = shape_.wide,
                  .release = draw_.one_in(3),
                  .acquire = perhaps_acquire(3),
                  .d = stored,
                  .n = base,
                  .m = compared});
}

/// An address for both halves of an exclusive pair. An open branch may jump over the first half,
/// and over the computation of an address that the second half uses as well.
Reg ThreadWriter::exclusive_base() {
  return branch_ ? operands_.location_base() : operands_.lasting_address();
}

/// The first half of an exclusive pair; other actions may come before the second.
void ThreadWriter::exclusive() {
  if (exclusive_) {
    finish_exclusive();
  }
  const bool pointer = has_pointer_location_ && draw_.one_in(4);
  exclusive_ = {.base = pointer ? operands_.pointer_base() : exclusive_base(), .pointer = pointer};
  operands_.emit({.op = Op::load_exclusive,
                  .wide = pointer || shape_.wide,
                  .acquire = perhaps_acquire(3),
                  .d = pointer ? operands_.pointer_result() : operands_.result(),
                  .n = exclusive_->base});
}

/// The second half, now and then of another location.
void ThreadWriter::finish_exclusive() {
  const Exclusive half = exclusive_.value_or(Exclusive{});
  exclusive_.reset();
  const bool elsewhere = !half.pointer && draw_.one_in(12);
  operands_.emit({.op = Op::store_exclusive,
                  .wide = half.pointer || shape_.wide,
                  .release = draw_.one_in(3),
                  .d = half.pointer ? operands_.pointer() : operands_.data(),
                  .n = elsewhere ? operands_.location_base() : half.base,
                  .m = operands_.result()});
}

void ThreadWriter::barrier() {
  operands_.emit(
      {.op = draw_.one_in(3) ? Op::dsb : Op::dmb,
       .types = draw_.pick({isa::BarrierTypes::all,
                            isa::BarrierTypes::loads,
                            isa::BarrierTypes::loads,
                            isa::BarrierTypes::stores,
                            isa::BarrierTypes::stores}),
       .domain = draw_.pick({isa::BarrierDomain::full_system, isa::BarrierDomain::inner})});
}

void ThreadWriter::isb() {
  operands_.emit({.op = Op::isb});
}

/// Sets the flags from `reg`.
void ThreadWriter::compare(Reg reg) {
  operands_.emit({.op = Op::sub,
                  .wide = shape_.wide,
                  .sets_flags = true,
                  .d = Reg::zero,
                  .n = reg,
                  .imm = static_cast<std::int64_t>(draw_.below(3))});
}

/// A branch over some of the following, often with an ISB behind it.
void ThreadWriter::branch() {
  if (!operands_.has_loaded_number()) {
    return load(isa::Acquire::none);
  }
  if (branch_) {
    set_target(*branch_);
  }
  const Reg tested = operands_.loaded();
  isa::Instruction instruction{.op = draw_.pick({Op::cbz, Op::cbnz, Op::tbz, Op::b_cond}),
                               .wide = shape_.wide};
  if (instruction.op == Op::b_cond) {
    compare(tested);
    instruction.wide = true;
    instruction.condition = draw_.pick({isa::Condition::eq, isa::Condition::ne});
  } else {
    instruction.n = tested;
  }
  if (instruction.op == Op::tbz) {
    instruction.wide = false;
  }
  branch_ = {.place = operands_.thread().program.code.size(),
             .reach = static_cast<unsigned>(draw_.below(3))};
  operands_.emit(instruction);
  if (draw_.one_in(2)) {
    come_to_target();
    isb();
  }
}

/// One more action is done; perhaps the open branch jumps no further.
void ThreadWriter::come_to_target() {
  if (branch_ && branch_->reach-- == 0) {
    set_target(*branch_);
    branch_.reset();
  }
}

void ThreadWriter::set_target(const Branch& branch) {
  std::vector<isa::Instruction>& code = operands_.thread().program.code;
  code[branch.place].imm = 4 * static_cast<std::int64_t>(code.size() - branch.place);
}

/// Picks one of two numbers, or one of two addresses, by something loaded.
void ThreadWriter::select() {
  if (!operands_.has_loaded_number()) {
    return load(isa::Acquire::none);
  }
  compare(operands_.loaded());
  const auto condition = draw_.pick({isa::Condition::eq, isa::Condition::ne});
  if (draw_.one_in(4)) {
    const Reg first = operands_.pointer();
    const Reg second = operands_.pointer();
    operands_.emit({.op = Op::csel,
                    .condition = condition,
                    .d = operands_.pointer_result(),
                    .n = first,
                    .m = second});
    return;
  }
  const Reg first = draw_.one_in(3) ? operands_.loaded() : operands_.constant();
  const Reg second = draw_.one_in(3) ? operands_.loaded() : operands_.constant();
  operands_.emit({.op = draw_.one_in(4) ? Op::csinc : Op::csel,
                  .wide = shape_.wide,
                  .condition = condition,
                  .d = operands_.result(),
                  .n = first,
                  .m = second});
}

/// Two neighbouring locations.
void ThreadWriter::pair() {
  const bool loads = draw_.one_in(2);
  const Reg base = isa::x(static_cast<unsigned>(draw_.below(shape_.data_locations - 1)));
  const Reg first = loads ? operands_.result() : operands_.data();
  const Reg second = loads ? operands_.result() : operands_.data();
  operands_.emit({.op = loads ? Op::load_pair : Op::store_pair,
                  .wide = shape_.wide,
                  .d = first,
                  .n = base,
                  .t2 = second});
}

/// A store and a load of one location.
void ThreadWriter::forward() {
  store(draw_.one_in(4));
  const isa::Instruction& stored = operands_.thread().program.code.back();
  operands_.emit({.op = Op::load,
                  .wide = shape_.wide,
                  .acquire = draw_.one_in(3) ? any_acquire() : isa::Acquire::none,
                  .d = operands_.result(),
                  .n = stored.n});
}

void ThreadWriter::load_pointer() {
  operands_.emit({.op = Op::load,
                  .acquire = draw_.one_in(4) ? any_acquire() : isa::Acquire::none,
                  .d = operands_.pointer_result(),
                  .n = operands_.pointer_base()});
}

void ThreadWriter::store_pointer() {
  operands_.emit({.op = Op::store,
                  .release = draw_.one_in(4),
                  .d = operands_.pointer(),
                  .n = operands_.pointer_base()});
}

/// SWP or CAS of an address.
void ThreadWriter::change_pointer() {
  const Reg stored = operands_.pointer();
  const bool swaps = draw_.one_in(2);
  const Reg result = operands_.pointer_result();
  operands_.emit({.op = swaps ? Op::swp : Op::cas,
                  .release = draw_.one_in(4),
                  .acquire = perhaps_acquire(4),
                  .d = swaps ? result : stored,
                  .n = operands_.pointer_base(),
                  .m = swaps ? stored : result});
}

}  // namespace pmusim::test
