// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/activity/activity_port.h"
#include "models/common/interrupt_port.h"
#include "models/cpu/cpu.h"
#include "sim/engine/timeline.h"

namespace pmusim::engine {

/// Stands between a CPU and those that it drives, passes everything on, and keeps where the CPU was
/// in each cycle and which interrupts it took. It changes nothing of what either side sees.
///
/// Cycles in which the clock is stopped are World::idle.
class TimelineRecorder final : public ActivityPort, public InterruptPort {
 public:
  /// So many spans of a kind are kept of a whole run, in equal parts for its CPUs: a page of more
  /// is no help to anybody, and memory must not grow with the length of a run.
  static constexpr std::size_t kMostOfARun = 1'000'000;

  /// @param cpu        whose ports these are; may still be under construction
  /// @param idle_task  index into Timeline::tasks
  /// @param most       spans of a kind that are kept of this CPU
  TimelineRecorder(ActivityPort& activity,
                   InterruptPort& interrupts,
                   const Cpu& cpu,
                   std::uint32_t idle_task,
                   std::size_t most);

  [[nodiscard]] std::size_t most() const { return most_; }

  [[nodiscard]] std::uint32_t idle_task() const { return idle_task_; }

  /// From the next cycle on the CPU executes code of `world` for `task`.
  void set_software(World world, std::uint32_t task);

  /// Moves what was recorded into `line`, whose end is known.
  /// @return how many spans and interrupts were left out.
  std::uint64_t hand_over(CpuTimeline& line);

  void begin(const ExecutionContext& context,
             ActivitySource& activity,
             std::uint64_t from) override;
  [[nodiscard]] Cycles plan(Cycles limit) override;
  void commit(Cycles elapsed) override;
  [[nodiscard]] bool interrupt_level() const override;
  void synchronize_context() override;

  void drive_pmu(CycleTime at, bool level) override;
  [[nodiscard]] CycleTime first_visible() const override;
  TakenInterrupt take(CycleTime now) override;

 private:
  /// The CPU is where `span` says, which starts at the end of what is recorded. Makes one span of
  /// those that differ in nothing else.
  void add(const CpuTimeline::ContextSpan& span);
  void idle_until(CycleTime cycle);

  ActivityPort& activity_;
  InterruptPort& interrupts_;
  const Cpu& cpu_;
  std::uint32_t idle_task_;
  std::size_t most_;
  CpuTimeline::ContextSpan here_;  ///< what the next committed cycles are, but for first and end
  CpuTimeline::ContextSpan last_;  ///< what the last committed ones were
  CycleTime end_;                  ///< of what is recorded or left out
  CpuTimeline recorded_;
  std::uint64_t left_out_{};
};

}  // namespace pmusim::engine
