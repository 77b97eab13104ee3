// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/common/result.h"
#include "models/isa/dataflow.h"
#include "models/memory/bit_set.h"
#include "models/memory/concurrent_program.h"
#include "models/memory/location_table.h"

namespace pmusim::memory {

/// A set of registers, one bit each.
using RegisterSet = std::uint64_t;

constexpr RegisterSet register_bit(isa::Reg reg) {
  return reg == isa::Reg::zero ? 0 : RegisterSet{1} << isa::index(reg);
}

/// One thread's code with everything about it that does not depend on the run.
class ThreadProgram {
 public:
  /// What holds before an instruction, or at the end.
  struct Point {
    RegisterSet live{};     ///< registers whose values may still matter; what only flows into a
                            ///< result that does not matter, does not
    RegisterSet kept{};     ///< registers asked for that may hold their final value
    RegisterSet written{};  ///< registers that may still be written
    BitSet reads;           ///< locations that may still be read
    BitSet writes;          ///< locations that may still be written
    bool needs_monitor{};   ///< a store-exclusive may come before the next load-exclusive
    bool awaits_loads{};    ///< a DMB or DSB that waits for older loads may come

    friend bool operator==(const Point&, const Point&) = default;
  };

  /// @param observed  registers whose final values are asked for.
  /// @param forget_final  they matter only as long as they may be written: whoever explores takes
  ///                      the value down when it becomes final.
  /// @error not_modelled  an instruction that the explorer does not know; `where` names it.
  /// @error invalid_input a branch out of the program.
  [[nodiscard]] static Result<ThreadProgram> of(unsigned number,
                                                const Thread& thread,
                                                const LocationTable& locations,
                                                RegisterSet observed,
                                                bool forget_final);

  [[nodiscard]] unsigned size() const {
    return static_cast<unsigned>(thread_->program.code.size());
  }

  [[nodiscard]] const isa::Instruction& instruction(unsigned index) const {
    return thread_->program.code[index];
  }

  [[nodiscard]] const isa::Dataflow& flow(unsigned index) const { return flows_[index]; }

  [[nodiscard]] std::uint64_t address(unsigned index) const {
    return thread_->program.base + 4ULL * index;
  }

  /// As isa::Program::index_of.
  [[nodiscard]] std::optional<std::size_t> index_of(std::uint64_t address) const {
    return thread_->program.index_of(address);
  }

  /// Locations that the instruction may access.
  [[nodiscard]] const BitSet& locations(unsigned index) const { return accessed_[index]; }

  /// Whether nothing depends on the value that read `part` of the instruction takes.
  [[nodiscard]] bool ignores_read(unsigned index, unsigned part) const;

  /// Whether it is a load without acquire, behind which no barrier waits for loads: no younger load
  /// ever waits for it, but one of the same location.
  [[nodiscard]] bool holds_no_loads(unsigned index) const;

  [[nodiscard]] const Point& before(unsigned index) const { return points_[index]; }

  [[nodiscard]] const std::vector<unsigned>& next(unsigned index) const { return next_[index]; }

  /// With `forget_final`: registers asked for whose value can no longer change, before instruction
  /// `index`.
  [[nodiscard]] RegisterSet final_before(unsigned index) const {
    return forget_final_ ? observed_ & ~points_[index].written : 0;
  }

  /// Whether instructions of this thread pick values (CSEL, CAS), or compute what they write from
  /// what they read (LDADD and its like).
  [[nodiscard]] bool picks() const { return picks_; }

  [[nodiscard]] const Thread& thread() const { return *thread_; }

  /// For messages: `P1:3`, the thread and the number of the instruction, from 0.
  [[nodiscard]] std::string where(unsigned index) const;

 private:
  void analyse();
  [[nodiscard]] bool leads_on(unsigned index) const;
  [[nodiscard]] Point flow_back(unsigned index) const;

  unsigned number_{};
  const Thread* thread_{};
  RegisterSet observed_{};
  bool forget_final_{};
  std::vector<isa::Dataflow> flows_;
  std::vector<std::vector<unsigned>> next_;
  std::vector<BitSet> accessed_;
  std::vector<Point> points_;
  bool picks_{};
};

}  // namespace pmusim::memory
