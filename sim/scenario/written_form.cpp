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

  [[nodiscard]] wf::ActivityUse activity(std::size_t index) const {
    const ActivitySpec& activity = scenario_.activities[index];
    return activity.name.empty() ? wf::ActivityUse{activity} : wf::ActivityUse{activity.name};
  }

  wf::Item operator()(const RunItem& run) const {
    wf::Run out;
    put_context(out, run.context);
    out.cycles = run.cycles;
    out.activity = activity(run.activity);
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

  wf::Item operator()(const CodeItem& item) const {
    wf::CodeUse out;
    put_context(out, item.context);
    out.code = scenario_.codes[item.code].name;
    out.times = item.times;
    return {out};
  }

  wf::Item operator()(const RepeatItem& repeat) const {
    wf::Repeat out;
    out.times = repeat.times;
    out.body = body(repeat.body);
    return {out};
  }

  wf::Item operator()(const SyscallItem& item) const {
    wf::Syscall out;
    out.cycles = item.cycles;
    return {out};
  }

  wf::Item operator()(const SleepItem& item) const {
    wf::Sleep out;
    out.ns = item.ns;
    return {out};
  }

  wf::Item operator()(const MigrateItem& item) const {
    wf::Migrate out;
    out.target = item.target;
    return {out};
  }

  wf::Item operator()(const YieldItem& /*item*/) const { return {wf::Word::yield}; }

  wf::Item operator()(const ExitItem& item) const {
    switch (item.kind) {
      case ExitItem::Kind::host:
        return {wf::Word::exit};
      case ExitItem::Kind::fixup:
        return {wf::Word::fixup_exit};
      case ExitItem::Kind::user:
        return {wf::Word::exit_to_user};
    }
    return {};
  }

  wf::Item operator()(const MonitorItem& item) const {
    wf::Monitor out;
    out.cycles = item.cycles;
    out.activity = activity(item.activity);
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
  out.parent = task.parent;
  out.body = items.body(task.body);
  out.repeat = task.repeat;
  return out;
}

wf::Guest to_guest(const GuestSpec& guest, const ItemWriter& items, std::size_t cpus) {
  wf::Guest out;
  out.name = guest.name;
  for (const VcpuSpec& spec : guest.vcpus) {
    wf::Vcpu vcpu;
    vcpu.cpus = to_set(spec.cpus, cpus);
    vcpu.stream = spec.stream;
    vcpu.body = items.body(spec.body);
    vcpu.repeat = spec.repeat;
    out.vcpus.push_back(vcpu);
  }
  return out;
}

/// Events one after the other with one number are one group.
std::vector<wf::PerfElement> to_elements(const std::vector<PerfEventSpec>& events) {
  std::vector<wf::PerfElement> out;
  std::optional<std::uint32_t> open;
  for (const PerfEventSpec& spec : events) {
    wf::PerfEvent event;
    event.name = spec.name;
    event.event = spec.event;
    event.period = spec.period;
    event.frequency = spec.frequency;
    event.exclude = spec.exclude;
    if (!spec.group) {
      out.emplace_back(event);
    } else {
      if (spec.group != open) {
        out.emplace_back(wf::PerfGroup{});
      }
      std::get<wf::PerfGroup>(out.back()).events.emplace_back(event);
    }
    open = spec.group;
  }
  return out;
}

wf::Perf to_perf(const PerfSpec& perf, std::size_t cpus) {
  wf::Perf out;
  if (!perf.task) {
    out.cpus = to_set(perf.cpus, cpus);
  }
  out.task = perf.task;
  out.inherit = perf.inherit;
  out.events = to_elements(perf.events);
  return out;
}

wf::Kernel to_kernel(const Scenario& scenario, const ItemWriter& items) {
  constexpr std::uint64_t kNanosecondsPerMicrosecond = 1'000;
  constexpr std::uint64_t kNanosecondsPerMillisecond = 1'000'000;
  wf::Kernel out;
  out.vhe = scenario.vhe;
  out.aarch32 = scenario.aarch32_kernel;
  out.model = wf::KernelModel::none;
  if (scenario.linux_kernel) {
    const LinuxSpec& spec = *scenario.linux_kernel;
    out.model = wf::KernelModel::linux_kernel;
    out.tick_hz = spec.tick_hz;
    out.slice_us = spec.slice_ns / kNanosecondsPerMicrosecond;
    if (spec.activity) {
      out.activity = items.activity(*spec.activity);
    }
    out.costs = wf::KernelCosts{spec.costs};
    out.kvm = spec.kvm;
    out.perf =
        wf::KernelPerf{spec.max_sample_rate, spec.mux_interval_ns / kNanosecondsPerMillisecond};
  }
  return out;
}

wf::Protocol to_protocol(const ProtocolSpec& spec) {
  wf::Protocol out;
  out.ring.words = spec.ring.words;
  out.ring.record_words = spec.ring.record_words;
  out.ring.records = spec.ring.records;
  out.order = spec.order;
  out.subsets = spec.subsets;
  out.replacements.orders = spec.replacements;
  out.nesting = spec.nesting;
  out.wakeup = spec.wakeup;
  out.limits = spec.limits;
  if (spec.race) {
    out.race = wf::ProtocolRace{spec.race->records, spec.race->runs, spec.race->latencies};
  }
  return out;
}

wf::Memory to_memory(const MemorySpec& memory) {
  wf::Memory out;
  out.latencies = memory.latencies;
  for (const LocationSpec& location : memory.locations) {
    wf::Location written;
    written.words = location.words;
    written.initial = location.initial;
    written.address = location.address;
    out.locations.emplace_back(location.name, written);
  }
  return out;
}

wf::Code to_code(const CodeSpec& code) {
  wf::Code out;
  out.text = code.text;
  out.registers = code.start_values;
  out.longest = code.longest;
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
  file.kernel = to_kernel(scenario, items);
  for (const ActivitySpec& activity : scenario.activities) {
    if (!activity.name.empty()) {
      file.activities.emplace_back(activity.name, activity);
    }
  }
  if (!scenario.codes.empty() || !scenario.memory.locations.empty()) {
    file.memory = to_memory(scenario.memory);
  }
  for (const CodeSpec& code : scenario.codes) {
    file.code.emplace_back(code.name, to_code(code));
  }
  for (const TaskSpec& task : scenario.tasks) {
    file.tasks.push_back(to_task(task, items, scenario.cpus.size()));
  }
  for (const GuestSpec& guest : scenario.guests) {
    file.guests.push_back(to_guest(guest, items, scenario.cpus.size()));
  }
  for (const PerfSpec& perf : scenario.perf) {
    file.perf.push_back(to_perf(perf, scenario.cpus.size()));
  }
  file.end_ns = scenario.end_ns;
  if (scenario.protocol) {
    file.protocol = to_protocol(*scenario.protocol);
  }
  file.expect = scenario.expect;
  return file;
}

}  // namespace pmusim::scenario
