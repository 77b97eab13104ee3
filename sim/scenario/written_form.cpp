// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/written_form.h"

#include <algorithm>

#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {
namespace {

namespace wf = written_form;

wf::CpuSet to_set(const std::vector<CpuId>& cpus, std::size_t count) {
  bool in_order = cpus.size() == count;
  for (std::size_t i = 0; i < cpus.size() && in_order; ++i) {
    in_order = cpus[i].value() == i;
  }
  return in_order ? wf::CpuSet{} : wf::CpuSet{false, cpus};
}

template <class T>
void put_context(T& out, const ExecutionContext& context) {
  out.level = static_cast<std::uint32_t>(context.level);
  out.security = context.security;
  out.secure_el2_enabled = context.secure_el2_enabled;
  out.tge = context.tge;
  out.debug_state = context.debug_state;
}

class ItemWriter {
 public:
  explicit ItemWriter(const Scenario& scenario) : scenario_{scenario} {}

  [[nodiscard]] std::vector<wf::Item> body(const std::vector<Item>& items) const {
    std::vector<wf::Item> out;
    out.reserve(items.size());
    for (const Item& item : items) {
      out.push_back(std::visit(*this, item.what));
    }
    return out;
  }

  wf::Item operator()(const RunItem& run) const {
    wf::Run out;
    put_context(out, run.context);
    out.cycles = run.cycles;
    const ActivitySpec& activity = scenario_.activities[run.activity];
    if (activity.name.empty()) {
      out.activity = activity;
    } else {
      out.activity = activity.name;
    }
    return {out};
  }

  wf::Item operator()(const MsrItem& msr) const {
    wf::Msr out;
    put_context(out, msr.context);
    out.reg = msr.reg;
    out.value = msr.value;
    return {out};
  }

  wf::Item operator()(const MrsItem& mrs) const {
    wf::Mrs out;
    put_context(out, mrs.context);
    out.reg = mrs.reg;
    out.name = mrs.name;
    return {out};
  }

  wf::Item operator()(const IsbItem& /*item*/) const { return {wf::Word::isb}; }

  wf::Item operator()(const IpiItem& ipi) const {
    wf::Ipi out;
    out.target = ipi.target;
    return {out};
  }

  wf::Item operator()(const MaskItem& item) const {
    return {item.masked ? wf::Word::mask : wf::Word::unmask};
  }

  wf::Item operator()(const WaitItem& /*item*/) const { return {wf::Word::wait}; }

  wf::Item operator()(const RepeatItem& repeat) const {
    wf::Repeat out;
    out.times = repeat.times;
    out.body = body(repeat.body);
    return {out};
  }

 private:
  const Scenario& scenario_;
};

wf::CpuGroup to_group(const CpuSpec& cpu, const ItemWriter& items) {
  wf::CpuGroup group;
  group.type = cpu.type;
  group.frequency_mhz = cpu.frequency_mhz;
  group.timer_period_ns = cpu.timer_period_ns;
  group.ipi_latency_ns = cpu.ipi_latency_ns;
  group.registers = cpu.registers;
  for (std::size_t source = 0; source < kInterruptSources; ++source) {
    put_context(group.handlers[source], cpu.handlers[source].context);
    group.handlers[source].body = items.body(cpu.handlers[source].body);
  }
  return group;
}

wf::CpuType to_type(const CpuSpec& cpu) {
  wf::CpuType type;
  type.pmu.config = cpu.pmu;
  type.pmu.threshold_bits = cpu.pmu.threshold_bits;
  type.pmu.irq_skid = cpu.irq_skid;
  const bool as_pseudocode = cpu.pmu.readings == readings_of(PmuProfile::pseudocode);
  type.pmu.profile = as_pseudocode ? PmuProfile::pseudocode : PmuProfile::manual;
  for (const ReadingDesc& reading : reading_table()) {
    type.pmu.readings.emplace_back(cpu.pmu.readings.*reading.flag);
  }
  return type;
}

/// CPUs one after the other that are written alike become one group.
wf::Platform to_platform(const Scenario& scenario, const ItemWriter& items) {
  wf::Platform platform;
  platform.cpus.clear();
  std::string previous;
  for (const CpuSpec& cpu : scenario.cpus) {
    const wf::CpuGroup group = to_group(cpu, items);
    std::string text = written(*cpu_group_codec(), group);
    if (text == previous) {
      ++platform.cpus.back().count;
    } else {
      platform.cpus.push_back(group);
    }
    previous = std::move(text);
    const auto same = [&](const auto& type) { return type.first == cpu.type; };
    if (std::ranges::none_of(platform.cpu_types, same)) {
      platform.cpu_types.emplace_back(cpu.type, to_type(cpu));
    }
  }
  return platform;
}

wf::Task to_task(const TaskSpec& task, const ItemWriter& items, std::size_t cpus) {
  wf::Task out;
  out.name = task.name;
  out.stream = task.stream;
  out.cpus = to_set(task.cpus, cpus);
  out.body = items.body(task.body);
  out.repeat = task.repeat;
  return out;
}

wf::Perf to_perf(const PerfSpec& perf, std::size_t cpus) {
  wf::Perf out;
  out.cpus = to_set(perf.cpus, cpus);
  for (const PerfEventSpec& spec : perf.events) {
    wf::PerfEvent event;
    event.name = spec.name;
    event.event = spec.event;
    event.period = spec.period;
    out.events.emplace_back(event);
  }
  return out;
}

}  // namespace

wf::ScenarioFile to_written_form(const Scenario& scenario) {
  const ItemWriter items{scenario};
  wf::ScenarioFile file;
  file.name = scenario.name;
  file.purpose = scenario.purpose;
  file.seed = scenario.seed;
  file.platform = to_platform(scenario, items);
  file.pmu_write_effect = scenario.pmu_write_effect;
  file.kernel.vhe = scenario.vhe;
  for (const ActivitySpec& activity : scenario.activities) {
    if (!activity.name.empty()) {
      file.activities.emplace_back(activity.name, activity);
    }
  }
  for (const TaskSpec& task : scenario.tasks) {
    file.tasks.push_back(to_task(task, items, scenario.cpus.size()));
  }
  for (const PerfSpec& perf : scenario.perf) {
    file.perf.push_back(to_perf(perf, scenario.cpus.size()));
  }
  file.end_ns = scenario.end_ns;
  file.expect = scenario.expect;
  return file;
}

}  // namespace pmusim::scenario
