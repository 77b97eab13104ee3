// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/timed_code.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "models/common/expect.h"
#include "models/isa/program.h"
#include "models/memory/timed/pipeline_events.h"

namespace pmusim::memory {

TimedCode::TimedCode(SharedMemory& shared,
                     CpuId cpu,
                     const MicroProgram& program,
                     const std::array<std::uint64_t, 31>& registers,
                     Cycles longest)
    : shared_{shared},
      pipeline_{shared.pipeline(cpu)},
      cpu_{cpu},
      program_{program},
      longest_{longest} {
  std::ranges::copy(registers, first_.registers.begin());
  place_ = first_;
}

void TimedCode::begin() {
  PMUSIM_EXPECT(!is_in_flight_, "a run ends before the next one begins");
  place_ = first_;
  fault_.reset();
  cycles_ = Cycles{0};
}

Cycles TimedCode::act(CycleTime now) {
  if (!is_in_flight_) {
    pipeline_.resume(program_, place_, now.count());
    is_in_flight_ = true;
  }
  if (has_run_too_long()) {
    pipeline_.stop_fetching();
  }
  before_ = pipeline_.counts();
  shared_.step(cpu_, now);
  acted_ = acts_next_;
  const bool rests = pipeline_.has_finished();
  const std::uint64_t cycles = rests ? 1 : pipeline_.wake() - now.count();
  if (rests) {
    is_in_flight_ = false;
    place_ = pipeline_.place();
    fault_ = pipeline_.fault();
  }
  acts_next_ += cycles;
  cycles_ += Cycles{cycles};
  return Cycles{cycles};
}

bool TimedCode::is_over() const {
  return !is_in_flight_ &&
         (place_.next >= program_.size() || fault_.has_value() || has_run_too_long());
}

void TimedCode::drain() {
  if (is_in_flight_) {
    pipeline_.stop_fetching();
  }
}

StreamView TimedCode::view(EventId event, std::uint64_t from, std::uint64_t /*wanted*/) {
  const PipelineEvent* const row = find_pipeline_event(event);
  if (row == nullptr) {
    return {.cycles = std::numeric_limits<std::uint64_t>::max()};
  }
  const bool is_known = from >= acted_ && from < acts_next_;
  PMUSIM_EXPECT(is_known, "asked for cycles that are not known");
  const std::uint64_t total = row->of(pipeline_.counts());
  const std::uint64_t waiting = row->of(pipeline_.asleep());
  const bool acts = from == acted_;
  const std::uint64_t now = total - row->of(before_) - (acts_next_ - acted_ - 1) * waiting;
  const auto amount = static_cast<std::uint32_t>(acts ? now : waiting);
  return {.greatest = std::max<std::uint32_t>(amount, total > 0 ? 1 : 0),
          .cycles = acts ? 1 : acts_next_ - from,
          .amount = amount};
}

std::optional<std::string> TimedCode::failure() const {
  if (fault_) {
    const isa::Instruction& instruction = program_.program().code[fault_->instruction];
    return fmt::format("{}: {}", isa::to_text(instruction), fault_->what);
  }
  if (has_run_too_long() && place_.next < program_.size()) {
    return fmt::format("not at its end after {} cycles", longest_.count());
  }
  return std::nullopt;
}

}  // namespace pmusim::memory
