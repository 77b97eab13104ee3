// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/timeline_recorder.h"

#include "models/common/expect.h"

namespace pmusim::engine {

Timeline timeline_of(const RunResult& result, const std::vector<std::unique_ptr<CpuUnit>>& units) {
  PMUSIM_EXPECT(result.cpus.size() == units.size(), "a result has every CPU");
  Timeline timeline;
  for (const PerfEventResult& event : result.events) {
    timeline.events.push_back(event.name);
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    const CpuResult& cpu = result.cpus[i];
    CpuTimeline& line = timeline.cpus.emplace_back();
    line.name = cpu.name;
    line.frequency_mhz = cpu.frequency_mhz;
    line.end = cpu.elapsed;
    for (const TakenInterrupt& taken : units[i]->cpu().first_interrupts()) {
      line.interrupts.push_back({taken.line, taken.raised, taken.taken});
    }
    timeline.left_out += cpu.interrupts_taken - line.interrupts.size();
  }
  return timeline;
}

}  // namespace pmusim::engine
