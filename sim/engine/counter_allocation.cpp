// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/counter_allocation.h"

#include "models/activity/events.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim::engine {

namespace {

// Fields of perf_event_attr::config1, as the driver's format files name them.
bool is_long(const abi::PerfEventAttr& attr) {
  return (attr.config1 & 1U) != 0;
}

bool is_user_read(const abi::PerfEventAttr& attr) {
  return (attr.config1 & 2U) != 0;
}

bool has_threshold(const abi::PerfEventAttr& attr) {
  return ((attr.config1 >> 5U) & 0xfffU) != 0;
}

EventId event_of(const abi::PerfEventAttr& attr) {
  return EventId{static_cast<std::uint16_t>(attr.config)};
}

}  // namespace

std::optional<CounterSlot> CounterAllocation::get_event_idx(const abi::PerfEventAttr& attr) {
  using Kind = CounterSlot::Kind;
  if (event_of(attr) == kCpuCycles && !has_threshold(attr)) {
    if (is_free(kCycleCounter)) {
      return take({Kind::cycle, kCycleCounter});
    }
    if (is_long(attr) && is_user_read(attr) && !counters_.long_counters) {
      return std::nullopt;
    }
  }
  if (event_of(attr) == kInstRetired && counters_.instruction_counter && !has_threshold(attr) &&
      !is_user_read(attr) && is_free(kInstructionCounter)) {
    return take({Kind::instruction, kInstructionCounter});
  }
  if (is_long(attr) && !is_user_read(attr) && !counters_.long_counters) {
    return get_chain_idx();
  }
  return get_single_idx();
}

CounterSlot CounterAllocation::take(CounterSlot slot) {
  used_ |= std::uint64_t{1} << slot.index;
  if (slot.kind == CounterSlot::Kind::chained) {
    used_ |= std::uint64_t{1} << (slot.index - 1);
  }
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

}  // namespace pmusim::engine
