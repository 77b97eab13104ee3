// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/activity/activity_port.h"
#include "models/common/cpu_port.h"
#include "models/common/interrupt_port.h"
#include "models/common/software.h"
#include "models/common/step.h"
#include "models/common/sysreg.h"
#include "models/cpu/one_instruction.h"

namespace pmusim {

/// What a CPU does when it takes an interrupt.
struct InterruptHandler {
  ExecutionContext context;                             ///< in which its first steps run
  std::function<Software(const TakenInterrupt&)> code;  ///< called at each interrupt
};

/// How many cycles a CPU may execute at once. Changes no result.
enum class CpuStepping : std::uint8_t { spans, single_cycles };

/// A CPU that executes steps of software, takes interrupts, and tells the PMU what it does. A plain
/// object without a thread or a stack of its own: somebody calls `advance` when the time has come.
///
/// A *boundary* is the instant between two cycles. There, in this order: the step whose last cycle
/// ended takes effect; a visible interrupt is taken if PSTATE.I permits and no instruction is in
/// flight; software goes on to its next step; the PMU's line is published.
class Cpu final : public CpuPort {
 public:
  /// Everything the CPU is connected to; must outlive it.
  struct Ports {
    SysRegPort& registers;
    ActivityPort& activity;
    InterruptPort& interrupts;
    IpiPort& ipis;
  };

  enum class State : std::uint8_t {
    running,  ///< executes cycles
    waiting,  ///< WFI: the clock is stopped until an interrupt is visible
    idle,     ///< no task, or it has come to its end; takes interrupts
    halted,   ///< given up: see kLongestInterruptRun
  };

  /// So many interrupts without a cycle of a task or of idling in between mean that no task ever
  /// goes on: a handler that does not remove its cause. The CPU then halts, so that the simulation
  /// ends.
  static constexpr std::uint64_t kLongestInterruptRun = 100'000;

  /// Of the interrupts taken, the first ones are kept with their times.
  static constexpr std::size_t kKeptInterrupts = 1'000;

  Cpu(CpuId id, CpuStepping stepping, const Ports& ports);

  /// The software that it executes from the start, and the context before its first step says
  /// otherwise.
  void start(Software task, const ExecutionContext& context);

  void set_handler(InterruptLine line, InterruptHandler handler);

  /// The code that chooses the next task when a task yields. It runs in the context of the task,
  /// with interrupts masked, on the CPU's part of the stack.
  void set_scheduler(std::function<Software()> scheduler) { scheduler_ = std::move(scheduler); }

  void switch_to(TaskThread* next) override;

  [[nodiscard]] std::size_t interrupt_depth() const override { return depth_; }

  /// Simulated time has come to edge `now` of this CPU's clock: commits what has been executed, and
  /// goes on.
  ///
  /// @param horizon  at least `now`. Up to there nothing from outside can reach this CPU, so it may
  /// run ahead of
  ///                 simulated time. An idle CPU does not: the simulation may end before.
  /// @return  the edge at which to call again, unless an interrupt is posted before, or kNever.
  CycleTime advance(CycleTime now, CycleTime horizon);

  /// The same as advance(now, now) for a CPU in single cycles, one cycle after the last call;
  /// quicker.
  CycleTime tick(CycleTime now);

  /// The end of a run: what is being handled is executed to its end in no time. Its register
  /// accesses reach `registers`; all else passes without effect, and nothing counts.
  void run_out(SysRegPort& registers);

  /// Something was posted at the interrupt controller.
  void interrupts_changed() { attention_ = ports_.interrupts.first_visible(); }

  [[nodiscard]] CpuId id() const { return id_; }

  [[nodiscard]] State state() const { return state_; }

  /// Own cycles that have ended, with those in which the clock was stopped. May lie ahead of
  /// simulated time.
  [[nodiscard]] CycleTime cycle() const override { return cycle_; }

  /// Cycles executed: without those in which the clock was stopped.
  [[nodiscard]] Cycles executed() const { return executed_; }

  /// The task has come to its end, or never will.
  [[nodiscard]] bool is_over() const { return task_over_; }

  /// Idle, and no interrupt wakes it at edge `now` or before.
  [[nodiscard]] bool idles_beyond(CycleTime now) const {
    return state_ == State::idle && wake_edge() > now;
  }

