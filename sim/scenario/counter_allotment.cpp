// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/counter_allotment.h"

#include <utility>

#include "models/activity/events.h"

namespace pmusim::scenario {

bool CounterAllotment::take(const abi::PerfEventAttr& attr) {
  const bool wants_64_bits = (attr.config1 & 1U) != 0;
  const bool has_threshold = threshold_of(attr) != 0;
  const std::uint64_t event = event_number_of(attr);
  if (event == kCpuCycles.value() && !has_threshold && !std::exchange(cycle_counter_used_, true)) {
    return true;
  }
  const bool fixed =
      config_->instruction_counter && event == kInstRetired.value() && !has_threshold;
  if (fixed && !std::exchange(instruction_counter_used_, true)) {
    return true;
  }
  const bool chained = wants_64_bits && !config_->at_least(PmuVersion::p5);
  return take_event_counters(chained ? 2 : 1);
}

bool CounterAllotment::take_event_counters(unsigned together) {
  const std::uint32_t wanted = together == 2 ? 0b11U : 0b1U;
  for (unsigned first = 0; first + together <= config_->event_counters; first += together) {
    const std::uint32_t bits = wanted << first;
    if ((used_ & bits) == 0) {
      used_ |= bits;
      return true;
    }
  }
  return false;
}

}  // namespace pmusim::scenario
