// SPDX-License-Identifier: Apache-2.0
#include "tests/property/sim/engine/random_linux.h"

#include <algorithm>
#include <utility>

#include "models/activity/events.h"
#include "models/common/random.h"
#include "sim/scenario/exclude_bits.h"

namespace pmusim::test {

namespace {

using namespace scenario;

constexpr std::array kTexts{
    "cycles",
    "instructions",
    "armv8_pmuv3/stall_slot/",
    "armv8_pmuv3/inst_retired,long/",
    "armv8_pmuv3/cpu_cycles,long/",
    // For PMUs with thresholds only.
    "armv8_pmuv3/stall_slot,threshold=3,threshold_compare=2/",
    "armv8_pmuv3/stall_slot,threshold=2,threshold_compare=1/",
    "armv8_pmuv3/op_retired,threshold=2,threshold_compare=3,threshold_count=1/"};
constexpr std::size_t kWithoutThreshold = 5;

/// Of perf: some ask for little, some for much; with most of them there is a bit left to exclude.
constexpr std::array<std::string_view, 9> kModifiers{
    "u", "k", "h", "uk", "H", "G", "uH", "khG", "ukhGH"};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_{seed} {}

  Scenario make() {
    Scenario s;
    s.file = "random";
    s.name = "random";
    s.seed = draw();
    s.vhe = chance(50);
    s.pmu_write_effect = write_effect();
    cpus_ = 1 + below(3);
    const CpuSpec big = cpu_of_type("big");
    const CpuSpec little = chance(25) ? cpu_of_type("little") : big;
    for (std::size_t i = 0; i < cpus_; ++i) {
      s.cpus.push_back(i == 0 ? big : little);
      s.cpus.back().name = "cpu" + std::to_string(i);
    }
    s.activities = {ActivitySpec{}, pipeline(), runs()};
    s.linux_kernel = kernel();
    for (std::size_t i = 0, tasks = below(4); i < tasks; ++i) {
      s.tasks.push_back(task(i));
    }
    for (std::size_t i = 0, vcpus = s.tasks.empty() ? 1 : below(4); i < vcpus; ++i) {
      s.guests.push_back(guest(i));
    }
    add_perf(s);
    if (chance(30)) {  // cut in the middle of whatever happens then
      s.end_ns = 1'000 + below(60'000);
    }
    return s;
  }

 private:
  std::uint64_t draw() { return random_.at(next_++); }

  std::uint64_t below(std::uint64_t limit) { return draw() % limit; }

  bool chance(std::uint64_t percent) { return below(100) < percent; }

  PmuWriteEffect write_effect() {
    switch (below(4)) {
      case 0:
        return {.mode = PmuWriteEffect::Mode::at_context_sync, .cycles = {}};
      case 1:
        return {.mode = PmuWriteEffect::Mode::after_cycles, .cycles = Cycles{1 + below(40)}};
      default:
        return {};
    }
  }

  CpuSpec cpu_of_type(const char* type) {
    CpuSpec cpu;
    cpu.type = type;
    cpu.frequency_mhz = chance(70) ? 1000 : 1800;
    cpu.irq_skid = Cycles{below(15)};
    cpu.pmu.event_counters = 2 + static_cast<unsigned>(below(4));
    if (chance(30)) {
      cpu.pmu.version = PmuVersion::p4;
      cpu.pmu.threshold_bits = 0;
      has_chains_ = true;
    } else if (chance(30)) {
      cpu.pmu.version = PmuVersion::p9;
      cpu.pmu.instruction_counter = true;
    }
    return cpu;
  }

  static ActivitySpec pipeline() {
    ActivitySpec activity;
    activity.pipeline.emplace();
    return activity;
  }

  static ActivitySpec runs() {
    ActivitySpec activity;
    activity.streams.push_back({EventId{0x3f}, RunLengthStream{{{5, 0}, {3, 4}, {9, 2}}}});
    activity.streams.push_back({EventId{0x08}, PeriodicStream{7, 2, 3}});
    return activity;
  }

