// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/sched/cpu_kernel.h"

#include <utility>

#include "models/common/expect.h"

namespace pmusim::kernel {

namespace {

Place place_of(InterruptLine line) {
  switch (line) {
    case InterruptLine::pmu:
      return Place::overflow_handler;
    case InterruptLine::ipi:
      return Place::cross_call;
    case InterruptLine::timer:
      return Place::tick;
  }
  return Place::host_kernel;
}

/// Where the task wants to go, which it then no longer does. No coroutine: clang-tidy 19 falls over
/// an optional in one.
CpuId take_migration(Task& task) {
  PMUSIM_EXPECT(task.migration.has_value(), "it wants to go somewhere");
  const CpuId target = *task.migration;
  task.migration.reset();
  return target;
}

}  // namespace

CpuKernel::CpuKernel(CpuId id,
                     Clock clock,
                     bool vhe,
                     const Config& config,
                     const KernelCpu::Ports& ports,
                     PerfSystem& perf,
                     OtherCpus& others)
    : cpu_{id, clock, vhe, ports},
      host_events_{vhe},
      pmu_{cpu_, host_events_, config.pmu},
      perf_{cpu_, pmu_, perf, &host_events_},
      others_{others},
      slice_ns_{config.slice_ns} {}

Software CpuKernel::boot() {
  co_await step::Mask{true};
  co_await pmu_.reset();
  co_await perf_.boot();
  co_await step::Yield{};
  co_await step::Mask{false};  // there was no task: idle
}

Software CpuKernel::schedule() {
  co_await schedule(cpu_.place());
}

Software CpuKernel::handle_interrupt(TakenInterrupt interrupt) {
  const Place interrupted = cpu_.enter(place_of(interrupt.line));
  co_await cpu_.run(Path::irq_entry);
  switch (interrupt.line) {
    case InterruptLine::pmu:
      co_await perf_.handle_pmu_irq();
      break;
    case InterruptLine::ipi:
      co_await cross_call();
      break;
    case InterruptLine::timer:
      co_await tick();
      break;
  }
  co_await cpu_.run(Path::irq_exit);
  if (need_resched_ && cpu_.port().interrupt_depth() == 1) {
    co_await schedule(interrupted);
  } else {
    cpu_.enter(interrupted);
  }
}

// @linux v6.18 kernel/sched/core.c __schedule, context_switch
Software CpuKernel::schedule(Place resumes_in) {
  need_resched_ = false;
  cpu_.enter(Place::context_switch_out);
  co_await cpu_.run(Path::schedule_pick);
  Task* previous = current_;
  if (previous != nullptr) {
    account(*previous);
    put_back(*previous);
  }
  Task* next = queue_.take_next();
  picked_at_ns_ = cpu_.now_ns();
  accounted_at_ns_ = picked_at_ns_;
  if (next == previous) {
    cpu_.enter(next != nullptr ? resumes_in : Place::idle);
    co_return;
  }
  if (previous != nullptr) {
    previous->place = resumes_in;
    co_await leave(*previous);
  } else {
    co_await perf_.task_sched_out(kNoTask);
  }
  co_await cpu_.run(Path::switch_to);
  current_ = next;
  cpu_.port().switch_to(next != nullptr ? &next->thread : nullptr);
  cpu_.observer().task_switched(cpu_.id(), next != nullptr ? next->index : kNoTask);
  cpu_.enter(Place::context_switch_in);
  if (previous != nullptr && previous->state == TaskState::migrating) {
    co_await send_away(*previous);
  }
  if (next != nullptr) {
    co_await come_in(*next);
  } else {
    co_await perf_.task_sched_in(kNoTask);
    cpu_.enter(Place::idle);
  }
}

// @linux v6.18 kernel/sched/core.c prepare_task_switch
Software CpuKernel::leave(Task& task) {
  co_await perf_.task_sched_out(task.index);
  if (task.notifier != nullptr) {
    co_await task.notifier->sched_out(cpu_.id());
  }
}

// @linux v6.18 kernel/sched/core.c finish_task_switch
Software CpuKernel::come_in(Task& task) {
  co_await perf_.task_sched_in(task.index);
  if (task.notifier != nullptr) {
    co_await task.notifier->sched_in(cpu_.id());
  }
  cpu_.enter(task.place);
}

/// The task is off this CPU: the target's next interrupt finds it.
Software CpuKernel::send_away(Task& task) {
  const CpuId target = take_migration(task);
  task.cpu = target;
  others_.cpu(target).arrivals_.push_back({&task, cpu_.now()});
  co_await step::SendIpi{target};
}

Software CpuKernel::tick() {
  co_await cpu_.run(Path::tick);
  while (Task* woken = queue_.take_woken(cpu_.now_ns())) {
    woken->state = TaskState::runnable;
    queue_.enqueue(*woken);
    need_resched_ = need_resched_ || current_ == nullptr;
    co_await cpu_.run(Path::wake_up);
  }
  if (current_ != nullptr) {
    account(*current_);
    need_resched_ =
        need_resched_ || (queue_.has_runnable() && cpu_.now_ns() - picked_at_ns_ >= slice_ns_);
  }
  co_await perf_.tick();
}

Software CpuKernel::cross_call() {
  if (take_arrivals()) {
    need_resched_ = need_resched_ || current_ == nullptr;
    co_await cpu_.run(Path::wake_up);
  }
}

bool CpuKernel::take_arrivals() {
  const Picoseconds now = cpu_.now();
  return std::erase_if(arrivals_, [&](const Arrival& arrival) {
           if (arrival.sent >= now) {
             return false;  // its own interrupt is still to come
           }
           arrival.task->state = TaskState::runnable;
           queue_.attach(*arrival.task);
           return true;
         }) > 0;
}

void CpuKernel::account(Task& task) {
  const std::uint64_t now = cpu_.now_ns();
  task.vruntime_ns += now - std::exchange(accounted_at_ns_, now);
}

void CpuKernel::put_back(Task& task) {
  switch (task.state) {
    case TaskState::runnable:
      if (task.migration && *task.migration != cpu_.id()) {
        task.state = TaskState::migrating;
        queue_.detach(task);
      } else {
        task.migration.reset();
        queue_.enqueue(task);
      }
      break;
    case TaskState::sleeping:
      queue_.put_to_sleep(task);
      break;
    case TaskState::migrating:
    case TaskState::dead:
      break;
  }
}

}  // namespace pmusim::kernel
