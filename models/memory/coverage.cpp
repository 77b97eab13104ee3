// SPDX-License-Identifier: Apache-2.0
#include "models/memory/coverage.h"

#include "models/memory/operations.h"

namespace pmusim::memory {
namespace {

/// Locations of which a read waits for an older read in `window` anyway.
BitSet covered_locations(const Window& window, const BitSet& written_ahead) {
  BitSet covered;
  for (const Access& access : window.accesses()) {
    if (access.is_write || !access.is_enabled()) {
      continue;
    }
    const auto location = static_cast<unsigned>(access.location);
    // A read ahead must have the same own store to take its value from.
    if (window.last_store(location) == access.source && !written_ahead.has(location)) {
      covered.add(location);
    }
  }
  return covered;
}

/// Locations to which an older access is pending: a write to one of them waits for that.
BitSet blocked_locations(const Window& window) {
  BitSet blocked;
  for (unsigned location = 0; location < window.locations().count(); ++location) {
    if (window.accesses_to(location).intersects(window.pending())) {
      blocked.add(location);
    }
  }
  return blocked;
}

class Scout {
 public:
  explicit Scout(const Window& window, unsigned from)
      : window_{window},
        covered_{covered_locations(window, window.program().before(from).writes)},
        writes_wait_{window.order().before_writes().intersects(window.pending())},
        seen_(window.program().size() + 1) {
    if (!writes_wait_) {
      blocked_ = blocked_locations(window);
    }
  }

  bool finds_from(unsigned from) {
    std::vector<unsigned> work{from};
    while (!work.empty()) {
      const unsigned index = work.back();
      work.pop_back();
      if (index == window_.program().size() || seen_[index]) {
        continue;
      }
      seen_[index] = true;
      if (is_new(index)) {
        return true;
      }
      if (!holds_back(index)) {
        const auto& next = window_.program().next(index);
        work.insert(work.end(), next.begin(), next.end());
      }
    }
    return false;
  }

 private:
  [[nodiscard]] bool is_new(unsigned index) const {
    const isa::Op op = window_.program().instruction(index).op;
    const BitSet& locations = window_.program().locations(index);
    return (reads_memory(op) && !locations.within(covered_)) ||
           (writes_memory(op) && !writes_wait_ && !locations.within(blocked_));
  }

  /// Whether nothing behind the instruction can take place before something older does.
  [[nodiscard]] bool holds_back(unsigned index) const {
    const isa::Instruction& instruction = window_.program().instruction(index);
    switch (instruction.op) {
      case isa::Op::dmb:
      case isa::Op::dsb:
      case isa::Op::isb:
        return window_.order()
            .behind(instruction.op, instruction.types)
            .intersects(window_.pending());
      default:
        // The read itself is covered: it waits, and what is behind it waits for it.
        return reads_memory(instruction.op) && read_has_result(instruction) &&
               instruction.acquire != isa::Acquire::none;
    }
  }

  const Window& window_;
  BitSet covered_;
  BitSet blocked_;
  bool writes_wait_;
  std::vector<bool> seen_;
};

}  // namespace

bool may_find_more(const Window& window, unsigned index) {
  return Scout{window, index}.finds_from(index);
}

}  // namespace pmusim::memory
