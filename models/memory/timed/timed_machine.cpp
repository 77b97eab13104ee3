// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/timed_machine.h"

#include <algorithm>

#include <fmt/format.h>

namespace pmusim::memory {

TimedMachine::TimedMachine(const ConcurrentProgram& program, const Latencies& latencies)
    : program_{&program}, latencies_{latencies} {
  programs_.reserve(program.threads.size());
  for (const Thread& thread : program.threads) {
    programs_.emplace_back(thread.program);
  }
  for (const Location& location : program.locations) {
    memory_.map(location.address, location.size);
  }
}

void TimedMachine::start(std::uint64_t seed) {
  memory_.clear();
  for (const Location& location : program_->locations) {
    memory_.initialise(location.address, location.size, location.initial);
  }
  const CounterRandom random{seed};
  pipelines_.clear();
  pipelines_.reserve(program_->threads.size());
  for (std::size_t i = 0; i < program_->threads.size(); ++i) {
    pipelines_.emplace_back(static_cast<unsigned>(i), memory_, latencies_, random.child(i));
    pipelines_.back().start(programs_[i], program_->threads[i].registers, 0);
    if (!retired_.empty()) {
      retired_[i].clear();
      pipelines_.back().observe_retirement(&retired_[i]);
    }
    pipelines_.back().observe_accesses(observer_);
  }
}

TimedMachine::End TimedMachine::advance(std::uint64_t limit) {
  for (;;) {
    std::uint64_t now = Pipeline::kNever;
    for (const Pipeline& pipeline : pipelines_) {
      now = std::min(now, pipeline.wake());
    }
    if (now == Pipeline::kNever) {
      break;
    }
    if (now > limit) {
      return End::cycle_limit;
    }
    for (Pipeline& pipeline : pipelines_) {
      if (pipeline.wake() == now) {
        pipeline.step(now);
      }
    }
    for (Pipeline& pipeline : pipelines_) {
      pipeline.settle_lines();
    }
    for (Pipeline& pipeline : pipelines_) {
      if (pipeline.has_effects()) {
        pipeline.publish(now);
      }
    }
  }
  const bool is_faulty = std::ranges::any_of(
      pipelines_, [](const Pipeline& pipeline) { return pipeline.fault().has_value(); });
  return is_faulty ? End::fault : End::finished;
}

std::uint64_t TimedMachine::value(const Observable& what) const {
  if (what.kind == Observable::Kind::location) {
    const Location& location = program_->locations[what.location];
    return memory_.read(location.address, location.size);
  }
  return pipelines_[what.thread].value(what.reg);
}

FinalState TimedMachine::values(const std::vector<Observable>& observed) const {
  FinalState state;
  state.reserve(observed.size());
  for (const Observable& what : observed) {
    state.push_back(value(what));
  }
  return state;
}

std::string TimedMachine::fault() const {
  for (std::size_t i = 0; i < pipelines_.size(); ++i) {
    if (const auto& fault = pipelines_[i].fault()) {
      return fmt::format("thread {}, {}: {}",
                         i,
                         isa::to_text(program_->threads[i].program.code[fault->instruction]),
                         fault->what);
    }
  }
  return {};
}

std::uint64_t TimedMachine::instructions() const {
  std::uint64_t sum = 0;
  for (const Pipeline& pipeline : pipelines_) {
    sum += pipeline.counts().inst_retired;
  }
  return sum;
}

}  // namespace pmusim::memory
