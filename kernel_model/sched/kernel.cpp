// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/sched/kernel.h"

#include <algorithm>
#include <utility>

#include "models/common/expect.h"

namespace pmusim::kernel {

namespace {

Software enter_kernel(Kernel& kernel, Task& task) {
  kernel.cpu_of(task).enter(Place::host_kernel);
  co_await kernel.cpu_of(task).run_at_least_once(Path::syscall_entry);
}

Software leave_kernel(Kernel& kernel, Task& task) {
  co_await kernel.cpu_of(task).run(Path::syscall_exit);
  kernel.cpu_of(task).enter(Place::host_user);
}

}  // namespace

CpuKernel& Kernel::add_cpu(CpuId id,
                           Clock clock,
                           const CpuKernel::Config& config,
                           const KernelCpu::Ports& ports) {
  PMUSIM_EXPECT(id.value() == cpus_.size(), "CPUs are added in the order of their ids");
  tasks_of_cpu_.push_back(0);
  return *cpus_.emplace_back(
      std::make_unique<CpuKernel>(id, clock, vhe_, config, ports, perf_, *this));
}

Task& Kernel::add_task(std::string name,
                       std::vector<CpuId> affinity,
                       const std::function<Software(Task&)>& code) {
  PMUSIM_EXPECT(!affinity.empty(), "a task may run somewhere");
  Task& task = *tasks_.emplace_back(std::make_unique<Task>());
  task.index = static_cast<TaskIndex>(tasks_.size() - 1);
  task.name = std::move(name);
  task.affinity = std::move(affinity);
  task.cpu = *std::ranges::min_element(
      task.affinity, {}, [&](CpuId id) { return tasks_of_cpu_[id.value()]; });
  ++tasks_of_cpu_[task.cpu.value()];
  task.thread.context = cpu_of(task).user_context();
  task.thread.thread.start(code(task));
  cpu(task.cpu).add_task(task);
  return task;
}

bool Kernel::is_quiet() const {
  return std::ranges::all_of(cpus_, [](const auto& cpu) { return cpu->is_quiet(); });
}

Software system_call(Kernel& kernel, Task& task, std::uint64_t cycles) {
  co_await enter_kernel(kernel, task);
  co_await kernel.cpu_of(task).run(cycles);
  co_await leave_kernel(kernel, task);
}

Software sleep_for(Kernel& kernel, Task& task, std::uint64_t nanoseconds) {
  co_await enter_kernel(kernel, task);
  task.wake_at_ns = kernel.cpu_of(task).now_ns() + nanoseconds;
  task.state = TaskState::sleeping;
  co_await step::Yield{};
  co_await leave_kernel(kernel, task);
}

Software migrate_to(Kernel& kernel, Task& task, CpuId target) {
  co_await enter_kernel(kernel, task);
  task.migration = target;
  co_await step::Yield{};
  co_await leave_kernel(kernel, task);
}

Software yield(Kernel& kernel, Task& task) {
  co_await enter_kernel(kernel, task);
  co_await step::Yield{};
  co_await leave_kernel(kernel, task);
}

Software exit_task(Kernel& kernel, Task& task) {
  co_await enter_kernel(kernel, task);
  task.state = TaskState::dead;
  co_await step::Yield{};
}

}  // namespace pmusim::kernel
