// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "kernel_model/core/kernel_cpu.h"
#include "kernel_model/kvm/host_pmu_events.h"
#include "kernel_model/perf/perf_context.h"
#include "kernel_model/perf/perf_system.h"
#include "kernel_model/perf/pmu.h"
#include "models/common/software.h"

namespace pmusim::kernel {

/// The perf core on one CPU: which events are on its PMU. All of it is kernel code with interrupts
/// masked by its caller.
///
/// @linux v6.18 kernel/events/core.c
class PerfCpu final : public Pmu::OverflowSink {
 public:
  /// @param guests  tells whether a vCPU is loaded (samples of guests); nothing: no KVM
  PerfCpu(KernelCpu& cpu, Pmu& pmu, PerfSystem& system, const HostPmuEvents* guests = nullptr);

  /// Puts the CPU's own events on. Once, before any task, after the driver's reset.
  Software boot();

  /// The running task leaves the CPU. kNoTask: idle did.
  Software task_sched_out(TaskIndex task);
  /// A task comes onto the CPU. kNoTask: idle does.
  Software task_sched_in(TaskIndex task);

  /// The timer's interrupt: rotation, end of throttling, frequencies.
  Software tick();

  /// The PMU's interrupt.
  Software handle_pmu_irq();

  // Cross calls: in the interrupt of an IPI, on the CPU where the event is or could be on.
  Software enable(EventIndex event);   ///< PERF_EVENT_IOC_ENABLE, of this event alone
  Software disable(EventIndex event);  ///< PERF_EVENT_IOC_DISABLE, of this event alone

  /// Brings counts and times of all that is on up to date.
  Software read_all();

  Software overflow(PerfEvent& event, std::uint64_t period) override;

 private:
  enum class Part : std::uint8_t { pinned = 1, flexible = 2, all = 3 };

  KernelCpu& cpu_;
  Pmu& pmu_;
  PerfSystem& system_;
  const HostPmuEvents* guests_;
  PerfContext& cpu_context_;
  PerfContext* task_context_{};  ///< of the task that is on
  TaskIndex current_{kNoTask};
  unsigned pmu_disable_count_{};
};

}  // namespace pmusim::kernel
