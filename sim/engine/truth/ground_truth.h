// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "kernel_model/core/kernel_observer.h"
#include "sim/engine/truth/cpu_truth.h"

namespace pmusim::engine {

/// The ground truths of all CPUs, as the kernel tells them what it does.
class GroundTruth final : public kernel::KernelObserver {
 public:
  explicit GroundTruth(std::vector<CpuTruth*> cpus) : cpus_{std::move(cpus)} {}

  [[nodiscard]] const std::vector<CpuTruth*>& cpus() const { return cpus_; }

  /// The events of the run. Before the first cycle; each CPU is then told to watch events().
  void set_events(std::vector<WatchedEvent> events) { events_ = WatchedEvents{std::move(events)}; }

  [[nodiscard]] const WatchedEvents& events() const { return events_; }

  void place_changed(CpuId cpu, kernel::Place place) override { on(cpu).place_changed(place); }

  void task_switched(CpuId cpu, kernel::TaskIndex task) override { on(cpu).task_switched(task); }

  void counter_used(CpuId cpu,
                    kernel::EventIndex event,
                    kernel::CounterUse use,
                    unsigned counter,
                    bool chained) override {
    on(cpu).counter_used(event, use, counter, chained);
  }

  void event_enabled(CpuId cpu,
                     kernel::EventIndex event,
                     kernel::TaskIndex task,
                     bool enabled) override {
    // A task takes its copy of the event along. It does not run elsewhere now, so that nothing
    // changes there but what will be known when it comes.
    events_.set_enabled(event, task, enabled);
    on(cpu).event_enabled(event, task, enabled);
  }

 private:
  [[nodiscard]] CpuTruth& on(CpuId cpu) { return *cpus_[cpu.value()]; }

  std::vector<CpuTruth*> cpus_;
  WatchedEvents events_;
};

}  // namespace pmusim::engine
