// SPDX-License-Identifier: Apache-2.0
//
// One event and its counter. The order of the register accesses is the kernel's.
#include <utility>

#include "kernel_model/pmuv3/arm_pmu.h"
#include "kernel_model/pmuv3/period.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim::kernel {

namespace {

constexpr RegValue kUpperHalf = ~RegValue{0} << 32U;

/// The odd half of a chained pair counts carries at every Exception level: the even half's filter
/// alone decides. @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_write_event_type
constexpr RegValue kChainType = kChainEventNumber | RegValue{1} << 27U;

}  // namespace

CounterSlot ArmPmu::slot_of(const HwPerfEvent& hw) {
  using Kind = CounterSlot::Kind;
  const auto index = static_cast<unsigned>(hw.idx);
  if (hw.chained) {
    return {Kind::chained, index};
  }
  switch (index) {
    case kCycleCounter:
      return {Kind::cycle, index};
    case kInstructionCounter:
      return {Kind::instruction, index};
    default:
      return {Kind::event, index};
  }
}

Software ArmPmu::enable_event(PerfEvent& event) {
  const RegValue interrupt = RegValue{1} << static_cast<unsigned>(event.hw.idx);
  if (config_.mutations.enable_before_type) {
    co_await enable_counter(event);
  }
  co_await write_event_type(event);
  co_await cpu_.write(regs_.pmintenset, interrupt);
  if (!config_.mutations.enable_before_type) {
    co_await enable_counter(event);
  }
  tell(event, CounterUse::started);
}

Software ArmPmu::disable_event(PerfEvent& event) {
  const RegValue interrupt = RegValue{1} << static_cast<unsigned>(event.hw.idx);
  co_await disable_counter(event);
  tell(event, CounterUse::stopped);
  co_await cpu_.write(regs_.pmintenclr, interrupt);
  co_await barrier();
  if (!config_.mutations.keep_overflow_flag) {
    co_await cpu_.write(regs_.pmovsclr, interrupt);
    co_await barrier();
  }
}

Software ArmPmu::write_event_type(const PerfEvent& event) {
  const auto index = static_cast<std::size_t>(event.hw.idx);
  if (event.hw.chained) {
    co_await cpu_.write(regs_.type[index - 1], event.hw.config_base);
    co_await cpu_.write(regs_.type[index], kChainType);
  } else {
    co_await cpu_.write(regs_.type[index], event.hw.config_base);
  }
}

/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_enable_event_counter
Software ArmPmu::enable_counter(const PerfEvent& event) {
  track(event);
  if (!is_deferred(event)) {
    co_await barrier();
    co_await cpu_.write(regs_.pmcntenset, slot_of(event.hw).mask());
  }
}

/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_disable_event_counter
Software ArmPmu::disable_counter(const PerfEvent& event) {
  untrack(event);
  if (!is_deferred(event)) {
    co_await cpu_.write(regs_.pmcntenclr, slot_of(event.hw).mask());
    co_await barrier();
  }
}

Software ArmPmu::write_counter(const PerfEvent& event) {
  const auto index = static_cast<std::size_t>(event.hw.idx);
  const RegValue value = event.hw.prev_count & max_period(event.hw);
  if (event.hw.chained) {
    co_await cpu_.write(regs_.counter[index], value >> 32U);
    co_await cpu_.write(regs_.counter[index - 1], value & ~kUpperHalf);
  } else {
    co_await cpu_.write(regs_.counter[index], needs_bias(event) ? value | kUpperHalf : value);
  }
}

Software ArmPmu::read_counter(const PerfEvent& event, std::uint64_t& value) {
  const auto index = static_cast<std::size_t>(event.hw.idx);
  const StepResult read = co_await cpu_.read(regs_.counter[index]);
  value = read.value;
  if (event.hw.chained) {
    // Not atomic: a carry between the two reads loses 2^32.
    const StepResult low = co_await cpu_.read(regs_.counter[index - 1]);
    value = value << 32U | low.value;
  } else if (needs_bias(event)) {
    value &= ~kUpperHalf;
  }
}

Software ArmPmu::update(PerfEvent& event) {
  for (;;) {
    const std::uint64_t previous = event.hw.prev_count;
    std::uint64_t value = 0;
    co_await read_counter(event, value);
    if (event.hw.prev_count == previous) {  // else an interrupt has counted up to now
      update_count(event, value);
      co_return;
    }
  }
}

/// A 32-bit event on a counter of 64 bits: with the upper half all ones, the carry out of bit 63
/// that raises the flag comes with the carry out of bit 31.
/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_event_needs_bias
bool ArmPmu::needs_bias(const PerfEvent& event) const {
  return !event.hw.is_64bit &&
         (hardware_.counters.long_counters || static_cast<unsigned>(event.hw.idx) >= kCycleCounter);
}

bool ArmPmu::is_deferred(const PerfEvent& event) const {
  return kernel::is_deferred(event.attr, cpu_.kernel_at_el2(), config_.mutations);
}

void ArmPmu::track(const PerfEvent& event) {
  const RuleMutations& broken = config_.mutations;
  if (broken.never_track) {
    return;
  }
  abi::PerfEventAttr attr = event.attr;
  if (broken.swap_tracked_sets) {
    std::swap(attr.exclude_host, attr.exclude_guest);
  }
  if (broken.track_unswitched && attr.exclude_host == attr.exclude_guest) {
    attr.exclude_host = false;
    attr.exclude_guest = true;
  }
  const RegValue mask = slot_of(event.hw).mask();
  const RegValue odd = RegValue{1} << static_cast<unsigned>(event.hw.idx);
  guests_.set(broken.track_odd_half_only ? odd : mask, attr);
}

void ArmPmu::untrack(const PerfEvent& event) {
  if (!config_.mutations.forget_to_untrack) {
    guests_.clear(slot_of(event.hw).mask());
  }
}

Step ArmPmu::barrier() const {
  return config_.mutations.no_isb ? Step{cpu_.run(std::uint64_t{0})} : Step{step::Isb{}};
}

}  // namespace pmusim::kernel
