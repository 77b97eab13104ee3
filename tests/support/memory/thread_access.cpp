// SPDX-License-Identifier: Apache-2.0
//
// Instructions that access memory: their events and intrinsic dependencies (Arm ARM DDI 0487,
// B2.3, "Intrinsic dependency relations"; the alternatives of CAS as in herd7 7.58).
#include "models/isa/dataflow.h"
#include "tests/support/memory/thread_machine.h"

namespace pmusim::test {
namespace {

using Successors = std::vector<ThreadMachine>;

/// Where an instruction accesses memory, and what flows into the address.
struct Address {
  std::uint64_t value{};
  MaybeEvent base;
  MaybeEvent offset;
};

std::uint64_t cut(const isa::Instruction& instruction, std::uint64_t value) {
  return instruction.wide ? value : value & 0xFFFF'FFFFU;
}

Address read_address(ThreadMachine& machine) {
  const isa::Instruction& instruction = machine.instruction();
  const bool indexed = instruction.operand != isa::Operand::immediate;
  const std::uint64_t offset = indexed ? machine.value(instruction.m) : 0;
  Address address;
  address.value = machine.value(instruction.n) + isa::address_offset(instruction, offset);
  address.base = machine.read_register(instruction.n);
  if (indexed) {
    address.offset = machine.read_register(instruction.m);
  }
  return address;
}

/// Adds an access; the address flows into it.
std::size_t access(ThreadMachine& machine, const Address& address, const Event& event) {
  const std::size_t added = machine.add(event);
  machine.data(address.base, added);
  machine.data(address.offset, added);
  return added;
}

/// Ends a load or store; the base register changes if the instruction says so.
void finish(ThreadMachine& machine, const Address& address) {
  const isa::Instruction& instruction = machine.instruction();
  if (instruction.indexing != isa::Indexing::offset) {
    const std::uint64_t base =
        machine.value(instruction.n) + static_cast<std::uint64_t>(instruction.imm);
    machine.data(address.base, machine.write_register(instruction.n, base));
  }
  machine.next();
}

/// A load, ordinary or exclusive.
bool step_load(const ThreadMachine& machine, Successors& successors) {
  const isa::Instruction& instruction = machine.instruction();
  ThreadMachine before{machine};
  const Address address = read_address(before);
  const auto location = before.location(address.value, access_size(instruction));
  if (!location) {
    return true;
  }
  for (const std::uint64_t value : before.readable(*location)) {
    ThreadMachine& after = successors.emplace_back(before);
    const std::size_t read =
        access(after,
               address,
               {.kind = EventKind::read,
                .location = *location,
                .value = value,
                .acquire = instruction.acquire == isa::Acquire::acquire,
                .acquire_pc = instruction.acquire == isa::Acquire::acquire_pc});
    after.data(read, after.write_register(instruction.d, value));
    if (instruction.op == isa::Op::load_exclusive) {
      after.open_monitor(read);
    }
    finish(after, address);
  }
  return true;
}

/// Two accesses, without order between them.
bool step_load_pair(const ThreadMachine& machine, Successors& successors) {
  const isa::Instruction& instruction = machine.instruction();
  const unsigned size = access_size(instruction);
  ThreadMachine before{machine};
  const Address address = read_address(before);
  const auto low = before.location(address.value, size);
  const auto high = before.location(address.value + size, size);
  if (!low || !high) {
    return true;
  }
  for (const std::uint64_t first : before.readable(*low)) {
    for (const std::uint64_t second : before.readable(*high)) {
      ThreadMachine& after = successors.emplace_back(before);
      const std::size_t read_low =
          access(after, address, {.kind = EventKind::read, .location = *low, .value = first});
      const std::size_t read_high =
          access(after, address, {.kind = EventKind::read, .location = *high, .value = second});
      after.data(read_low, after.write_register(instruction.d, first));
      after.data(read_high, after.write_register(instruction.t2, second));
      finish(after, address);
    }
  }
  return true;
}

/// Adds the store of `reg`.
std::size_t store(ThreadMachine& machine, const Address& address, isa::Reg reg, unsigned location) {
  const isa::Instruction& instruction = machine.instruction();
  const MaybeEvent data = machine.read_register(reg, true);
  const std::size_t write = access(machine,
                                   address,
                                   {.kind = EventKind::write,
                                    .location = location,
                                    .value = cut(instruction, machine.value(reg)),
                                    .release = instruction.release});
  machine.data(data, write);
  return write;
}

/// A store of one register or of two.
bool step_store(const ThreadMachine& machine, Successors& successors) {
  const isa::Instruction& instruction = machine.instruction();
  const bool pair = instruction.op == isa::Op::store_pair;
  const unsigned size = access_size(instruction);
  ThreadMachine after{machine};
  const Address address = read_address(after);
  const auto low = after.location(address.value, size);
  const auto high = after.location(address.value + size, size);
  if (!low || (pair && !high)) {
    return true;
  }
  store(after, address, instruction.d, *low);
  if (pair) {
    store(after, address, instruction.t2, *high);
  }
  finish(after, address);
  successors.push_back(std::move(after));
  return true;
}

/// A store-exclusive fails, for any reason or none, or succeeds if the monitor lets it. Failing, it
/// has no access. Nothing flows into its status register, whether it fails or not.
bool step_store_exclusive(const ThreadMachine& machine, Successors& successors) {
  const isa::Instruction& instruction = machine.instruction();
  ThreadMachine& failing = successors.emplace_back(machine);
  failing.write_register(instruction.m, 1);
  failing.close_monitor();
  failing.next();

  ThreadMachine after{machine};
  const Address address = read_address(after);
  const auto location = after.location(address.value, access_size(instruction));
  const MaybeEvent read = location ? after.monitored(*location) : std::nullopt;
  if (!read) {
    return true;
  }
  after.lxsx(*read, store(after, address, instruction.d, *location));
  after.write_register(instruction.m, 0);
  after.close_monitor();
  after.next();
  successors.push_back(std::move(after));
  return true;
}

/// The read of an atomic instruction: without a result register it is no acquire, and barriers for
/// loads do not count it.
Event atomic_read(const isa::Instruction& instruction,
                  isa::Reg result,
                  unsigned location,
                  std::uint64_t value) {
  const bool no_return = result == isa::Reg::zero;
  return {.kind = EventKind::read,
          .location = location,
          .value = value,
          .acquire = !no_return && instruction.acquire == isa::Acquire::acquire,
          .no_return = no_return};
}

Event atomic_write(const isa::Instruction& instruction, unsigned location, std::uint64_t value) {
  return {.kind = EventKind::write,
          .location = location,
          .value = cut(instruction, value),
          .release = instruction.release};
}

/// LDADD and its kin, SWP. What SWP writes does not depend on what it read.
bool step_atomic(const ThreadMachine& machine, Successors& successors) {
  const isa::Instruction& instruction = machine.instruction();
  ThreadMachine before{machine};
  const Address address = read_address(before);
  const auto location = before.location(address.value, access_size(instruction));
  if (!location) {
    return true;
  }
  const MaybeEvent operand = before.read_register(instruction.m, true);
  for (const std::uint64_t old : before.readable(*location)) {
    ThreadMachine& after = successors.emplace_back(before);
    const std::uint64_t stored = isa::atomic_result(instruction, old, before.value(instruction.m));
    const std::size_t read =
        access(after, address, atomic_read(instruction, instruction.d, *location, old));
    const std::size_t write = access(after, address, atomic_write(instruction, *location, stored));
    after.amo(read, write);
    after.data(operand, write);
    if (instruction.op != isa::Op::swp) {
      after.data(read, write);
    }
    after.data(read, after.write_register(instruction.d, old));
    after.next();
  }
  return true;
}

/// The ways in which a CAS may go once its read has a value.
enum class CasWay : std::uint8_t {
  fails,
  fails_and_writes_back,        ///< writes the value that it read
  succeeds_with_register,       ///< the result is the compared value: known before the read
  succeeds_with_value_of_read,  ///< the result is what was read: not known from the register
};

/// Register events of a CAS that come before its accesses.
struct CasOperands {
  MaybeEvent compared;
  MaybeEvent stored;
};

void cas(ThreadMachine& machine,
         const Address& address,
         const CasOperands& operands,
         const Event& read_event,
         CasWay way) {
  const isa::Instruction& instruction = machine.instruction();
  const isa::Reg result = instruction.m;
  const bool succeeds =
      way == CasWay::succeeds_with_register || way == CasWay::succeeds_with_value_of_read;
  const std::size_t read = access(machine, address, read_event);
  if (way != CasWay::fails) {
    const std::uint64_t stored = succeeds ? machine.value(instruction.d) : read_event.value;
    const std::size_t write =
        access(machine, address, atomic_write(instruction, read_event.location, stored));
    machine.amo(read, write);
    machine.control(read, write);
    machine.control(operands.compared, write);
    if (succeeds) {
      machine.data(operands.stored, write);
    }
  }
  const MaybeEvent written = machine.write_register(result, read_event.value);
  if (way == CasWay::succeeds_with_register) {
    machine.data(operands.compared, written);
    machine.control(read, written);
  } else {
    machine.data(read, written);
  }
  machine.next();
}

bool step_cas(const ThreadMachine& machine, Successors& successors) {
  const isa::Instruction& instruction = machine.instruction();
  ThreadMachine before{machine};
  const Address address = read_address(before);
  const auto location = before.location(address.value, access_size(instruction));
  if (!location) {
    return true;
  }
  const CasOperands operands{.compared = before.read_register(instruction.m, true),
                             .stored = before.read_register(instruction.d, true)};
  const std::uint64_t expected = cut(instruction, before.value(instruction.m));
  for (const std::uint64_t old : before.readable(*location)) {
    const Event read = atomic_read(instruction, instruction.m, *location, old);
    const auto ways = old == expected ? std::array{CasWay::succeeds_with_register,
                                                   CasWay::succeeds_with_value_of_read}
                                      : std::array{CasWay::fails, CasWay::fails_and_writes_back};
    for (const CasWay way : ways) {
      cas(successors.emplace_back(before), address, operands, read, way);
    }
  }
  return true;
}

}  // namespace

bool step_access(const ThreadMachine& machine, Successors& successors) {
  using enum isa::Op;
  switch (machine.instruction().op) {
    case load:
    case load_exclusive:
      return step_load(machine, successors);
    case load_pair:
      return step_load_pair(machine, successors);
    case isa::Op::store:
    case store_pair:
      return step_store(machine, successors);
    case store_exclusive:
      return step_store_exclusive(machine, successors);
    case ldadd:
    case ldclr:
    case ldeor:
    case ldset:
    case swp:
      return step_atomic(machine, successors);
    case isa::Op::cas:
      return step_cas(machine, successors);
    default:
      return false;
  }
}

}  // namespace pmusim::test
