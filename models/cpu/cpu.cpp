// SPDX-License-Identifier: Apache-2.0
#include "models/cpu/cpu.h"

#include <algorithm>
#include <utility>

#include "models/common/code_port.h"
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

/// The program that the strand executes on the pipeline, or nullptr.
CodePort* code_of(const TaskThread* strand) {
  const bool has_step = strand != nullptr && strand->step != nullptr;
  const auto* code = has_step ? std::get_if<step::Code>(strand->step) : nullptr;
  return code != nullptr ? code->code : nullptr;
}

/// The context that a step names, or nullptr when it runs where the software already is.
const ExecutionContext* context_of(const Step& step) {
  if (const auto* run = std::get_if<step::Run>(&step)) {
    return &run->context;
  }
  if (const auto* code = std::get_if<step::Code>(&step)) {
    return &code->context;
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
    if (can_take_interrupt()) {
      take_interrupt();
    }
    if (state_ != State::running || !fetch_step()) {
      publish_line();
      return;
    }
  } while (can_take_interrupt());  // the scheduler has returned to a task just now
  act();
  open_span();
  publish_line();
  plan_span();
}

/// One is visible and not masked. A program on the pipeline has to come to a boundary of
/// instructions first.
bool Cpu::can_take_interrupt() {
  if (attention_ > cycle_ || masked_) {
    return false;
  }
  CodePort* const code = code_of(strand_);
  if (code == nullptr) {
    return true;
  }
  code->drain();
  return strand_->remaining == 0 && code->is_drained();
}

/// A program whose last stretch is over does something in the cycle to come.
void Cpu::act() {
  if (CodePort* const code = code_of(strand_); code != nullptr && strand_->remaining == 0) {
    strand_->remaining = code->act(cycle_).count();
  }
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
    if (strand_->remaining > 0 || code_of(strand_) != nullptr) {
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
    if (strand_->remaining > 0 || code_of(strand_) != nullptr) {
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
    if (CodePort* const code = code_of(strand_)) {
      code->begin();
      return true;
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
  Work* work = &instruction_work_;
  if (const auto* run = std::get_if<step::Run>(strand_->step)) {
    work = run->work;
  } else if (const auto* code = std::get_if<step::Code>(strand_->step)) {
    work = code->work;
  }
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
  // One that is visible already waits for a program on the pipeline.
  if ((!masked_ || ends_at_interrupt_) && attention_ != kNever && attention_ > cycle_) {
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
  TaskThread& strand = *strand_;  // Yield puts another on top
  if (const CodePort* const code = code_of(strand_); code != nullptr && !code->is_over()) {
    return;  // it acts again
  }
  StepResult result{.at = cycle_};
  std::visit([&](const auto& step) { perform(step, result); }, *strand.step);
  strand.step = nullptr;
  strand.thread.complete(result);
}

void Cpu::return_from_interrupt() {
  pop_level();
  context_ = strand_ != nullptr ? strand_->context : context_;
  ports_.activity.synchronize_context();
}

}  // namespace pmusim
