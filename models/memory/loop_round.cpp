// SPDX-License-Identifier: Apache-2.0
#include "models/memory/loop_round.h"

#include <algorithm>
#include <span>

#include "models/memory/operations.h"

namespace pmusim::memory {
namespace {

/// Whether an atomic with acquire semantics has read what it writes.
bool writes_back(const Window& window, const Slot& slot) {
  const isa::Instruction& instruction = window.program().instruction(slot.index);
  if (!reads_memory(instruction.op) || !read_has_result(instruction) ||
      instruction.acquire == isa::Acquire::none || window.program().ignores_read(slot.index, 0)) {
    return false;
  }
  const Access& read = window.accesses()[slot.first_access];
  const Access& write = window.accesses()[slot.first_access + 1];
  return read.is_known && write.is_known && read.value == write.value;
}

bool leaves_trace(const Window& window, const Slot& slot, RegisterSet live) {
  for (unsigned i = 0; i < slot.result_count; ++i) {
    if ((live & register_bit(slot.results.at(i).reg)) != 0) {
      return true;
    }
  }
  const auto accesses = std::span{window.accesses()}.subspan(slot.first_access, slot.accesses);
  return std::ranges::any_of(accesses, &Access::is_write) && !writes_back(window, slot);
}

/// Whether instruction `index` would be fetched after the first `length` slots, was last fetched
/// among them, and what was fetched from there on leaves no trace.
bool ends_idle_round(const Window& window, std::size_t length, unsigned index) {
  const ThreadProgram::Point& head = window.program().before(index);
  // A store-exclusive ahead would be paired with a load-exclusive of this round.
  if (head.needs_monitor) {
    return false;
  }
  for (std::size_t slot = length; slot-- > 0;) {
    if (leaves_trace(window, window.slots()[slot], head.live)) {
      return false;
    }
    if (window.slots()[slot].index == index) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool has_idle_round(const Window& window) {
  std::size_t length = window.slots().size();
  unsigned next = window.next();
  while (!ends_idle_round(window, length, next)) {
    if (length == 0 || window.slots()[length - 1].accesses != 0) {
      return false;
    }
    next = window.slots()[--length].index;
  }
  return true;
}

}  // namespace pmusim::memory
