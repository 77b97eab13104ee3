// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "sim/scenario/scenario.h"
#include "tests/bench/sim/figures.h"

namespace pmusim::bench {

namespace {

using namespace scenario;

constexpr std::uint16_t kCpus = 4;
constexpr std::uint64_t kTurns = 20;

void add_task(Scenario& scenario, std::size_t number) {
  TaskSpec task;
  task.name = "task" + std::to_string(number);
  task.stream = task.name;
  task.cpus = {CpuId{static_cast<std::uint16_t>(number % kCpus)}};
  task.body = {{RunItem{{.level = ExceptionLevel::el0}, Cycles{20'000}, 0}},
               {SyscallItem{Cycles{500}}},
               {YieldItem{}}};
  task.repeat = kTurns;
  PerfSpec perf;
  perf.task = task.name;
  for (const char* event : {"instructions", "cycles"}) {
    PerfEventSpec spec;
    spec.name = task.name + ":" + event;
    spec.event = event;
    perf.events.push_back(std::move(spec));
  }
  scenario.tasks.push_back(std::move(task));
  scenario.perf.push_back(std::move(perf));
}

Scenario tasks_with_events(std::size_t tasks) {
  Scenario scenario;
  scenario.file = "bench";
  scenario.name = "tasks";
  for (std::uint16_t number = 0; number < kCpus; ++number) {
    CpuSpec cpu;
    cpu.name = "cpu" + std::to_string(number);
    cpu.type = "big";
    scenario.cpus.push_back(std::move(cpu));
  }
  ActivitySpec activity;
  activity.streams.push_back({EventId{0x08}, ConstantStream{2}});
  scenario.activities.push_back(std::move(activity));
  scenario.linux_kernel.emplace();
  for (std::size_t number = 0; number < tasks; ++number) {
    add_task(scenario, number);
  }
  return scenario;
}

}  // namespace

void task_figures(Figures& figures) {
  constexpr std::size_t kFewTasks = 250;
  const auto tasks_at_size = [&](std::size_t tasks) {
    return simulation(tasks_with_events(std::max<std::size_t>(1, tasks / figures.shrink)));
  };
  for (const std::size_t tasks : {kFewTasks, 4 * kFewTasks, 16 * kFewTasks}) {
    const auto medians =
        medians_of({tasks_at_size(tasks), tasks_at_size(kFewTasks)}, figures.rounds);
    const double turn = medians[0].seconds / static_cast<double>(tasks * kTurns) * 1e6;
    const double few = medians[1].seconds / static_cast<double>(kFewTasks * kTurns) * 1e6;
    figures.table.add({.what = fmt::format("{} tasks with two events each, 4 CPUs", tasks),
                       .measured = digits(turn) + " us a turn",
                       .reference = fmt::format("{} tasks: {} us", kFewTasks, digits(few)),
                       .ratio = few / turn,
                       .checksum = medians[0].checksum,
                       .ok = medians[0].ok && medians[1].ok});
  }
}

}  // namespace pmusim::bench
