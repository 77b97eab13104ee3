// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/thread_machine.h"

#include <algorithm>

#include "models/common/expect.h"
#include "tests/support/memory/relation.h"

namespace pmusim::test {

std::vector<std::uint64_t> initial_values(const std::vector<memory::Location>& locations) {
  std::vector<std::uint64_t> values;
  values.reserve(locations.size());
  for (const memory::Location& location : locations) {
    values.push_back(location.size == 4 ? location.initial & 0xFFFF'FFFFU : location.initial);
  }
  return values;
}

ThreadMachine::ThreadMachine(const memory::Thread& thread,
                             const std::vector<memory::Location>& locations,
                             const ForeignValues& foreign)
    : program_{&thread.program},
      locations_{&locations},
      foreign_{&foreign},
      own_{initial_values(locations)} {
  std::ranges::copy(thread.registers, run_.registers.begin());
}

void ThreadMachine::go_to(std::size_t pc) {
  pc_ = pc;
  ++instance_;
}

std::optional<std::size_t> ThreadMachine::forward_target(std::int64_t offset) const {
  const auto target = static_cast<std::int64_t>(pc_) + offset / 4;
  if (offset <= 0 || offset % 4 != 0 || target > std::ssize(program_->code)) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(target);
}

std::size_t ThreadMachine::add(Event event) {
  PMUSIM_EXPECT(run_.events.size() < kMaxEvents, "a run has more events than a relation holds");
  event.instance = instance_;
  if (event.kind == EventKind::write) {
    own_[event.location] = event.value;
  }
  run_.events.push_back(event);
  return run_.events.size() - 1;
}

MaybeEvent ThreadMachine::read_register(isa::Reg reg, bool data) {
  if (reg == isa::Reg::zero) {
    return std::nullopt;
  }
  const std::size_t event = add({.kind = EventKind::register_read, .data = data});
  if (writer_[index(reg)]) {
    run_.rf_register.emplace_back(*writer_[index(reg)], event);
  }
  return event;
}

MaybeEvent ThreadMachine::write_register(isa::Reg reg, std::uint64_t value) {
  if (reg == isa::Reg::zero) {
    return std::nullopt;
  }
  run_.registers[index(reg)] = value;
  writer_[index(reg)] = add({.kind = EventKind::register_write});
  return writer_[index(reg)];
}

void ThreadMachine::data(MaybeEvent from, MaybeEvent to) {
  if (from && to) {
    run_.iico_data.emplace_back(*from, *to);
  }
}

void ThreadMachine::control(MaybeEvent from, MaybeEvent to) {
  if (from && to) {
    run_.iico_control.emplace_back(*from, *to);
  }
}

MaybeEvent ThreadMachine::monitored(unsigned location) const {
  if (monitor_ && run_.events[*monitor_].location == location) {
    return monitor_;
  }
  return std::nullopt;
}

std::set<std::uint64_t> ThreadMachine::readable(unsigned location) const {
  std::set<std::uint64_t> values{(*foreign_)[location]};
  values.insert(own_[location]);
  return values;
}

std::optional<unsigned> ThreadMachine::location(std::uint64_t address, unsigned size) const {
  for (unsigned number = 0; number < locations_->size(); ++number) {
    if ((*locations_)[number].address == address && (*locations_)[number].size == size) {
      return number;
    }
  }
  return std::nullopt;
}

}  // namespace pmusim::test
