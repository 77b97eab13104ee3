// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/kvm/vcpu_thread.h"

namespace pmusim::kernel {

using Kind = GuestOperation::Kind;

Kvm::Kvm(Kernel& kernel, std::size_t cpus, const KvmConfig& config) : config_{config} {
  for (std::size_t index = 0; index < cpus; ++index) {
    CpuKernel& cpu = kernel.cpu(CpuId{static_cast<std::uint16_t>(index)});
    switches_.push_back(std::make_unique<WorldSwitch>(cpu.cpu(), cpu.host_events(), config_));
  }
}

bool VcpuThread::take_next() {
  has_operation_ = has_operation_ || program_.next(operation_);
  return has_operation_;
}

Software VcpuThread::run(Task& task) {
  name_ = task.name;
  while (take_next() && !gave_up()) {
    if (operation_.kind == Kind::user) {
      has_operation_ = false;
      co_await step::Run{kernel_.cpu_of(task).user_context(), operation_.work, operation_.cycles};
    } else {
      co_await ioctl_run(task);
    }
  }
  co_await exit_task(kernel_, task);
}

Software VcpuThread::ioctl_run(Task& task) {
  kernel_.cpu_of(task).enter(Place::host_kernel);
  co_await kernel_.cpu_of(task).run_at_least_once(Path::syscall_entry);
  // From here on the vCPU follows its task. An interrupt in the middle of load would run it twice,
  // so the kernel has preemption off.
  co_await step::Mask{true};
  kernel_.cpu_of(task).enter(Place::host_kernel_vcpu_loaded);
  co_await here(task).load(state_);
  task.notifier = this;
  co_await step::Mask{false};

  Exit exit{};
  do {
    co_await kernel_.cpu_of(task).run(Path::kvm_run_entry);
    co_await step::Mask{true};
    co_await here(task).handle_requests();
    co_await run_guest(task, exit);
    co_await step::Mask{false};  // an interrupt that ended the guest is taken here
    co_await kernel_.cpu_of(task).run(Path::kvm_run_exit);
    if (exit == Exit::handled_by_host) {
      co_await kernel_.cpu_of(task).run(Path::kvm_handle_exit);
    }
  } while ((exit == Exit::interrupt || exit == Exit::handled_by_host) && take_next() && !gave_up());

  co_await step::Mask{true};
  task.notifier = nullptr;
  co_await here(task).put(state_);
  kernel_.cpu_of(task).enter(Place::host_kernel);
  co_await step::Mask{false};
  co_await kernel_.cpu_of(task).run(Path::syscall_exit);
  kernel_.cpu_of(task).enter(Place::host_user);
}

Software VcpuThread::run_guest(Task& task, Exit& exit) {
  WorldSwitch& world = here(task);  // interrupts are masked: the task stays
  ++entries_;
  co_await world.enter(state_);
  for (;;) {
    if (!take_next()) {
      exit = Exit::end;
      break;
    }
    if (operation_.kind == Kind::run) {
      const StepResult ran =
          co_await step::Run{.context = WorldSwitch::guest_context(operation_.level),
                             .work = operation_.work,
                             .cycles = operation_.cycles,
                             .ends_at_interrupt = true};
      empty_entries_ = ran.remaining == operation_.cycles ? empty_entries_ + 1 : 0;
      operation_.cycles = ran.remaining;
      has_operation_ = ran.remaining.count() > 0;
      if (has_operation_) {
        exit = Exit::interrupt;
        break;
      }
      continue;
    }
    if (operation_.kind == Kind::user) {
      exit = Exit::to_user;  // stays: the monitor executes it
      break;
    }
    has_operation_ = false;
    if (operation_.kind == Kind::fixup_exit) {
      co_await world.fix_up(state_);
      continue;
    }
    exit = operation_.kind == Kind::exit ? Exit::handled_by_host : Exit::to_user;
    break;
  }
  co_await world.leave(state_);
}

Software VcpuThread::sched_out(CpuId cpu) {
  co_await kvm_.on(cpu).put(state_);
}

Software VcpuThread::sched_in(CpuId cpu) {
  co_await kvm_.on(cpu).load(state_);
}

}  // namespace pmusim::kernel
