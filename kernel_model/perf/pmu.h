// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/perf/perf_event.h"
#include "models/common/software.h"

namespace pmusim::kernel {

/// The callbacks of a PMU driver on one CPU, as the perf core uses them. Each is kernel code: it
/// consumes cycles where it is awaited. @linux v6.18 include/linux/perf_event.h struct pmu
class Pmu {
 public:
  Pmu() = default;
  Pmu(const Pmu&) = delete;
  Pmu& operator=(const Pmu&) = delete;
  virtual ~Pmu() = default;

  /// What the overflow interrupt reports an elapsed period to.
  class OverflowSink {
   public:
    OverflowSink() = default;
    OverflowSink(const OverflowSink&) = delete;
    OverflowSink& operator=(const OverflowSink&) = delete;
    virtual ~OverflowSink() = default;

    /// @linux perf_event_overflow
    virtual Software overflow(PerfEvent& event, std::uint64_t period) = 0;
  };

  /// Whether this PMU's events may run on this CPU at all.
  [[nodiscard]] virtual bool supports_this_cpu() const = 0;

  virtual Software reset() = 0;    ///< when the CPU comes online: all off, nothing pending
  virtual Software enable() = 0;   ///< pmu_enable: starts the whole PMU if a counter is in use
  virtual Software disable() = 0;  ///< pmu_disable: stops the whole PMU

  /// Gives the event a counter and, if `start`, starts it. `added` says whether one was free.
  virtual Software add(PerfEvent& event, bool start, bool& added) = 0;
  virtual Software del(PerfEvent& event) = 0;
  virtual Software start(PerfEvent& event) = 0;
  virtual Software stop(PerfEvent& event) = 0;
  virtual Software read(PerfEvent& event) = 0;  ///< brings event.count up to date

  /// The PMU's interrupt.
  virtual Software handle_irq(OverflowSink& sink) = 0;
};

}  // namespace pmusim::kernel
