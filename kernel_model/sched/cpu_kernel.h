// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "kernel_model/core/kernel_cpu.h"
#include "kernel_model/kvm/host_pmu_events.h"
#include "kernel_model/perf/perf_core.h"
#include "kernel_model/pmuv3/arm_pmu.h"
#include "kernel_model/sched/run_queue.h"
#include "models/common/interrupt_port.h"

namespace pmusim::kernel {

class CpuKernel;

/// How a CPU's scheduler reaches those of other CPUs.
class OtherCpus {
 public:
  OtherCpus() = default;
  OtherCpus(const OtherCpus&) = delete;
  OtherCpus& operator=(const OtherCpus&) = delete;
  virtual ~OtherCpus() = default;

  [[nodiscard]] virtual CpuKernel& cpu(CpuId id) = 0;
};

/// The kernel on one CPU: interrupts, the scheduler, and what they call. All of it runs on the
/// CPU's part of the stack, with interrupts masked.
class CpuKernel {
 public:
  struct Config {
    std::uint64_t slice_ns{3'000'000};  ///< how long a task runs while others wait
    ArmPmu::Config pmu;
  };

  /// @param vhe  the kernel runs at EL2
  CpuKernel(CpuId id,
            Clock clock,
            bool vhe,
            const Config& config,
            const KernelCpu::Ports& ports,
            PerfSystem& perf,
            OtherCpus& others);

  [[nodiscard]] KernelCpu& cpu() { return cpu_; }

  [[nodiscard]] ArmPmu& pmu() { return pmu_; }

  [[nodiscard]] PerfCpu& perf() { return perf_; }

  [[nodiscard]] HostPmuEvents& host_events() { return host_events_; }

  /// A task that starts here. Before the boot.
  void add_task(Task& task) { queue_.enqueue(task); }

  /// What the CPU executes from the start: the driver's reset, the CPU's events, the first task.
  Software boot();

  /// Chooses who goes on after a task has yielded.
  Software schedule();

  Software handle_interrupt(TakenInterrupt interrupt);

  /// Nothing runs here, and nothing will without an interrupt from another CPU.
  [[nodiscard]] bool is_quiet() const {
    return current_ == nullptr && !queue_.has_runnable() && !queue_.has_sleepers() &&
           arrivals_.empty();
  }

 private:
  /// A task that another CPU sent. Seen by interrupts that come strictly later.
  struct Arrival {
    Task* task{};
    Picoseconds sent;
  };

  Software schedule(Place resumes_in);
  Software leave(Task& task);
  Software come_in(Task& task);
  Software send_away(Task& task);
  Software tick();
  Software cross_call();
  void account(Task& task);
  void put_back(Task& task);
  bool take_arrivals();

  KernelCpu cpu_;
  HostPmuEvents host_events_;
  ArmPmu pmu_;
  PerfCpu perf_;
  OtherCpus& others_;
  std::uint64_t slice_ns_;

  RunQueue queue_;
  Task* current_{};
  bool need_resched_{};
  std::uint64_t picked_at_ns_{};
  std::uint64_t accounted_at_ns_{};
  std::vector<Arrival> arrivals_;
};

}  // namespace pmusim::kernel
