// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/counter_allocation.h"

#include "kernel_model/pmuv3/attr_fields.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim::kernel {

bool CounterAllocation::may_use_cycle_counter(const abi::PerfEventAttr& attr) const {
  return event_number(attr) == kCpuCyclesEventNumber && threshold(attr) == 0 && !counters_.smt;
}

std::optional<CounterSlot> CounterAllocation::get_event_idx(const abi::PerfEventAttr& attr) {
  using Kind = CounterSlot::Kind;
  if (may_use_cycle_counter(attr)) {
    if (is_free(kCycleCounter)) {
      return take({Kind::cycle, kCycleCounter});
    }
    if (is_long(attr) && is_user_read(attr) && !counters_.long_counters) {
      return std::nullopt;
    }
  }
  if (event_number(attr) == kInstRetiredEventNumber && counters_.instruction_counter &&
      threshold(attr) == 0 && !is_user_read(attr) && is_free(kInstructionCounter)) {
    return take({Kind::instruction, kInstructionCounter});
  }
  if (is_long(attr) && !is_user_read(attr) && !counters_.long_counters) {
    return get_chain_idx();
  }
  return get_single_idx();
}

CounterSlot CounterAllocation::take(CounterSlot slot) {
  used_ |= slot.mask();
  return slot;
}

std::optional<CounterSlot> CounterAllocation::get_single_idx() {
  for (unsigned index = 0; index < counters_.event_counters; ++index) {
    if (is_free(index)) {
      return take({CounterSlot::Kind::event, index});
    }
  }
  return std::nullopt;
}

std::optional<CounterSlot> CounterAllocation::get_chain_idx() {
  for (unsigned odd = 1; odd < counters_.event_counters; odd += 2) {
    if (is_free(odd) && is_free(odd - 1)) {
      return take({CounterSlot::Kind::chained, odd});
    }
  }
  return std::nullopt;
}

}  // namespace pmusim::kernel
