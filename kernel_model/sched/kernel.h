// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernel_model/perf/perf_core.h"
#include "kernel_model/sched/cpu_kernel.h"
#include "kernel_model/sched/task.h"

namespace pmusim::kernel {

/// The kernel of one machine: its CPUs and its tasks.
class Kernel final : public OtherCpus {
 public:
  Kernel(bool vhe, const PerfConfig& perf) : vhe_{vhe}, perf_{perf} {}

  /// The next CPU; they are added in the order of their ids.
  CpuKernel& add_cpu(CpuId id,
                     Clock clock,
                     const CpuKernel::Config& config,
                     const KernelCpu::Ports& ports);

  /// A new task, runnable on the CPU of its affinity that has the fewest tasks so far.
  /// @param code  its code; called once
  Task& add_task(std::string name,
                 std::vector<CpuId> affinity,
                 const std::function<Software(Task&)>& code);

  [[nodiscard]] PerfSystem& perf() { return perf_; }

  [[nodiscard]] bool is_vhe() const { return vhe_; }

  [[nodiscard]] CpuKernel& cpu(CpuId id) override { return *cpus_[id.value()]; }

  /// Where the task's code executes now. Ask again after every suspension.
  [[nodiscard]] KernelCpu& cpu_of(const Task& task) { return cpu(task.cpu).cpu(); }

  [[nodiscard]] const std::vector<std::unique_ptr<Task>>& tasks() const { return tasks_; }

  /// No task runs, waits or is on its way.
  [[nodiscard]] bool is_quiet() const;

 private:
  bool vhe_;
  PerfSystem perf_;
  std::vector<std::unique_ptr<CpuKernel>> cpus_;
  std::vector<std::size_t> tasks_of_cpu_;
  std::vector<std::unique_ptr<Task>> tasks_;
};

// What a task asks of the kernel. Each is awaited in the task's own code, in user space.

/// The time in the kernel that a system call takes besides its entry and exit.
Software system_call(Kernel& kernel, Task& task, std::uint64_t cycles);

/// nanosleep: woken by the first tick after `nanoseconds`.
Software sleep_for(Kernel& kernel, Task& task, std::uint64_t nanoseconds);

/// sched_setaffinity to one CPU: goes on there.
Software migrate_to(Kernel& kernel, Task& task, CpuId target);

/// sched_yield.
Software yield(Kernel& kernel, Task& task);

/// The end of the task; never returns.
Software exit_task(Kernel& kernel, Task& task);

}  // namespace pmusim::kernel
