// SPDX-License-Identifier: Apache-2.0
//
// What calls the perf core on a CPU: boot, context switches, interrupts, cross calls.
#include "kernel_model/perf/perf_cpu.h"

namespace pmusim::kernel {

PerfCpu::PerfCpu(KernelCpu& cpu, Pmu& pmu, PerfSystem& system, const HostPmuEvents* guests)
    : cpu_{cpu},
      pmu_{pmu},
      system_{system},
      guests_{guests},
      cpu_context_{system.cpu_context(cpu.id())} {}

Software PerfCpu::boot() {
  pmu_index_ = system_.pmu_of(cpu_.id());
  co_await pmu_.reset();
  if (cpu_context_.is_empty()) {
    co_return;
  }
  for (const auto* groups : {&cpu_context_.pinned, &cpu_context_.flexible}) {
    for (const PerfEvent* leader : *groups) {
      for (std::size_t member = 0; member <= leader->siblings.size(); ++member) {
        co_await cpu_.run(Path::perf_install);
      }
    }
  }
  tell_switches(cpu_context_);
  co_await pmu_disable();
  co_await sched_in_all(nullptr);
  co_await pmu_enable();
}

/// @linux v6.18 kernel/events/core.c perf_event_context_sched_out
Software PerfCpu::task_sched_out(TaskIndex task) {
  PerfContext* context = system_.task_context(task);
  if (context == nullptr || context->is_empty() || task_context_ != context) {
    co_return;
  }
  co_await cpu_.run(Path::perf_sched_out);
  const bool has_events = has_pmu(context);
  if (has_events) {
    co_await pmu_disable();
  }
  co_await context_sched_out(*context, Part::all);
  if (has_events) {
    co_await pmu_enable();
  }
}

/// @linux v6.18 kernel/events/core.c perf_event_context_sched_in
Software PerfCpu::task_sched_in(TaskIndex task) {
  PerfContext* context = system_.task_context(task);
  if (context == nullptr || context->is_empty() || task_context_ == context) {
    co_return;
  }
  co_await cpu_.run(Path::perf_sched_in);
  if (!context->announced) {
    tell_switches(*context);
    context->announced = true;
  }
  const bool has_events = has_pmu(context);
  // The CPU's flexible groups make room for the task's pinned ones.
  const bool moves_cpu_events = !context->pinned.empty();
  const bool touches_pmu = has_events || (moves_cpu_events && has_pmu(&cpu_context_));
  if (touches_pmu) {
    co_await pmu_disable();
  }
  if (moves_cpu_events) {
    co_await context_sched_out(cpu_context_, Part::flexible);
  }
  co_await sched_in_all(context);
  if (touches_pmu) {
    co_await pmu_enable();
  }
}

Software PerfCpu::handle_pmu_irq() {
  cpu_.irq_enter();
  const Place before = cpu_.enter(Place::overflow_handler);
  co_await pmu_.handle_irq(*this);
  cpu_.enter(before);
  co_await disable_pending();
  cpu_.irq_exit();
}

Software PerfCpu::read_all() {
  co_await read_events(cpu_context_);
  if (task_context_ != nullptr) {
    co_await read_events(*task_context_);
  }
}

Software PerfCpu::read_events(PerfContext& context) {
  update_time(context, cpu_.now_ns());
  for (const auto* leaders : {&context.pinned_active, &context.flexible_active}) {
    for (PerfEvent* leader : *leaders) {
      co_await read_event(*leader);
      for (PerfEvent* sibling : leader->siblings) {
        co_await read_event(*sibling);
      }
    }
  }
}

Software PerfCpu::read_event(PerfEvent& event) {
  if (event.state == EventState::active && !event.is_software()) {
    co_await pmu_.read(event);
  }
}

void PerfCpu::tell_switches(const PerfContext& context) {
  for (const auto* groups : {&context.pinned, &context.flexible}) {
    for (const PerfEvent* leader : *groups) {
      tell_switch(*leader);
      for (const PerfEvent* sibling : leader->siblings) {
        tell_switch(*sibling);
      }
    }
  }
}

void PerfCpu::tell_switch(const PerfEvent& event) const {
  cpu_.observer().event_enabled(
      cpu_.id(), event.index, event.task, event.state >= EventState::inactive);
}

}  // namespace pmusim::kernel
