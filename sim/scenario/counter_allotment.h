// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernel_model/abi/perf_event_attr.h"
#include "kernel_model/pmuv3/counter_allocation.h"
#include "models/pmu/pmu_config.h"

namespace pmusim::scenario {

/// Whether the counters of one CPU suffice, by the driver's own rule, for a PMU that nobody has
/// built yet. The driver allots real counters in the run; this tells the user before.
class CounterAllotment {
 public:
  /// @param aarch32_kernel  a 32-bit kernel, which reaches neither the upper half of event counters
  /// nor the instruction counter
  /// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_has_long_event,
  /// arch/arm/include/asm/arm_pmuv3.h pmuv3_has_icntr
  explicit CounterAllotment(const PmuConfig& config, bool aarch32_kernel = false)
      : allocation_{{.event_counters = config.event_counters,
                     .long_counters = config.at_least(PmuVersion::p5) && !aarch32_kernel,
                     .instruction_counter = config.instruction_counter && !aarch32_kernel}} {}

  /// Takes the counters that `attr` needs; false, and nothing taken, when they are not free.
  [[nodiscard]] bool take(const abi::PerfEventAttr& attr) {
    return allocation_.get_event_idx(attr).has_value();
  }

 private:
  kernel::CounterAllocation allocation_;
};

/// The threshold that an event asks for; 0 means none.
[[nodiscard]] constexpr std::uint64_t threshold_of(const abi::PerfEventAttr& attr) {
  return (attr.config1 >> 5U) & 0xFFFU;
}

/// The event number.
[[nodiscard]] constexpr std::uint64_t event_number_of(const abi::PerfEventAttr& attr) {
  return attr.config & 0xFFFFU;
}

}  // namespace pmusim::scenario
