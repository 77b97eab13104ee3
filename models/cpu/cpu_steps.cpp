// SPDX-License-Identifier: Apache-2.0
//
// What a step does when its last cycle has ended, and at the end of a run.
#include "models/common/expect.h"
#include "models/cpu/cpu.h"

namespace pmusim {

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

void Cpu::perform(const step::Run& /*run*/, StepResult& /*result*/) {}

void Cpu::perform(const step::Code& /*code*/, StepResult& /*result*/) {}

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
