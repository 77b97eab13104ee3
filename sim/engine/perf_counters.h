// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernel_model/pmuv3/counter_allocation.h"
#include "models/common/software.h"
#include "models/pmu/pmu_core.h"
#include "sim/scenario/scenario.h"

namespace pmusim::engine {

using kernel::CounterAllocation;
using kernel::CounterSlot;

/// The perf events of one CPU: gives each a counter, programs the PMU before the first cycle,
/// serves overflow interrupts where the scenario has no handler of its own, and tells the counts at
/// the end.
///
/// This is a kernel only as far as the set-up goes, which costs no cycles; an event never gives its
/// counter up.
class PerfCounters {
 public:
  /// One event on its counter.
  struct Counter {
    std::size_t group{};  ///< indices into Scenario::perf and its events
    std::size_t event{};
    CounterSlot slot;
    RegValue type{};          ///< PMEVTYPERn_EL0
    bool deferred{};          ///< left to a hypervisor's switch, so that it never counts here
    std::uint64_t period{};   ///< 0: counting only
    std::uint64_t periods{};  ///< already counted and taken off the counter
    std::uint64_t overflows{};
  };

  PerfCounters(PmuCore& pmu, const scenario::Scenario& scenario);

  /// Gives every event that `cpu` shall count a counter, and writes the registers as a driver
  /// would.
  ///
  /// @error invalid_input  the event does not fit this PMU, or a register is out of reach
  /// @error not_modelled   no counter is left: the kernel would multiplex
  Result<void> set_up(CpuId cpu);

  [[nodiscard]] const std::vector<Counter>& counters() const { return counters_; }

  /// Occurrences that the event has had so far, as far as its counter saw them.
  [[nodiscard]] std::uint64_t count(const Counter& counter) const;

  /// Serves an overflow interrupt: acknowledges every flag, and starts the next period of each
  /// counter that samples. Accesses cost their cycles in `context`; occurrences between a counter's
  /// read and its reload are lost.
  [[nodiscard]] Software handle_irq(ExecutionContext context);

  /// A counter of 32 bits: before PMUv3p5 and for a 32-bit kernel, one event counter.
  [[nodiscard]] bool is_short(const Counter& counter) const;

  /// The counter wrapped, and nobody served the interrupt of a wrap: of several only the last is in
  /// the count.
  [[nodiscard]] bool may_miss_wraps(const Counter& counter) const;

 private:
  Result<void> add(std::size_t group, std::size_t event, CounterAllocation& allocation);
  Result<void> program();
  Result<void> program(const Counter& counter);
  Result<void> program_type(const Counter& counter);
  Result<void> program_value(const Counter& counter);
  Result<void> write(PmuRegister reg, RegValue value);
  [[nodiscard]] Result<RegValue> read(PmuRegister reg) const;
  [[nodiscard]] tl::unexpected<Error> out_of_reach(std::string_view access,
                                                   PmuRegister reg,
                                                   AccessOutcome outcome) const;
  [[nodiscard]] bool needs_interrupt(const Counter& counter) const;
  [[nodiscard]] bool has_flag(const Counter& counter) const;

  [[nodiscard]] Result<CounterAllocation::Counters> available() const;
  /// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_has_long_event
  [[nodiscard]] bool has_long_counters() const;
  [[nodiscard]] const scenario::PerfEventSpec& spec_of(const Counter& counter) const;
  /// What a counter wraps after: its width, as a mask.
  [[nodiscard]] RegValue mask_of(const Counter& counter) const;
  [[nodiscard]] RegValue value_of(const Counter& counter) const;

  Software next_period(ExecutionContext context, Counter& counter);
  /// Takes the periods that have ended off `value`. @return the value to reload.
  [[nodiscard]] RegValue reload_value(Counter& counter, RegValue value) const;

  PmuCore& pmu_;
  const scenario::Scenario& scenario_;
  ExecutionContext kernel_context_;
  bool serves_interrupts_{true};  ///< the scenario has no handler of its own for them
  std::vector<Counter> counters_;
};

}  // namespace pmusim::engine
