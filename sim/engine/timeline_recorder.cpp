// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/timeline_recorder.h"

#include <utility>

namespace pmusim::engine {
namespace {

/// But for the cycles.
bool is_same_place(const CpuTimeline::ContextSpan& a, const CpuTimeline::ContextSpan& b) {
  return a.level == b.level && a.security == b.security && a.world == b.world && a.task == b.task;
}

}  // namespace

TimelineRecorder::TimelineRecorder(ActivityPort& activity,
                                   InterruptPort& interrupts,
                                   const Cpu& cpu,
                                   std::uint32_t idle_task,
                                   std::size_t most)
    : activity_{activity}, interrupts_{interrupts}, cpu_{cpu}, idle_task_{idle_task}, most_{most} {
  here_.task = idle_task;
}

void TimelineRecorder::set_software(World world, std::uint32_t task) {
  here_.world = world;
  here_.task = task;
}

std::uint64_t TimelineRecorder::hand_over(CpuTimeline& line) {
  idle_until(line.end);
  line.contexts = std::move(recorded_.contexts);
  line.interrupts = std::move(recorded_.interrupts);
  return left_out_;
}

void TimelineRecorder::add(const CpuTimeline::ContextSpan& span) {
  end_ = span.end;
  auto& contexts = recorded_.contexts;
  if (!contexts.empty() && is_same_place(contexts.back(), span) &&
      contexts.back().end == span.first) {
    contexts.back().end = span.end;
  } else if (contexts.size() < most_) {
    contexts.push_back(span);
  } else {
    ++left_out_;
  }
}

void TimelineRecorder::idle_until(CycleTime cycle) {
  if (end_ < cycle) {
    CpuTimeline::ContextSpan idle = last_;
    idle.first = end_;
    idle.end = cycle;
    idle.world = World::idle;
    idle.task = idle_task_;
    add(idle);
  }
}

void TimelineRecorder::begin(const ExecutionContext& context,
                             ActivitySource& activity,
                             std::uint64_t from) {
  here_.level = context.level;
  here_.security = context.security;
  activity_.begin(context, activity, from);
}

Cycles TimelineRecorder::plan(Cycles limit) {
  return activity_.plan(limit);
}

void TimelineRecorder::commit(Cycles elapsed) {
  idle_until(cpu_.cycle());
  here_.first = cpu_.cycle();
  here_.end = here_.first + elapsed;
  add(here_);
  last_ = here_;
  activity_.commit(elapsed);
}

bool TimelineRecorder::interrupt_level() const {
  return activity_.interrupt_level();
}

void TimelineRecorder::synchronize_context() {
  activity_.synchronize_context();
}

void TimelineRecorder::drive_pmu(CycleTime at, bool level) {
  interrupts_.drive_pmu(at, level);
}

CycleTime TimelineRecorder::first_visible() const {
  return interrupts_.first_visible();
}

TakenInterrupt TimelineRecorder::take(CycleTime now) {
  const TakenInterrupt taken = interrupts_.take(now);
  if (recorded_.interrupts.size() < most_) {
    recorded_.interrupts.push_back({taken.line, taken.raised, taken.taken});
  } else {
    ++left_out_;
  }
  return taken;
}

}  // namespace pmusim::engine
