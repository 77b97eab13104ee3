// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/perf_system.h"

#include <algorithm>
#include <utility>

#include "kernel_model/perf/open_checks.h"
#include "models/common/expect.h"

namespace pmusim::kernel {

namespace {

constexpr std::size_t kMostPmus = 64;  // bits of PerfContext::pmus

}  // namespace

std::uint32_t PerfSystem::register_pmu(const PmuType& pmu) {
  PMUSIM_EXPECT(pmus_.size() < kMostPmus, "a machine has few PMUs");
  pmus_.push_back(&pmu);
  return abi::kPerfTypeFirstDynamic + static_cast<std::uint32_t>(pmus_.size() - 1);
}

Result<EventIndex> PerfSystem::open(const OpenRequest& request) {
  PerfEvent event;
  event.index = static_cast<EventIndex>(opened_.size());
  event.name = request.name;
  event.attr = request.attr;
  event.cpu = request.cpu;
  event.task = request.task;
  event.state = request.attr.disabled ? EventState::off : EventState::inactive;
  event.leader = &event;
  set_first_period(event);
  if (auto allowed = check_request(request, config_); !allowed) {
    return tl::unexpected{allowed.error()};
  }
  if (request.group_leader) {
    if (*request.group_leader >= opened_.size()) {
      return fail(ErrorCode::invalid_input, "perf_event_open", "EBADF: no such group leader");
    }
    event.leader = opened_[*request.group_leader];
  }
  if (auto taken = init_event(event); !taken) {
    return tl::unexpected{taken.error()};
  }
  if (auto joined = check_sibling(event); !joined) {
    return tl::unexpected{joined.error()};
  }
  const bool leads = event.is_leader();
  storage_.push_back(std::move(event));
  PerfEvent& stored = storage_.back();
  if (leads) {
    stored.leader = &stored;
  }
  opened_.push_back(&stored);
  with_children_.push_back({&stored});
  attach(stored);
  return stored.index;
}

/// @linux v6.18 kernel/events/core.c perf_init_event
Result<void> PerfSystem::init_event(PerfEvent& event) {
  std::uint32_t type = event.attr.type;
  if (type == abi::kPerfTypeSoftware) {
    event.pmu = kSoftwarePmu;
    return check_software(event.attr);
  }
  if (type == abi::kPerfTypeHardware && event.attr.config >> 32U != 0) {
    type = static_cast<std::uint32_t>(event.attr.config >> 32U);
    event.attr.config &= 0xffff'ffffU;
  }
  if (type >= abi::kPerfTypeFirstDynamic) {
    event.pmu = type - abi::kPerfTypeFirstDynamic;
    return event.pmu < pmus_.size() ? pmus_[event.pmu]->event_init(event)
                                    : fail(ErrorCode::invalid_input,
                                           "perf_event_open",
                                           "ENOENT: no PMU of type " + std::to_string(type));
  }
  Result<void> answer = fail(ErrorCode::invalid_input,
                             "perf_event_open",
                             "ENOENT: no PMU takes events of type " + std::to_string(type));
  // The newest stands first in the kernel's list.
  for (std::size_t pmu = pmus_.size(); pmu-- > 0;) {
    event.pmu = pmu;
    answer = pmus_[pmu]->event_init(event);
    if (answer || errno_of(answer.error()) != "ENOENT") {
      return answer;
    }
  }
  return answer;
}

Result<void> PerfSystem::check_period(EventIndex event, std::uint64_t period) const {
  const abi::PerfEventAttr& attr = opened_[event]->attr;
  if (!opened_[event]->is_sampling() || period == 0) {
    return fail(ErrorCode::invalid_input,
                "PERF_EVENT_IOC_PERIOD",
                "EINVAL: only a sampling event has a period, and it is not 0");
  }
  return check_sampling(attr.freq, period, config_);
}

PerfContext& PerfSystem::context_for(const PerfEvent& event) {
  if (event.task == kNoTask) {
    return cpu_contexts_[event.cpu.value_or(CpuId{})];  // open has seen that it is there
  }
  PerfContext& context = task_contexts_[event.task];
  context.task = event.task;
  return context;
}

void PerfSystem::attach(PerfEvent& event) {
  PerfContext& context = context_for(event);
  event.context = &context;
  event.time_stamp = context.time;
  if (event.pmu != kSoftwarePmu) {
    context.pmus |= std::uint64_t{1} << event.pmu;
  }
  if (!event.is_leader()) {
    event.leader->siblings.push_back(&event);
    return;
  }
  (event.attr.pinned ? context.pinned : context.flexible).push_back(&event);
}

void PerfSystem::clone_for_child(TaskIndex parent, TaskIndex child) {
  const PerfContext* context = task_context(parent);
  if (context == nullptr) {
    return;
  }
  std::vector<PerfEvent*> leaders = context->pinned;
  leaders.insert(leaders.end(), context->flexible.begin(), context->flexible.end());
  for (PerfEvent* leader : leaders) {
    if (!leader->attr.inherit) {
      continue;
    }
    PerfEvent& cloned = inherit(*leader, child, nullptr);
    for (PerfEvent* sibling : leader->siblings) {
      inherit(*sibling, child, &cloned);
    }
  }
}

PerfEvent& PerfSystem::inherit(PerfEvent& from, TaskIndex child, PerfEvent* leader) {
  PerfEvent& clone = storage_.emplace_back();
  clone.index = from.index;
  clone.name = from.name;
  clone.attr = from.attr;
  clone.cpu = from.cpu;
  clone.task = child;
  clone.pmu = from.pmu;
  clone.parent = from.parent != nullptr ? from.parent : &from;
  clone.leader = leader != nullptr ? leader : &clone;
  clone.state = from.state >= EventState::inactive ? EventState::inactive : EventState::off;
  clone.hw = from.hw;
  with_children_[clone.index].push_back(&clone);
  attach(clone);
  return clone;
}

EventTotals PerfSystem::totals(EventIndex index) const {
  EventTotals sum;
  for (const PerfEvent* event : with_children_[index]) {
    const EventTimes times = times_of(*event);
    sum.count += event->count;
    sum.time_enabled += times.enabled;
    sum.time_running += times.running;
    sum.overflows += event->overflows;
    sum.samples += event->samples;
    sum.guest_samples += event->guest_samples;
    sum.throttles += event->throttles;
  }
  return sum;
}

PerfContext* PerfSystem::task_context(TaskIndex task) {
  const auto found = task_contexts_.find(task);
  return found != task_contexts_.end() ? &found->second : nullptr;
}

PerfContext& PerfSystem::cpu_context(CpuId cpu) {
  return cpu_contexts_[cpu];
}

std::optional<std::size_t> PerfSystem::pmu_of(CpuId cpu) const {
  const auto found =
      std::ranges::find_if(pmus_, [cpu](const PmuType* pmu) { return pmu->supports(cpu); });
  return found != pmus_.end() ? std::optional{static_cast<std::size_t>(found - pmus_.begin())}
                              : std::nullopt;
}

}  // namespace pmusim::kernel
