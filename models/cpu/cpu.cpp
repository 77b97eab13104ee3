// SPDX-License-Identifier: Apache-2.0
#include "models/cpu/cpu.h"

#include <algorithm>
#include <utility>

#include "models/common/expect.h"

namespace pmusim {

namespace {

/// Longer spans gain nothing, and a request to stop is looked at between spans.
constexpr std::uint64_t kLongestSpan = std::uint64_t{1} << 24U;

constexpr Step kHandlerReturn{step::Eret{}};

/// Going from `from` to `to` takes an exception or an exception return, or entry to or exit from
/// Debug state.
bool changes_level(const ExecutionContext& from, const ExecutionContext& to) {
  return from.level != to.level || from.security != to.security ||
         from.debug_state != to.debug_state;
}

std::uint64_t cycles_of(const Step& step) {
  const auto* run = std::get_if<step::Run>(&step);
  return run != nullptr ? run->cycles.count() : kInstructionStepCycles.count();
}

/// The context that a step names, or nullptr when it runs where the software already is.
const ExecutionContext* context_of(const Step& step) {
  if (const auto* run = std::get_if<step::Run>(&step)) {
    return &run->context;
  }
  if (const auto* msr = std::get_if<step::Msr>(&step)) {
    return &msr->context;
  }
  if (const auto* mrs = std::get_if<step::Mrs>(&step)) {
    return &mrs->context;
  }
  return nullptr;
}

}  // namespace

Cpu::Cpu(CpuId id, CpuStepping stepping, const Ports& ports)
    : id_{id}, single_cycles_{stepping == CpuStepping::single_cycles}, ports_{ports} {
  interrupts_changed();
}

void Cpu::start(Software task, const ExecutionContext& context) {
  own_task_.thread.start(std::move(task));
  own_task_.context = context;
  context_ = context;
  state_ = State::running;
  task_over_ = false;
}

void Cpu::set_handler(InterruptLine line, InterruptHandler handler) {
  handlers_[static_cast<std::size_t>(line)] = std::move(handler);
}

CycleTime Cpu::advance(CycleTime now, CycleTime horizon) {
  for (;;) {
    const CycleTime limit = task_over_ ? now : horizon;
    if (sleeps()) {
      const CycleTime wake = wake_edge();
      if (wake <= limit) {
        wake_at(wake);
        continue;
      }
      if (cycle_ > now && (task_over_ || wake == kNever)) {
        return cycle_;  // its end, or that it is blocked, is known to others at that time and not
                        // before
      }
      cycle_ = std::max(cycle_, now);
      return wake;
    }
    if (planned_ == 0) {
      pass_boundary();
      continue;
    }
    const CycleTime end = cycle_ + Cycles{planned_};
    if (end <= limit) {
      commit(planned_);
    } else if (cycle_ < now) {
      commit((now - cycle_).count());
    } else {
      return end;
    }
  }
}

CycleTime Cpu::tick(CycleTime now) {
  if (cycle_ < now && state_ == State::running && planned_ == 1 && strand_->remaining > 1 &&
      ((masked_ && !ends_at_interrupt_) || attention_ > now)) [[likely]] {
    count_cycles(1);
    planned_ = 1;
    publish_line();
    return cycle_ + Cycles{1};
  }
  return advance(now, now);
}

void Cpu::run_out(SysRegPort& registers) {
  for (; depth_ > 0; pop_level()) {
    Level& level = *levels_[depth_ - 1];
    SoftwareThread& thread = level.strand.thread;
    const bool is_in_a_step = level.strand.remaining > 0 && !level.returns;
    for (const Step* step = is_in_a_step ? level.strand.step : thread.next(); step != nullptr;
         step = thread.next()) {
      StepResult result{.at = cycle_};
      if (const auto* msr = std::get_if<step::Msr>(step)) {
        result.outcome = registers.write(msr->reg, msr->value, msr->context);
      } else if (const auto* mrs = std::get_if<step::Mrs>(step)) {
        const SysRegRead read = registers.read(mrs->reg, mrs->context);
        result = {.outcome = read.outcome, .value = read.value, .at = cycle_};
      }
      thread.complete(result);
    }
  }
}

bool Cpu::is_handling(InterruptLine line) const {
  const auto first = levels_.begin();
  return std::any_of(first, first + static_cast<std::ptrdiff_t>(depth_), [&](const auto& level) {
    return level->line == line;
  });
}

CycleTime Cpu::wake_edge() const {
  switch (state_) {
    case State::waiting:
      return attention_;
    case State::idle:
      return masked_ ? kNever : attention_;
    case State::running:
    case State::halted:
      return kNever;
  }
  return kNever;
}

void Cpu::wake_at(CycleTime edge) {
  cycle_ = std::max(cycle_, edge);
  state_ = State::running;
}

void Cpu::switch_to(TaskThread* next) {
  PMUSIM_EXPECT(depth_ == 1, "tasks are switched from the CPU's part of the stack");
  Level& bottom = *levels_.front();
  if (task_ != nullptr) {
    task_->masked = bottom.masked_before;
  }
  task_ = next;
  bottom.masked_before = next != nullptr && next->masked;
  task_over_ = next == nullptr;
}

void Cpu::pass_boundary() {
  do {
    if (attention_ <= cycle_ && !masked_) {
      take_interrupt();
    }
    if (state_ != State::running || !fetch_step()) {
      publish_line();
      return;
    }
  } while (attention_ <= cycle_ && !masked_);  // the scheduler has returned to a task just now
  open_span();
  publish_line();
  plan_span();
}

void Cpu::take_interrupt() {
  const TakenInterrupt taken = ports_.interrupts.take(cycle_);
  interrupts_changed();
  ++taken_[static_cast<std::size_t>(taken.line)];
  if (first_interrupts_.size() < kKeptInterrupts) {
    first_interrupts_.push_back(taken);
  }
  if (++interrupts_in_a_row_ > kLongestInterruptRun) {
    state_ = State::halted;
    task_over_ = true;
    return;
  }
  enter(taken);
}

void Cpu::enter(const TakenInterrupt& taken) {
  const InterruptHandler& handler = handlers_[static_cast<std::size_t>(taken.line)];
  PMUSIM_EXPECT(handler.code, "every interrupt has a handler");
  Level& level = push_level(handler.context);
  level.line = taken.line;
  level.strand.thread.start(handler.code(taken));
  context_ = handler.context;
  ports_.activity.synchronize_context();
}

Cpu::Level& Cpu::push_level(const ExecutionContext& context) {
  if (depth_ == levels_.size()) {
    levels_.push_back(std::make_unique<Level>());
  }
  Level& level = *levels_[depth_];
  ++depth_;
  deepest_ = std::max(deepest_, depth_);
  level.strand.remaining = 0;
  level.strand.context = context;
  level.line.reset();
  level.returns = false;
  level.masked_before = std::exchange(masked_, true);
  strand_ = &level.strand;
  return level;
}

void Cpu::pop_level() {
  --depth_;
  masked_ = levels_[depth_]->masked_before;
  strand_ = depth_ > 0 ? &levels_[depth_ - 1]->strand : task_;
}

bool Cpu::fetch_step() {
  while (next_step()) {
    const auto* run = std::get_if<step::Run>(strand_->step);
    ends_at_interrupt_ = run != nullptr && run->ends_at_interrupt;
    if (ends_at_interrupt_ && attention_ <= cycle_) {
      end_at_interrupt();
    }
    if (strand_->remaining > 0) {
      return true;
    }
  }
  task_over_ = true;
  state_ = State::idle;
  if (attention_ > cycle_) {
    interrupts_in_a_row_ = 0;  // the clock stops: they do not follow each other at once
  }
  return false;
}

bool Cpu::next_step() {
  for (;;) {
    if (strand_ == nullptr) {
      return false;
    }
    if (strand_->remaining > 0) {
      return true;
    }
    strand_->step = strand_->thread.next();
    if (strand_->step == nullptr) {
      if (depth_ == 0) {
        return false;
      }
      Level& level = *levels_[depth_ - 1];
      if (!level.line) {
        pop_level();
        continue;
      }
      level.returns = true;
      strand_->step = &kHandlerReturn;
    }
    strand_->remaining = cycles_of(*strand_->step);
    if (strand_->remaining > 0) {
      return true;
    }
    strand_->thread.complete({.at = cycle_});
  }
}

void Cpu::end_at_interrupt() {
  strand_->thread.complete({.remaining = Cycles{strand_->remaining}, .at = cycle_});
  strand_->remaining = 0;
}

void Cpu::open_span() {
  if (const ExecutionContext* named = context_of(*strand_->step)) {
    strand_->context = *named;
  }
  set_context(strand_->context);
  const auto* run = std::get_if<step::Run>(strand_->step);
  Work* work = run != nullptr ? run->work : &instruction_work_;
  if (work != open_work_ || context_ != open_context_) {
    open_work_ = work;
    open_context_ = context_;
    ports_.activity.begin(context_, *work->activity, work->executed);
  }
}

void Cpu::set_context(const ExecutionContext& context) {
  if (changes_level(context_, context)) {
    ports_.activity.synchronize_context();
  }
  context_ = context;
}

void Cpu::publish_line() {
  const bool level = ports_.activity.interrupt_level();
  if (level != line_) {
    line_ = level;
    ports_.interrupts.drive_pmu(cycle_, level);
    interrupts_changed();
  }
}

void Cpu::plan_span() {
  if (single_cycles_) {
    planned_ = 1;
    return;
  }
  std::uint64_t limit = std::min(strand_->remaining, kLongestSpan);
  if ((!masked_ || ends_at_interrupt_) && attention_ != kNever) {
    limit = std::min(limit, (attention_ - cycle_).count());
  }
  planned_ = ports_.activity.plan(Cycles{limit}).count();
}

void Cpu::count_cycles(std::uint64_t cycles) {
  ports_.activity.commit(Cycles{cycles});
  cycle_ = cycle_ + Cycles{cycles};
  executed_ += Cycles{cycles};
  open_work_->executed += cycles;
  strand_->remaining -= cycles;
  planned_ = 0;
  if (depth_ == 0) {
    interrupts_in_a_row_ = 0;
  }
}

void Cpu::commit(std::uint64_t cycles) {
  count_cycles(cycles);
  if (strand_->remaining == 0) {
    complete_step();
  }
}

void Cpu::complete_step() {
  if (depth_ > 0 && levels_[depth_ - 1]->returns) {
    return_from_interrupt();
    return;
  }
  StepResult result{.at = cycle_};
  TaskThread& strand = *strand_;  // Yield puts another on top
  std::visit([&](const auto& step) { perform(step, result); }, *strand.step);
  strand.thread.complete(result);
}

void Cpu::return_from_interrupt() {
  pop_level();
  context_ = strand_ != nullptr ? strand_->context : context_;
  ports_.activity.synchronize_context();
}

void Cpu::perform(const step::Run& /*run*/, StepResult& /*result*/) {}

void Cpu::perform(const step::Msr& msr, StepResult& result) {
  result.outcome = ports_.registers.write(msr.reg, msr.value, msr.context);
}

void Cpu::perform(const step::Mrs& mrs, StepResult& result) const {
  const SysRegRead read = ports_.registers.read(mrs.reg, mrs.context);
  result.outcome = read.outcome;
  result.value = read.value;
}

void Cpu::perform(const step::Isb& /*isb*/, StepResult& /*result*/) {
  ports_.activity.synchronize_context();
}

void Cpu::perform(const step::TakeException& exception, StepResult& /*result*/) {
  strand_->context = exception.to;
  context_ = exception.to;
  ports_.activity.synchronize_context();
}

void Cpu::perform(const step::Eret& eret, StepResult& /*result*/) {
  strand_->context = eret.to;
  context_ = eret.to;
  ports_.activity.synchronize_context();
}

void Cpu::perform(const step::SendIpi& ipi, StepResult& /*result*/) {
  ports_.ipis.send(id_, cycle_, ipi.target);
}

void Cpu::perform(const step::Mask& mask, StepResult& /*result*/) {
  masked_ = mask.masked;
}

void Cpu::perform(const step::Yield& /*yield*/, StepResult& /*result*/) {
  PMUSIM_EXPECT(depth_ == 0, "a task yields, not a handler");
  PMUSIM_EXPECT(scheduler_, "it yields to a scheduler");
  push_level(context_).strand.thread.start(scheduler_());
}

void Cpu::perform(const step::WaitForInterrupt& /*wait*/, StepResult& /*result*/) {
  publish_line();
  state_ = State::waiting;
}

}  // namespace pmusim
