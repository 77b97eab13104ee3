// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/timeline_builder.h"

#include "models/common/expect.h"

namespace pmusim::engine {

std::vector<std::string> task_names(const scenario::Scenario& scenario) {
  std::vector<std::string> names;
  names.reserve(scenario.tasks.size() + 1);
  for (const scenario::TaskSpec& task : scenario.tasks) {
    names.push_back(task.name);
  }
  for (const scenario::GuestSpec& guest : scenario.guests) {
    for (const scenario::VcpuSpec& vcpu : guest.vcpus) {
      names.push_back(vcpu.name);
    }
  }
  names.emplace_back("idle");
  return names;
}

Timeline timeline_of(const scenario::Scenario& scenario,
                     const RunResult& result,
                     const std::vector<std::unique_ptr<CpuUnit>>& units) {
  PMUSIM_EXPECT(result.cpus.size() == units.size(), "a result has every CPU");
  Timeline timeline;
  timeline.tasks = task_names(scenario);
  for (const PerfEventResult& event : result.events) {
    timeline.events.push_back(event.name);
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    CpuTimeline& line = timeline.cpus.emplace_back();
    line.name = result.cpus[i].name;
    line.frequency_mhz = result.cpus[i].frequency_mhz;
    line.end = result.cpus[i].elapsed;
    PMUSIM_EXPECT(units[i]->recorder() != nullptr, "a run that hands out a timeline recorded one");
    timeline.left_out += units[i]->recorder()->hand_over(line);
  }
  return timeline;
}

}  // namespace pmusim::engine
