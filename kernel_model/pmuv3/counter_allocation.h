// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "kernel_model/abi/perf_event_attr.h"
#include "models/common/units.h"

namespace pmusim::kernel {

/// What counts one perf event.
struct CounterSlot {
  enum class Kind : std::uint8_t {
    event,        ///< one event counter
    chained,      ///< two: `index` is the odd one, which counts CHAIN
    cycle,        ///< PMCCNTR_EL0
    instruction,  ///< PMICNTR_EL0
  };
  Kind kind{Kind::event};
  unsigned index{};  ///< bit in PMCNTENSET_EL0, PMINTENSET_EL1 and PMOVSCLR_EL0

  /// Its bits in PMCNTENSET_EL0: both of a pair.
  [[nodiscard]] RegValue mask() const {
    const RegValue bit = RegValue{1} << index;
    return kind == Kind::chained ? bit | bit >> 1U : bit;
  }

  friend bool operator==(const CounterSlot&, const CounterSlot&) = default;
};

/// The counters of one PMU, and which of them are taken.
///
/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_get_event_idx
class CounterAllocation {
 public:
  struct Counters {
    unsigned event_counters{};
    bool long_counters{};  ///< event counters have 64 bits: PMUv3p5
    bool instruction_counter{};
    bool smt{};  ///< the core has several threads, and PMCCNTR_EL0 counts for all: it is not used
  };

  explicit CounterAllocation(const Counters& counters) : counters_{counters} {}

  /// A counter for `attr`, or nothing: EAGAIN, where the kernel multiplexes.
  [[nodiscard]] std::optional<CounterSlot> get_event_idx(const abi::PerfEventAttr& attr);

  /// Gives a counter back. @linux armv8pmu_clear_event_idx
  void release(const CounterSlot& slot) { used_ &= ~slot.mask(); }

  /// The counters taken, by bit of PMCNTENSET_EL0. @linux struct pmu_hw_events used_mask
  [[nodiscard]] RegValue used() const { return used_; }

 private:
  [[nodiscard]] bool is_free(unsigned index) const { return ((used_ >> index) & 1U) == 0; }

  [[nodiscard]] bool may_use_cycle_counter(const abi::PerfEventAttr& attr) const;
  CounterSlot take(CounterSlot slot);
  std::optional<CounterSlot> get_single_idx();
  std::optional<CounterSlot> get_chain_idx();

  Counters counters_;
  RegValue used_{};
};

}  // namespace pmusim::kernel
