// SPDX-License-Identifier: Apache-2.0
//
// The accesses of a window: what each waits for, where it is, and what it reads or writes.
#include "models/memory/operations.h"
#include "models/memory/window.h"
#include "models/memory/window_fetch.h"

namespace pmusim::memory {

/// The address of an instruction's first access.
struct Window::Address {
  Register at;
  bool guessed{};    ///< not known, but `at.bits` holds a guess
  bool guessable{};  ///< nothing that it depends on is open; for all that it is not known

  /// The address of the second access of a pair.
  [[nodiscard]] Address beside(unsigned size) const {
    Address result = *this;
    result.at.bits += size;
    return result;
  }
};

/// What a write is made of.
struct Window::Stored {
  Register data;
  Register compared{};           ///< of CAS
  Dependency read_from{};        ///< what the result of the same atomic's read depends on
  int read{Access::kNothing};    ///< the read of the same atomic
  int paired{Access::kNothing};  ///< of a store-exclusive: the load-exclusive
};

bool Window::memory(Fetch& fetch) {
  switch (fetch.instruction.op) {
    case isa::Op::load:
    case isa::Op::load_pair:
    case isa::Op::load_exclusive:
      load(fetch);
      return true;
    case isa::Op::store:
    case isa::Op::store_pair:
      store(fetch);
      return true;
    case isa::Op::store_exclusive:
      return store_exclusive(fetch);
    case isa::Op::cas:
      return compare_and_swap(fetch);
    default:
      fetch_and_modify(fetch);
      return true;
  }
}

/// The address of an access; moves a written-back base.
Window::Address Window::address(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  const Register base = read(instruction.n);
  Address address{.at = base};
  std::uint64_t offset = 0;
  if (instruction.operand == isa::Operand::extended_register) {
    const Register index = read(instruction.m);
    offset = index.bits;
    address.at.known &= index.known;
    address.at.undecided |= index.undecided;
    address.at.decisions |= index.decisions;
    address.at.from |= index.from;
  }
  address.at.bits += isa::address_offset(instruction, offset);
  if (instruction.indexing != isa::Indexing::offset) {
    Register moved = base;
    moved.bits += static_cast<std::uint64_t>(instruction.imm);
    write(fetch, instruction.n, moved);
  }
  if (!address.at.known) {
    guess(fetch, address);
  }
  return address;
}

/// The location guessed for an address that is not known, if one is.
void Window::guess(const Fetch& fetch, Address& address) const {
  std::uint16_t guess = fetch.note.guess;
  if (guess == 0) {
    guess = decided(fetch.slot, &Decision::guess, address.at.decisions);
  }
  address.guessed = guess != 0;
  if (address.guessed) {
    address.at.bits = locations_.at(guess - 1U).address;
  }
  address.guessable =
      !address.guessed && !address.at.undecided && !address.at.from.data.intersects(pending_);
}

/// A new access, with all that its instruction, address and note say.
Access& Window::add(Fetch& fetch, unsigned part, bool is_write, const Address& address) {
  Access access{.slot = fetch.slot, .part = part, .is_write = is_write};
  access.is_done = fetch.note.is_done(part);
  access.is_undecided = address.at.undecided;
  access.is_guessable = address.guessable;
  access.decisions = address.at.decisions | path_;
  access.address_known = address.at.known;
  access.address = address.at.bits;
  if (address.at.known || address.guessed) {
    access.location = locations_.find(address.at.bits, isa::access_size(fetch.instruction));
  }
  accesses_.push_back(access);
  return accesses_.back();
}

/// A read; returns what the register that takes its value holds then.
Window::Register Window::add_read(Fetch& fetch,
                                  unsigned part,
                                  const Address& address,
                                  bool has_result) {
  const auto number = static_cast<unsigned>(accesses_.size());
  Access& access = add(fetch, part, false, address);
  ThreadOrder::Read order{.address = address.at.from.data,
                          .stored_from = {},
                          .stored_picks = {},
                          .rmw_read = {},
                          .acquire = fetch.instruction.acquire,
                          .has_result = has_result,
                          .address_picks = address.at.from.pick};
  access.source = access.has_location() ? last_store_[static_cast<unsigned>(access.location)]
                                        : Access::kNothing;
  Dependency out;
  if (access.source != Access::kNothing) {
    const Access& source = accesses_[static_cast<unsigned>(access.source)];
    out = source.out;
    order.stored_from = source.stored_from;
    order.stored_picks = source.out.pick;
    if (source.partner != Access::kNothing) {
      order.rmw_read.add(static_cast<unsigned>(source.partner));
    }
    if (!source.is_done) {
      access.is_undecided |= source.is_undecided;
      access.decisions |= source.decisions;
    }
  }
  access.is_ready = !order_.read(number, order).intersects(pending_);
  if (access.is_done && fetch.note.is_known(part)) {
    access.is_known = true;
    access.value = fetch.note.value[part];
  } else if (access.is_done && access.source != Access::kNothing) {
    // It took the value of an own store before that was known.
    access.is_known = accesses_[static_cast<unsigned>(access.source)].is_known;
    access.value = accesses_[static_cast<unsigned>(access.source)].value;
  }
  if (!access.is_done) {
    pending_.add(number);
  }
  if (access.has_location()) {
    accesses_to_[static_cast<unsigned>(access.location)].add(number);
  }
  return {.bits = access.value,
          .known = access.is_known,
          .undecided = access.is_undecided,
          .decisions = access.decisions,
          .from = loaded(number, address.at.from, out)};
}

void Window::add_write(Fetch& fetch, unsigned part, const Address& address, const Stored& stored) {
  const isa::Instruction& instruction = fetch.instruction;
  const auto number = static_cast<unsigned>(accesses_.size());
  Access& access = add(fetch, part, true, address);
  access.is_undecided |= stored.data.undecided;
  access.decisions |= stored.data.decisions;
  access.is_known = stored.data.known;
  access.value = cut(stored.data.bits, isa::access_size(instruction));
  access.partner = stored.read != Access::kNothing ? stored.read : stored.paired;

  StoreInputs inputs{.address = address.at.from,
                     .data = stored.data.from,
                     .compared = stored.compared.from,
                     .own_read = stored.read_from};
  ThreadOrder::Write order{.address = address.at.from.pick,
                           .data = stored.data.from.pick | stored.compared.from.pick,
                           .same_location = {},
                           .release = instruction.release,
                           .holds_younger = false};
  if (access.has_location()) {
    order.same_location = accesses_to_[static_cast<unsigned>(access.location)];
  }
  if (stored.read != Access::kNothing) {
    order.holds_younger = instruction.release && read_has_result(instruction) &&
                          instruction.acquire == isa::Acquire::acquire;
  }
  access.stored_from = address.at.from.data | stored.data.from.data;
  access.out = out_of_store(instruction.op, inputs);
  access.is_ready = !order_.write(number, order).intersects(pending_);
  if (instruction.op == isa::Op::store_exclusive) {
    check_exclusive(access);
  }
  if (!access.is_done) {
    pending_.add(number);
  }
  if (access.has_location()) {
    accesses_to_[static_cast<unsigned>(access.location)].add(number);
    last_store_[static_cast<unsigned>(access.location)] = static_cast<int>(number);
  } else {
    last_unknown_store_ = static_cast<int>(number);
  }
}

void Window::load(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  const Address at = address(fetch);
  const auto number = static_cast<int>(accesses_.size());
  write(fetch, instruction.d, add_read(fetch, 0, at, true));
  if (instruction.op == isa::Op::load_pair) {
    const Address second = at.beside(isa::access_size(instruction));
    write(fetch, instruction.t2, add_read(fetch, 1, second, true));
  }
  if (instruction.op == isa::Op::load_exclusive) {
    monitor_ = number;
    monitor_of_state_ = false;
  }
}

void Window::store(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  const Register first = read(instruction.d);
  const Register second = read(instruction.t2);
  const Address at = address(fetch);
  add_write(fetch, 0, at, {.data = first});
  if (instruction.op == isa::Op::store_pair) {
    add_write(fetch, 1, at.beside(isa::access_size(instruction)), {.data = second});
  }
}

/// Without a monitor it fails. Its status gives nobody a dependency: it is as if it were a
/// constant.
bool Window::store_exclusive(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  const bool can_succeed = monitor_of_state_ || monitor_ != Access::kNothing;
  Choice choice = Choice::failure;
  if (can_succeed) {
    choice = fetch.note.choice;
    if (choice == Choice::open) {
      choice = decided(fetch.slot, &Decision::choice, path_);
    }
    if (choice == Choice::open) {
      options_ = {Choice::success, Choice::failure};
      stop_ = Stop::choice;
      return false;
    }
  }
  fetch.result.is_store_exclusive = true;
  fetch.result.load_exclusive = monitor_;
  const Register data = read(instruction.d);
  const Address at = address(fetch);
  if (choice == Choice::success) {
    add_write(fetch, 0, at, {.data = data, .paired = monitor_});
  }
  const bool failed = choice != Choice::success;
  write(fetch, instruction.m, {.bits = failed ? 1U : 0U});
  monitor_ = Access::kNothing;
  monitor_of_state_ = false;
  return true;
}

/// A store-exclusive cannot succeed at another address than the load-exclusive's, nor after a write
/// of another thread, unless an own write to the location stands between the two.
void Window::check_exclusive(Access& access) {
  const bool in_window = monitor_ != Access::kNothing;
  const int paired =
      in_window ? accesses_[static_cast<unsigned>(monitor_)].location : state_->monitor.location;
  if (!access.has_location() || paired < 0) {
    return;
  }
  if (paired != access.location) {
    access.is_refused = true;
    return;
  }
  const bool broken = in_window
                          ? state_->note(accesses_[static_cast<unsigned>(monitor_)].slot).broken
                          : state_->monitor.broken;
  // One that has left the window has been noted in the monitor of the state: that is not broken
  // then.
  const bool own_store = last_store_[static_cast<unsigned>(access.location)] > monitor_ ||
                         last_unknown_store_ > monitor_;
  access.is_refused = broken && !own_store;
}

void Window::fetch_and_modify(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  const Register operand = read(instruction.m);
  const Address at = address(fetch);
  const auto number = static_cast<int>(accesses_.size());
  const Register old = add_read(fetch, 0, at, read_has_result(instruction));
  Stored stored{.data = operand, .read_from = old.from, .read = number};
  stored.data.bits = isa::atomic_result(instruction, old.bits, operand.bits);
  if (instruction.op != isa::Op::swp) {
    stored.data.known &= old.known;
    stored.data.undecided |= old.undecided;
    stored.data.decisions |= old.decisions;
  }
  add_write(fetch, 1, at, stored);
  accesses_[static_cast<unsigned>(number)].partner = number + 1;
  write(fetch, instruction.d, old);
}

/// CAS. What is compared only decides whether the new value is written, and what the result of a
/// success may be taken from: the compared register, which takes having compared (a pick), or the
/// value read, as after a failure. A failure need not write, and may write back what it read.
bool Window::compare_and_swap(Fetch& fetch) {
  const isa::Instruction& instruction = fetch.instruction;
  Register compared = read(instruction.m);
  compared.bits = cut(compared.bits, isa::access_size(instruction));
  Choice choice = fetch.note.choice;
  if (choice == Choice::open) {
    choice = decided(fetch.slot, &Decision::choice, path_);
  }
  if (choice == Choice::open) {
    options_ = {Choice::success, Choice::failure, Choice::failure_with_write};
    if (compared.undecided || compared.from.pick.intersects(pending_)) {
      options_.push_back(Choice::success_from_memory);
    }
    stop_ = Stop::choice;
    return false;
  }
  fetch.result.compared_known = compared.known;
  fetch.result.compared = compared.bits;
  const bool succeeds = choice == Choice::success || choice == Choice::success_from_memory;
  const Register data = read(instruction.d);
  const Address at = address(fetch);
  const auto number = static_cast<int>(accesses_.size());
  const Register old = add_read(fetch, 0, at, read_has_result(instruction));
  if (succeeds) {
    add_write(
        fetch, 1, at, {.data = data, .compared = compared, .read_from = old.from, .read = number});
  } else if (choice == Choice::failure_with_write) {
    Register back = old;
    back.from = {};
    add_write(
        fetch, 1, at, {.data = back, .compared = compared, .read_from = old.from, .read = number});
  }
  if (choice != Choice::failure) {
    accesses_[static_cast<unsigned>(number)].partner = number + 1;
  }
  Register result = old;
  if (choice == Choice::success) {
    result = compared;
    result.from.pick |= old.from.pick;
    if (!compared.known && old.known) {
      result.known = true;
      result.bits = old.bits;
    }
  }
  write(fetch, instruction.m, result);
  return true;
}

}  // namespace pmusim::memory
