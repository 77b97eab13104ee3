// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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

  /// The driver's reset, then the CPU's own events go on. Once, before any task, after the
  /// driver's probe and all opens.
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
  /// PERF_EVENT_IOC_REFRESH: that many more samples, then the event is disabled. Enables it.
  Software refresh(EventIndex event, std::uint64_t samples);
  /// PERF_EVENT_IOC_PERIOD: a new period or frequency; a full new period begins now.
  /// @pre PerfSystem::check_period takes it
  Software change_period(EventIndex index, std::uint64_t period);
  Software reset_count(EventIndex index);  ///< PERF_EVENT_IOC_RESET

  /// Brings counts and times of all that is on up to date.
  Software read_all();

  Software overflow(PerfEvent& event, std::uint64_t period) override;

 private:
  enum class Part : std::uint8_t { pinned = 1, flexible = 2, all = 3 };

  // perf_pmu_disable and perf_pmu_enable: they nest.
  Software pmu_disable();
  Software pmu_enable();

  // Scheduling: perf_cpu_sched.cpp.
  Software context_sched_out(PerfContext& context, Part part);
  Software context_sched_in(PerfContext& context, Part part);
  Software sched_in_all(PerfContext* task);
  Software resched(const PerfEvent& cause);
  Software groups_sched_out(PerfContext& context, Part part);
  Software groups_sched_in(PerfContext& context, Part part);
  Software merge_sched_in(PerfEvent& leader, bool& can_add_hardware);
  Software group_sched_in(PerfEvent& leader, bool& went_on);
  Software group_sched_out(PerfEvent& leader);
  Software event_sched_in(PerfEvent& event, bool& went_on);
  Software event_sched_out(PerfEvent& event);
  void did_not_fit(PerfEvent& leader);
  [[nodiscard]] bool can_go_on(const PerfEvent& leader, bool can_add_hardware) const;
  [[nodiscard]] bool may_run_here(const PerfEvent& leader) const;
  [[nodiscard]] bool has_pmu(const PerfContext* context) const;

  // The tick: perf_cpu_tick.cpp.
  Software rotate();
  void restart_mux_timer();
  [[nodiscard]] PerfEvent* event_to_rotate(PerfContext& context) const;
  Software adjust_context(PerfContext* context, bool unthrottle);
  Software adjust_events(const std::vector<PerfEvent*>& leaders);
  Software adjust_event(PerfEvent& event);

  // Overflow and throttling: perf_cpu_overflow.cpp.
  Software account_interrupt(PerfEvent& event);
  Software throttle_group(PerfEvent& event);
  Software throttle(PerfEvent& event);
  Software unthrottle_group(PerfEvent& event, bool skip_start);
  Software unthrottle(PerfEvent& event, bool start);
  Software sample(PerfEvent& event);
  Software count_down(PerfEvent& event);
  Software disable_pending();

  Software enable_event(PerfEvent& event);
  Software disable_event(PerfEvent& event);
  Software read_events(PerfContext& context);
  Software read_event(PerfEvent& event);
  void tell_switches(const PerfContext& context);
  void tell_switch(const PerfEvent& event) const;

  KernelCpu& cpu_;
  Pmu& pmu_;
  PerfSystem& system_;
  const HostPmuEvents* guests_;
  PerfContext& cpu_context_;
  PerfContext* task_context_{};  ///< of the task that is on
  std::optional<std::size_t> pmu_index_;
  unsigned pmu_disable_count_{};
  unsigned active_events_{};  ///< of hardware
  bool exclusive_{};          ///< an exclusive group is on

  std::uint64_t throttled_seq_{1};  ///< ticks; an event that has not overflowed yet is at 0
  bool throttled_{};                ///< something was throttled since the last
  std::optional<std::uint64_t> mux_expiry_;
  std::vector<PerfEvent*> pending_disable_;  ///< what the interrupt's irq_work is to do
};

}  // namespace pmusim::kernel
