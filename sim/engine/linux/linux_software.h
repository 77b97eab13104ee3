// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel_model/kvm/vcpu_thread.h"
#include "kernel_model/pmuv3/arm_pmu_type.h"
#include "kernel_model/sched/kernel.h"
#include "models/cpu/one_instruction.h"
#include "sim/engine/activity_factory.h"
#include "sim/engine/cpu_unit.h"
#include "sim/engine/linux/item_program.h"
#include "sim/engine/truth/ground_truth.h"
#include "sim/scenario/scenario.h"

namespace pmusim::engine {

/// The modelled Linux of a scenario on its CPUs: kernel, tasks, vCPUs, and the perf events.
class LinuxSoftware {
 public:
  /// One call of perf_event_open.
  struct Opened {
    std::size_t group{};  ///< indices into Scenario::perf and its events
    std::size_t event{};
    std::optional<CpuId> cpu;  ///< nothing: an event of a task
    kernel::EventIndex index{};
  };

  struct Blueprint {
    const scenario::Scenario& scenario;
    const ActivityFactory& activities;
    const std::vector<std::unique_ptr<CpuUnit>>& units;
    ActivityCopies& copies;
    kernel::RuleMutations mutations{};
    kernel::KvmMutations kvm_mutations{};
  };

  /// Boots nothing yet: hands each CPU its first code and its handlers.
  /// @error invalid_input  an event that perf_event_open refuses
  static Result<std::unique_ptr<LinuxSoftware>> create(const Blueprint& blueprint);
  LinuxSoftware(const LinuxSoftware&) = delete;
  LinuxSoftware& operator=(const LinuxSoftware&) = delete;
  ~LinuxSoftware();

  /// All tasks have ended.
  [[nodiscard]] bool is_quiet() const { return kernel_.is_quiet(); }

  /// The end of the run: brings counts up to date and closes the truth's windows.
  void finish();

  /// By EventIndex; groups in order, a group's events CPU by CPU.
  [[nodiscard]] const std::vector<Opened>& opened() const { return opened_; }

  [[nodiscard]] const kernel::PerfSystem& perf() { return kernel_.perf(); }

  [[nodiscard]] const GroundTruth& truth() const { return truth_; }

  [[nodiscard]] const std::vector<std::unique_ptr<kernel::Task>>& tasks() const {
    return kernel_.tasks();
  }

  /// What went wrong for good, a sentence each; empty if nothing did.
  [[nodiscard]] std::vector<std::string> failures() const;

  /// Guest entries of all vCPUs.
  [[nodiscard]] std::uint64_t guest_entries() const;

 private:
  struct OwnedWork {
    std::unique_ptr<Activity> activity;
    Work work;
  };

  /// A task's or vCPU's program with the work that it does.
  struct Body;

  explicit LinuxSoftware(const Blueprint& blueprint);

  void add_cpus();
  void add_tasks();
  void add_vcpus();
  Result<void> open_events();
  Result<void> open_group(std::size_t group, std::optional<CpuId> cpu, kernel::TaskIndex task);
  [[nodiscard]] std::vector<kernel::TaskIndex> tasks_of(const kernel::PerfEvent& event) const;
  void watch();
  void start_cpus();
  Work* work_of(Body& body, std::size_t activity, CounterRandom random);
  void add_task(const std::string& name,
                const std::vector<CpuId>& cpus,
                const std::function<Software(kernel::Task&)>& code);
  [[nodiscard]] kernel::TaskIndex task_called(const std::string& name) const;
  Software run_task(kernel::Task& task, const ItemProgram& program);

  const scenario::Scenario& scenario_;
  const scenario::LinuxSpec& spec_;
  const ActivityFactory& activities_;
  const std::vector<std::unique_ptr<CpuUnit>>& units_;
  ActivityCopies& copies_;
  kernel::RuleMutations mutations_;

  GroundTruth truth_;
  OneInstruction one_instruction_;
  std::vector<std::unique_ptr<OwnedWork>> kernel_work_;  ///< by CPU
  std::vector<std::unique_ptr<kernel::ArmPmuType>> pmu_types_;
  kernel::Kernel kernel_;
  std::optional<kernel::Kvm> kvm_;
  kernel::KvmConfig kvm_config_;
  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<std::unique_ptr<kernel::VcpuThread>> vcpus_;
  std::map<std::string, kernel::TaskIndex> task_by_name_;
  std::vector<Opened> opened_;
};

}  // namespace pmusim::engine
