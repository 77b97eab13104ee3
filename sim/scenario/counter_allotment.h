// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernel_model/abi/perf_event_attr.h"
#include "models/pmu/pmu_config.h"

namespace pmusim::scenario {

/// Whether the counters of one CPU suffice, by the rules of the driver: the cycle counter for
/// CPU_CYCLES, the instruction counter for INST_RETIRED, both without a threshold; a pair of event
/// counters for a 64-bit event on a PMU with 32-bit ones; else one event counter.
///
/// Not the driver itself: that allots real counters in the run. This tells the user before.
/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_get_event_idx
class CounterAllotment {
 public:
  explicit CounterAllotment(const PmuConfig& config) : config_{&config} {}

  /// Takes the counters that `attr` needs; false, and nothing taken, when they are not free.
  [[nodiscard]] bool take(const abi::PerfEventAttr& attr);

 private:
  bool take_event_counters(unsigned together);

  const PmuConfig* config_;
  std::uint32_t used_{};  ///< bit n: event counter n
  bool cycle_counter_used_{};
  bool instruction_counter_used_{};
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
