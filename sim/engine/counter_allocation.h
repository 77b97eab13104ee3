// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "kernel_model/abi/perf_event_attr.h"
#include "models/common/units.h"

namespace pmusim::engine {

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
  };

  explicit CounterAllocation(const Counters& counters) : counters_{counters} {}

  /// A counter for `attr`, or nothing: EAGAIN, where the kernel would multiplex.
  [[nodiscard]] std::optional<CounterSlot> get_event_idx(const abi::PerfEventAttr& attr);

 private:
  [[nodiscard]] bool is_free(unsigned index) const { return ((used_ >> index) & 1U) == 0; }

  CounterSlot take(CounterSlot slot);
  std::optional<CounterSlot> get_single_idx();
  std::optional<CounterSlot> get_chain_idx();

  Counters counters_;
  std::uint64_t used_{};
};

}  // namespace pmusim::engine