  LinuxSpec kernel() {
    LinuxSpec kernel;
    kernel.tick_hz = 20'000 + static_cast<std::uint32_t>(below(80'000));
    kernel.slice_ns = 20'000;
    for (std::uint64_t& cost : kernel.costs) {
      cost = chance(10) ? 0 : 1 + below(120);
    }
    if (chance(50)) {
      kernel.activity = below(3);
    }
    kernel.kvm.costs = {.entry_before_switch = 2 + below(60),
                        .entry_after_switch = 4 + below(200),
                        .exit_before_switch = 4 + below(200),
                        .exit_after_switch = 1 + below(60),
                        .fixup_exit = 1 + below(90)};
    kernel.kvm.toggle_drops_threshold = chance(70);
    kernel.max_sample_rate = kernel.tick_hz * (1 + below(4));
    return kernel;
  }

  std::vector<CpuId> some_cpus() {
    std::vector<CpuId> all;
    all.reserve(cpus_);
    for (std::size_t i = 0; i < cpus_; ++i) {
      all.emplace_back(static_cast<std::uint16_t>(i));
    }
    return chance(50) ? all : std::vector{all[below(cpus_)]};
  }

  RunItem run(ExceptionLevel level, std::uint64_t longest) {
    return {
        .context = {.level = level}, .cycles = Cycles{1 + below(longest)}, .activity = below(3)};
  }

  /// The reader refuses a body whose time is all in the table of costs.
  void make_take_time(std::vector<Item>& body) {
    const bool takes_time = std::ranges::any_of(body, [](const Item& item) {
      return std::holds_alternative<RunItem>(item.what) ||
             std::holds_alternative<MonitorItem>(item.what) ||
             std::holds_alternative<SyscallItem>(item.what) ||
             std::holds_alternative<SleepItem>(item.what);
    });
    if (!takes_time) {
      body.push_back({run(ExceptionLevel::el0, 6000)});
    }
  }

  TaskSpec task(std::size_t index) {
    TaskSpec task;
    task.name = "task" + std::to_string(index);
    task.stream = task.name;
    task.cpus = some_cpus();
    task.repeat = 1 + below(12);
    if (index > 0 && chance(80)) {
      task.parent = "task" + std::to_string(below(index));
    }
    for (std::size_t i = 0, items = 1 + below(5); i < items; ++i) {
      switch (below(8)) {
        case 0:
          task.body.push_back({SyscallItem{Cycles{1 + below(900)}}});
          break;
        case 1:
          task.body.push_back({SleepItem{1 + below(20'000)}});
          break;
        case 2:
          task.body.push_back({YieldItem{}});
          break;
        case 3:
          task.body.push_back({MigrateItem{task.cpus[below(task.cpus.size())]}});
          break;
        default:
          task.body.push_back({run(ExceptionLevel::el0, 6000)});
      }
    }
    make_take_time(task.body);
    return task;
  }

  GuestSpec guest(std::size_t index) {
    VcpuSpec vcpu;
    vcpu.name = "vm" + std::to_string(index) + "/vcpu0";
    vcpu.stream = vcpu.name;
    vcpu.cpus = some_cpus();
    vcpu.repeat = 1 + below(12);
    for (std::size_t i = 0, items = 1 + below(6); i < items; ++i) {
      switch (below(7)) {
        case 0:
          vcpu.body.push_back({ExitItem{ExitItem::Kind::host}});
          break;
        case 1:
          vcpu.body.push_back({ExitItem{ExitItem::Kind::fixup}});
          break;
        case 2:
          vcpu.body.push_back({ExitItem{ExitItem::Kind::user}});
          break;
        case 3:
          vcpu.body.push_back({MonitorItem{Cycles{1 + below(900)}, below(3)}});
          break;
        default:
          vcpu.body.push_back({run(chance(50) ? ExceptionLevel::el0 : ExceptionLevel::el1, 5000)});
      }
    }
    make_take_time(vcpu.body);
    return {.name = "vm" + std::to_string(index), .vcpus = {vcpu}};
  }

  /// Bits that deny nothing for which the modifiers ask.
  ExcludeBits exclude(std::string_view modifiers) {
    constexpr std::array<std::uint64_t, kExcludeBits.size()> kPercent{20, 25, 40, 35, 45};
    ExcludeBits bits;
    for (std::size_t i = 0; i < kExcludeBits.size(); ++i) {
      const bool is_named = modifiers.find(kExcludeBits[i].modifier) != std::string_view::npos;
      bits.*kExcludeBits[i].bit = !is_named && chance(kPercent[i]);
    }
    return bits;
  }

  PerfEventSpec event(std::size_t index) {
    PerfEventSpec event;
    event.name = "event" + std::to_string(index);
    event.event = kTexts[below(!has_chains_ ? kTexts.size() : kWithoutThreshold)];
    std::string_view modifiers;
    if (chance(40)) {
      modifiers = kModifiers[below(kModifiers.size())];
      event.event += (event.event.ends_with('/') ? "" : ":") + std::string{modifiers};
    }
    if (chance(85)) {
      event.exclude = exclude(modifiers);
    }
    if (chance(30)) {
      event.period = 1 + below(chance(20) ? 200 : 9000);
    } else if (chance(10)) {
      event.frequency = 1000 + below(10'000);
    }
    return event;
  }

  void add_perf(Scenario& s) {
    std::size_t number = 0;
    for (std::size_t lists = 1 + below(3); lists > 0; --lists) {
      PerfSpec perf;
      if (chance(40)) {
        const std::size_t which = below(s.tasks.size() + s.guests.size());
        perf.task = which < s.tasks.size() ? s.tasks[which].name
                                           : s.guests[which - s.tasks.size()].vcpus[0].name;
        perf.inherit = chance(85);
      } else {
        perf.cpus = some_cpus();
      }
      std::size_t in_group = 0;
      for (std::size_t events = 1 + below(5); events > 0; --events) {
        perf.events.push_back(event(number++));
        if (in_group < 2 && !has_chains_ && chance(20)) {  // two always fit
          perf.events.back().group = 0;
          ++in_group;
        }
      }
      s.perf.push_back(perf);
    }
    if (!has_chains_ && chance(40)) {  // KVM switches it, and with VHE its threshold is lost
      PerfEventSpec event;
      event.name = "event" + std::to_string(number);
      event.event = kTexts[kWithoutThreshold];
      event.exclude = ExcludeBits{.guest = true};
      s.perf.push_back({.cpus = some_cpus(), .events = {event}});
    }
  }

  CounterRandom random_;
  std::uint64_t next_{};
  std::size_t cpus_{};
  bool has_chains_{};  ///< some PMU has counters of 32 bits, and so no thresholds either
};

bool any_cause(const engine::RunResult& result, std::string_view cause) {
  return result.windows && std::ranges::any_of(result.windows->by_cause, [&](const auto& windows) {
           return windows.cause == cause;
         });
}

bool any_event(const engine::RunResult& result, auto&& holds) {
  return std::ranges::any_of(result.events, holds);
}

}  // namespace

Scenario random_linux(std::uint64_t seed) {
  return Generator{seed}.make();
}

std::string linux_features_of(const Scenario& scenario, const engine::RunResult& result) {
  const bool entered = result.windows && result.windows->guest_entries > 0;
  const std::array<bool, kLinuxFeatures.size()> had{
      entered && scenario.vhe,
      entered && !scenario.vhe,
      any_cause(result, "guest_entry_switch"),
      any_cause(result, "not_scheduled"),
      any_event(result, [](const auto& event) { return event.samples > 0; }),
      any_event(result, [](const auto& event) { return event.throttles > 0; }),
      scenario.tasks.size() + scenario.guests.size() > scenario.cpus.size(),
      std::ranges::any_of(result.cpus,
                          [](const auto& cpu) { return cpu.interrupts_by_source[2] > 0; }),
      std::ranges::any_of(scenario.perf, [](const auto& perf) { return perf.task.has_value(); }),
      scenario.pmu_write_effect.mode != PmuWriteEffect::Mode::immediate,
      any_cause(result, "threshold"),
      std::ranges::any_of(scenario.cpus,
                          [](const auto& cpu) { return cpu.pmu.version == PmuVersion::p4; }),
      std::ranges::any_of(result.events,
                          [](const auto& event) {
                            return std::ranges::any_of(event.per_cpu, [](const auto& part) {
                              return part.counter == "PMICNTR_EL0";
                            });
                          }),
      scenario.cpus.front().type != scenario.cpus.back().type,
      std::ranges::any_of(scenario.perf,
                          [&](const auto& perf) {
                            return perf.inherit &&
                                   std::ranges::any_of(scenario.tasks, [&](const auto& task) {
                                     return task.parent == perf.task;
                                   });
                          }),
      scenario.end_ns.has_value(),
      any_event(result, [](const auto& event) {
        return event.event.find("stall_slot") != std::string::npos && event.count > 0;
      })};
  std::string text;
  for (const bool feature : had) {
    text += feature ? '1' : '0';
  }
  return text;
}

}  // namespace pmusim::test
