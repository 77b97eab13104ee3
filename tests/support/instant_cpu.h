// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel_model/core/kernel_cpu.h"
#include "kernel_model/kvm/host_pmu_events.h"
#include "models/common/cpu_port.h"
#include "models/common/software.h"
#include "models/pmu/pmu_core.h"
#include "tests/support/scripted_activity.h"

namespace pmusim::test {

/// What kernel code told its observer.
struct ToldUse {
  kernel::EventIndex event{};
  kernel::CounterUse use{};
  unsigned counter{};

  friend bool operator==(const ToldUse&, const ToldUse&) = default;
};

/// A PMU of a version with that many event counters.
[[nodiscard]] inline PmuConfig pmu_of(PmuVersion version, unsigned event_counters = 6) {
  PmuConfig config;
  config.version = version;
  config.event_counters = event_counters;
  return config;
}

/// A CPU with a real PMU that runs kernel code on the spot: no tasks, no scheduler, no interrupts
/// but those that a test serves. Kernel code can be free, so that counts come out round.
class InstantCpu final : public CpuPort, private kernel::KernelObserver {
 public:
  struct Options {
    PmuConfig pmu{};
    bool vhe{};
    bool free{true};  ///< paths and instructions take no cycles
    CpuId id{};
    WriteEffect write_effect{};
  };

  explicit InstantCpu(const Options& options);

  InstantCpu() : InstantCpu(Options{}) {}

  PmuCore pmu;
  kernel::HostPmuEvents guests;
  kernel::KernelCpu kernel;

  /// Register accesses and barriers since the last clear, as "PMCR_EL0 := 0xc1", "PMCR_EL0" for a
  /// read, "ISB".
  std::vector<std::string> steps;
  std::vector<ToldUse> uses;
  std::vector<std::string> places;
  std::vector<std::pair<kernel::EventIndex, bool>> switched;

  /// Runs kernel code to its end.
  void run(Software software);

  /// Cycles of user or guest code in which `event` happens `amount` times each.
  void spend(const ExecutionContext& context, std::uint64_t cycles, std::uint32_t amount = 1);
  /// The same in host user space, ended early by the cycle after which the interrupt line is high.
  /// @return  cycles spent
  std::uint64_t spend_until_interrupt(std::uint64_t cycles, std::uint32_t amount = 1);

  /// Time in which nothing is counted: the CPU sleeps.
  void sleep(Cycles cycles) { now_ = now_ + cycles; }

  [[nodiscard]] RegValue reg(std::string_view name) const;
  void set(std::string_view name, RegValue value);

  [[nodiscard]] CycleTime cycle() const override { return now_; }

  void switch_to(TaskThread* /*next*/) override {}

  [[nodiscard]] std::size_t interrupt_depth() const override { return 1; }

  [[nodiscard]] bool is_masked() const override { return true; }

 private:
  void advance(const ExecutionContext& context, Work& work, std::uint64_t cycles);
  StepResult perform(const Step& step);
  ScriptedActivity& activity(std::uint32_t amount);

  void counter_used(CpuId cpu,
                    kernel::EventIndex event,
                    kernel::CounterUse use,
                    unsigned counter,
                    bool chained) override;
  void place_changed(CpuId cpu, kernel::Place place) override;
  void event_enabled(CpuId cpu,
                     kernel::EventIndex event,
                     kernel::TaskIndex task,
                     bool enabled) override;

  kernel::CostTable costs_;
  std::uint64_t instruction_cycles_;
  CycleTime now_;
  ScriptedActivity nothing_;
  Work kernel_work_{&nothing_};
  std::map<std::uint32_t, ScriptedActivity> activities_;
};

}  // namespace pmusim::test
