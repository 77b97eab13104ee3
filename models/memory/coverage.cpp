// SPDX-License-Identifier: Apache-2.0
#include "models/memory/coverage.h"

#include "models/memory/operations.h"
#include "models/memory/unread.h"

namespace pmusim::memory {
namespace {

/// Locations of which a read waits for an older read in `window` anyway.
BitSet covered_locations(const Window& window, const BitSet& written_ahead, const BitSet& unread) {
  BitSet covered;
  for (unsigned number = 0; number < window.accesses().size(); ++number) {
    const Access& access = window.accesses()[number];
    // Nothing waits for a read that may itself wait.
    if (access.is_write || !access.is_enabled() || unread.has(number)) {
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
  Scout(const Window& window, unsigned from, const Reductions& reductions)
      : window_{window},
        covered_{covered_locations(window,
                                   window.program().before(from).writes,
                                   reductions.unread_values ? unread_loads(window) : BitSet{})},
        skips_unread_{reductions.unread_values},
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
    return (reads_memory(op) && !locations.within(covered_) && !may_wait(index)) ||
           (writes_memory(op) && !writes_wait_ && !locations.within(blocked_));
  }

  /// Whether it is a load whose value nothing depends on: it is of concern only to what waits for
  /// it, and that is looked for behind it.
  [[nodiscard]] bool may_wait(unsigned index) const {
    const ThreadProgram& program = window_.program();
    const isa::Instruction& load = program.instruction(index);
    return skips_unread_ && is_plain_load(load.op) && load.acquire == isa::Acquire::none &&
           program.ignores_read(index, 0) && (!is_pair(load.op) || program.ignores_read(index, 1));
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
  bool skips_unread_;
  bool writes_wait_;
  std::vector<bool> seen_;
};

}  // namespace

bool may_find_more(const Window& window, unsigned index, const Reductions& reductions) {
  return Scout{window, index, reductions}.finds_from(index);
}

}  // namespace pmusim::memory
