// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel_model/core/kernel_observer.h"
#include "kernel_model/core/path.h"
#include "kernel_model/core/place.h"
#include "models/common/clock.h"
#include "models/common/cpu_port.h"
#include "models/common/step.h"
#include "models/common/sysreg.h"
#include "models/common/units.h"

namespace pmusim::kernel {

/// One CPU as kernel code sees it: makes the steps that this code awaits.
///
///     co_await cpu.run(Path::irq_entry);
///     co_await cpu.write(reg, value);
class KernelCpu {
 public:
  /// Everything it is connected to; must outlive it.
  struct Ports {
    CpuPort& cpu;
    Work& work;  ///< what the kernel's own code does, in events
    KernelObserver& observer;
    const CostTable& costs;
  };

  KernelCpu(CpuId id, Clock clock, bool kernel_at_el2, const Ports& ports)
      : id_{id}, clock_{clock}, kernel_at_el2_{kernel_at_el2}, ports_{ports} {}

  [[nodiscard]] CpuId id() const { return id_; }

  /// VHE: the host kernel runs at EL2.
  [[nodiscard]] bool kernel_at_el2() const { return kernel_at_el2_; }

  /// Where host kernel code executes.
  [[nodiscard]] ExecutionContext kernel_context() const {
    return {.level = kernel_at_el2_ ? ExceptionLevel::el2 : ExceptionLevel::el1,
            .tge = kernel_at_el2_};
  }

  /// Where host user space executes.
  [[nodiscard]] ExecutionContext user_context() const {
    return {.level = ExceptionLevel::el0, .tge = kernel_at_el2_};
  }

  /// Kernel code of that path; no step at all if it costs nothing.
  [[nodiscard]] step::Run run(Path path) const {
    return run(ports_.costs[static_cast<std::size_t>(path)]);
  }

  /// The same, but one cycle at least: what follows executes at the kernel's Exception level.
  [[nodiscard]] step::Run run_at_least_once(Path path) const {
    return run(std::max<std::uint64_t>(ports_.costs[static_cast<std::size_t>(path)], 1));
  }

  [[nodiscard]] step::Run run(std::uint64_t cycles) const {
    return {kernel_context(), &ports_.work, Cycles{cycles}};
  }

  /// The same in another context: hypervisor code.
  [[nodiscard]] step::Run run_in(const ExecutionContext& context, std::uint64_t cycles) const {
    return {context, &ports_.work, Cycles{cycles}};
  }

  [[nodiscard]] step::Msr write(SysReg reg, RegValue value) const {
    return {kernel_context(), reg, value};
  }

  /// The same in another context: hypervisor code.
  [[nodiscard]] static step::Msr write_in(const ExecutionContext& context,
                                          SysReg reg,
                                          RegValue value) {
    return {context, reg, value};
  }

  [[nodiscard]] step::Mrs read(SysReg reg) const { return {kernel_context(), reg}; }

  /// The architected timer, in nanoseconds: sched_clock() and perf's clock.
  [[nodiscard]] std::uint64_t now_ns() const { return now().count() / 1000; }

  [[nodiscard]] Picoseconds now() const { return clock_.edge(ports_.cpu.cycle()); }

  [[nodiscard]] CpuPort& port() const { return ports_.cpu; }

  [[nodiscard]] KernelObserver& observer() const { return ports_.observer; }

  /// An interrupt's handler begins and ends. What the scheduler does on the way out of an interrupt
  /// is not in it. @linux irq_enter, irq_exit
  void irq_enter() { ++irq_depth_; }

  void irq_exit() { --irq_depth_; }

  /// @linux in_interrupt
  [[nodiscard]] bool in_interrupt() const { return irq_depth_ != 0; }

  [[nodiscard]] Place place() const { return place_; }

  /// Code of another place begins. @return the place before
  Place enter(Place place) {
    const Place before = place_;
    if (place != before) {
      place_ = place;
      ports_.observer.place_changed(id_, place);
    }
    return before;
  }

 private:
  CpuId id_;
  Clock clock_;
  bool kernel_at_el2_;
  Ports ports_;
  unsigned irq_depth_{};
  Place place_{Place::boot};
};

}  // namespace pmusim::kernel