  /// Sleeps, and no interrupt is under way that could wake it.
  [[nodiscard]] bool is_blocked() const { return sleeps() && wake_edge() == kNever; }

  [[nodiscard]] const ExecutionContext& context() const { return context_; }

  [[nodiscard]] bool is_masked() const override { return masked_; }

  /// An interrupt of this line is being handled, at whatever depth.
  [[nodiscard]] bool is_handling(InterruptLine line) const;

  /// The PMU's line as it was published last.
  [[nodiscard]] bool pmu_line() const { return line_; }

  /// How often the interrupt was taken.
  [[nodiscard]] std::uint64_t taken(InterruptLine line) const {
    return taken_[static_cast<std::size_t>(line)];
  }

  /// How many interrupts were being handled at once, at most.
  [[nodiscard]] std::size_t deepest() const { return deepest_; }

  [[nodiscard]] const std::vector<TakenInterrupt>& first_interrupts() const {
    return first_interrupts_;
  }

 private:
  /// What runs on top of the task: an interrupt handler, or the scheduler.
  struct Level {
    TaskThread strand;
    std::optional<InterruptLine> line;  ///< what it handles; nothing: the scheduler
    bool returns{};                     ///< the handler is over; its step is the exception return
    bool masked_before{};               ///< PSTATE.I of what it interrupted
  };

  [[nodiscard]] bool sleeps() const { return state_ != State::running; }

  [[nodiscard]] CycleTime wake_edge() const;
  void wake_at(CycleTime edge);

  void pass_boundary();
  [[nodiscard]] bool can_take_interrupt();
  void take_interrupt();
  void enter(const TakenInterrupt& taken);
  Level& push_level(const ExecutionContext& context);
  void pop_level();
  bool fetch_step();
  bool next_step();  ///< @return false when there is nothing to execute
  void end_at_interrupt();
  void act();
  void open_span();
  void set_context(const ExecutionContext& context);
  void publish_line();
  void plan_span();

  void commit(std::uint64_t cycles);
  void count_cycles(std::uint64_t cycles);
  void complete_step();
  void return_from_interrupt();

  void perform(const step::Run& run, StepResult& result);
  void perform(const step::Code& code, StepResult& result);
  void perform(const step::Msr& msr, StepResult& result);
  void perform(const step::Mrs& mrs, StepResult& result) const;
  void perform(const step::Isb& isb, StepResult& result);
  void perform(const step::TakeException& exception, StepResult& result);
  void perform(const step::Eret& eret, StepResult& result);
  void perform(const step::SendIpi& ipi, StepResult& result);
  void perform(const step::Mask& mask, StepResult& result);
  void perform(const step::Yield& yield, StepResult& result);
  void perform(const step::WaitForInterrupt& wait, StepResult& result);

  CpuId id_;
  bool single_cycles_;
  Ports ports_;
  std::array<InterruptHandler, kInterruptLines> handlers_;
  std::function<Software()> scheduler_;

  State state_{State::idle};
  bool task_over_{true};
  bool masked_{};
  bool line_{};  ///< the PMU's line as published last
  CycleTime cycle_;
  Cycles executed_;
  CycleTime attention_{kNever};  ///< first edge at which an interrupt is visible
  std::uint64_t planned_{};      ///< cycles that may be committed at once; 0: at a boundary

  TaskThread own_task_;                         ///< what `start` was given
  TaskThread* task_{&own_task_};                ///< the task part of the stack; may be none
  std::vector<std::unique_ptr<Level>> levels_;  ///< on top of it; those from depth_ on are spare
  std::size_t depth_{};
  std::size_t deepest_{};
  TaskThread* strand_{&own_task_};  ///< the one that executes; none: idle
  bool ends_at_interrupt_{};        ///< its step is a Run that does

  ExecutionContext context_;
  ExecutionContext open_context_;  ///< of the span that the PMU has open
  Work* open_work_{};
  OneInstruction one_instruction_;
  Work instruction_work_{.activity = &one_instruction_};

  std::uint64_t interrupts_in_a_row_{};
  std::array<std::uint64_t, kInterruptLines> taken_{};
  std::vector<TakenInterrupt> first_interrupts_;
};

}  // namespace pmusim
