// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernel_model/core/place.h"
#include "models/common/units.h"

namespace pmusim::kernel {

/// Which event, by position in the list of all that were opened.
using EventIndex = std::uint32_t;
/// Which task, by position in the list of all tasks.
using TaskIndex = std::uint32_t;
inline constexpr TaskIndex kNoTask = ~TaskIndex{0};

/// Where an event stands on a CPU, as perf sees it.
enum class CounterUse : std::uint8_t {
  none,       ///< no counter: its task does not run here, it is off, or no counter was free
  started,    ///< it has a counter that the driver has started
  stopped,    ///< it has a counter that the driver has stopped
  throttled,  ///< stopped because it made too many interrupts
};

/// Who watches what the kernel does, from outside of the model: called at the instant in question,
/// on the CPU in question, between two of its cycles. No modelled code depends on it.
class KernelObserver {
 public:
  KernelObserver() = default;
  KernelObserver(const KernelObserver&) = delete;
  KernelObserver& operator=(const KernelObserver&) = delete;
  virtual ~KernelObserver() = default;

  virtual void place_changed(CpuId /*cpu*/, Place /*place*/) {}

  virtual void task_switched(CpuId /*cpu*/, TaskIndex /*task*/) {}

  /// `counter` is its bit in PMCNTENSET_EL0 (the odd one of a chained pair), and `chained` says
  /// whether it is such a pair.
  virtual void counter_used(CpuId /*cpu*/,
                            EventIndex /*event*/,
                            CounterUse /*use*/,
                            unsigned /*counter*/,
                            bool /*chained*/) {}

  /// The event was switched on or off: open, enable, disable, error, REFRESH at its limit. Of an
  /// event that was inherited each task has a copy of its own; kNoTask: it is a CPU's.
  virtual void event_enabled(CpuId /*cpu*/,
                             EventIndex /*event*/,
                             TaskIndex /*task*/,
                             bool /*enabled*/) {}
};

}  // namespace pmusim::kernel
