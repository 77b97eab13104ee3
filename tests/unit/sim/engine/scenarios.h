// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/activity/events.h"
#include "sim/scenario/scenario.h"

namespace pmusim::test {

inline constexpr ExecutionContext kUser{.level = ExceptionLevel::el0};
inline constexpr ExecutionContext kKernel{.level = ExceptionLevel::el1};
inline constexpr ExecutionContext kHypervisor{.level = ExceptionLevel::el2};
inline constexpr EventId kStallSlot{0x3f};

inline scenario::Item run_item(const ExecutionContext& context,
                               std::uint64_t cycles,
                               std::size_t activity = 0) {
  return {scenario::RunItem{.context = context, .cycles = Cycles{cycles}, .activity = activity}};
}

inline scenario::Item msr_item(const ExecutionContext& context, std::string reg, RegValue value) {
  return {scenario::MsrItem{.context = context, .reg = std::move(reg), .value = value}};
}

inline scenario::Item mrs_item(const ExecutionContext& context, std::string reg, std::string name) {
  return {scenario::MrsItem{.context = context, .reg = std::move(reg), .name = std::move(name)}};
}

/// `cpus` CPUs at 1 GHz, so that cycle i ends at i ns, and one activity: a STALL_SLOT amount of 3
/// in every cycle.
inline scenario::Scenario plain_scenario(std::size_t cpus = 1) {
  scenario::Scenario scenario;
  scenario.file = "test.json";
  scenario.name = "test";
  scenario.vhe = false;
  for (std::size_t i = 0; i < cpus; ++i) {
    scenario::CpuSpec cpu;
    cpu.name = "cpu" + std::to_string(i);
    cpu.type = "big";
    scenario.cpus.push_back(cpu);
  }
  scenario::ActivitySpec activity;
  activity.streams.push_back({kStallSlot, scenario::ConstantStream{3}});
  activity.streams.push_back({kInstRetired, scenario::ConstantStream{1}});
  scenario.activities.push_back(activity);
  return scenario;
}

/// Gives `cpu` a task.
inline void add_task(scenario::Scenario& scenario,
                     std::uint16_t cpu,
                     std::vector<scenario::Item> body,
                     std::uint64_t repeat = 1) {
  scenario::TaskSpec task;
  task.name = "task" + std::to_string(scenario.tasks.size());
  task.stream = task.name;
  task.cpus = {CpuId{cpu}};
  task.body = std::move(body);
  task.repeat = repeat;
  scenario.tasks.push_back(std::move(task));
}

/// Counts `events` on all CPUs.
inline void add_perf(scenario::Scenario& scenario,
                     const std::vector<scenario::PerfEventSpec>& events) {
  scenario::PerfSpec perf;
  for (std::size_t i = 0; i < scenario.cpus.size(); ++i) {
    perf.cpus.emplace_back(static_cast<std::uint16_t>(i));
  }
  perf.events = events;
  scenario.perf.push_back(std::move(perf));
}

}  // namespace pmusim::test
