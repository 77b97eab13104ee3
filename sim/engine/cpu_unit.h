// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "models/common/clock.h"
#include "models/cpu/cpu.h"
#include "models/interrupt/interrupt_controller.h"
#include "models/pmu/pmu_core.h"
#include "sim/engine/activity_factory.h"
#include "sim/engine/code_memory.h"
#include "sim/engine/engine.h"
#include "sim/engine/perf_counters.h"
#include "sim/engine/program.h"
#include "sim/engine/software_log.h"
#include "sim/engine/timeline_recorder.h"
#include "sim/engine/truth/cpu_truth.h"
#include "sim/scenario/end_of_time.h"
#include "sim/scenario/scenario.h"

namespace pmusim::engine {

using scenario::kEndOfTime;

/// Nanoseconds as picoseconds, at most kEndOfTime.
[[nodiscard]] Picoseconds to_picoseconds(std::uint64_t nanoseconds);

/// What all CPUs of a run are built from; outlives them.
struct CpuBlueprint {
  const scenario::Scenario& scenario;
  const ActivityFactory& activities;
  CpuStepping stepping{};
  IpiPort& ipis;
  CodeMemory* memory{};            ///< nothing where no program runs
  const ActivityCopies* copies{};  ///< for the ground truth of the modelled Linux; else nothing
  bool record_timeline{};
};

/// One CPU of the scenario with all that belongs to it: PMU, interrupt controller, software and its
/// work.
class CpuUnit {
 public:
  /// @error as engine::run
  static Result<std::unique_ptr<CpuUnit>> create(const CpuBlueprint& blueprint, CpuId id);

  [[nodiscard]] const scenario::CpuSpec& spec() const { return spec_; }

  [[nodiscard]] const Clock& clock() const { return clock_; }

  [[nodiscard]] PmuCore& pmu() { return pmu_; }

  /// @pre the scenario models Linux
  [[nodiscard]] CpuTruth& truth() { return *truth_; }

  [[nodiscard]] InterruptController& interrupts() { return interrupts_; }

  [[nodiscard]] const InterruptController& interrupts() const { return interrupts_; }

  [[nodiscard]] Cpu& cpu() { return cpu_; }

  [[nodiscard]] const Cpu& cpu() const { return cpu_; }

  [[nodiscard]] const PerfCounters& perf() const { return perf_; }

  [[nodiscard]] const SoftwareLog& log() const { return log_; }

  /// Programs that were not executed to their end, and why: a sentence each.
  [[nodiscard]] std::vector<std::string> code_failures() const;

  /// Nothing unless the blueprint asked for a timeline.
  [[nodiscard]] TimelineRecorder* recorder() const { return recorder_.get(); }

  /// The PMU's state when the first cycle began.
  [[nodiscard]] const PmuState& initial_state() const { return initial_state_; }

 private:
  struct OwnedWork {
    std::unique_ptr<Activity> activity;
    Work work;
  };

  struct OwnedCode {
    std::unique_ptr<memory::TimedCode> code;
    Work work;
  };

  /// By index of the activity.
  using WorkMap = std::map<std::size_t, OwnedWork>;

  CpuUnit(const CpuBlueprint& blueprint, CpuId id);
  Result<void> load_bare_software();
  void set_up_firmware();

  /// What the CPU drives: the PMU and the interrupt controller, by way of the ground truth and the
  /// recorder where there are any.
  [[nodiscard]] Cpu::Ports ports();
  [[nodiscard]] ActivityPort& pmu_side();

  Result<void> set_registers();
  Result<void> load_tasks();
  Result<void> load_handler(InterruptLine line);
  Result<Program> compile_body(const std::vector<scenario::Item>& items,
                               std::uint64_t repeat,
                               CounterRandom random);
  [[nodiscard]] step::Code code_of(std::size_t index);
  Software handle(InterruptLine line, const ExecutionContext& context);
  Software run_tasks();

  CpuBlueprint blueprint_;
  CpuId id_;
  const scenario::CpuSpec& spec_;
  Clock clock_;
  PmuCore pmu_;
  InterruptController interrupts_;
  std::unique_ptr<CpuTruth> truth_;
  PerfCounters perf_;
  SoftwareLog log_;
  PmuState initial_state_;
  std::vector<std::unique_ptr<WorkMap>> work_;
  std::map<std::size_t, OwnedCode> codes_;  ///< by index of the program
  std::vector<Program> tasks_;
  std::vector<std::uint32_t> task_numbers_;  ///< of tasks_: indices into Scenario::tasks
  std::array<Program, kInterruptLines> handlers_;
  std::unique_ptr<TimelineRecorder> recorder_;
  Cpu cpu_;  // last: its software refers to everything above
};

}  // namespace pmusim::engine
