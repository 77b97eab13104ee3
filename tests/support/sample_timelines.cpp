// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sample_timelines.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace pmusim::test {
namespace {

using engine::CpuTimeline;
using engine::RunResult;
using engine::Timeline;
using engine::World;

/// The result that goes with a timeline: events count what their spans and windows say.
RunResult run_of(std::string name, Timeline timeline) {
  RunResult result;
  result.scenario = std::move(name);
  result.seed = 1;
  result.pmu_write_effect = "immediate";
  for (const CpuTimeline& cpu : timeline.cpus) {
    const std::uint64_t ps = cpu.end.count() * 1'000'000 / cpu.frequency_mhz;
    result.simulated_ps = std::max(result.simulated_ps, ps);
  }
  for (std::size_t event = 0; event < timeline.events.size(); ++event) {
    engine::PerfEventResult measured;
    measured.name = timeline.events[event];
    measured.event = timeline.events[event];
    for (const CpuTimeline& cpu : timeline.cpus) {
      for (const CpuTimeline::EventTrack& track : cpu.events) {
        for (const CpuTimeline::CounterSpan& span : track.spans) {
          measured.count += track.event == event ? span.count : 0;
        }
      }
    }
    result.events.push_back(std::move(measured));
  }
  result.timeline = std::move(timeline);
  return result;
}

CpuTimeline small_cpu0() {
  CpuTimeline cpu{.name = "cpu0", .frequency_mhz = 2000, .end = CycleTime{10'000}};
  const auto context = [&](std::uint64_t end,
                           ExceptionLevel level,
                           World world,
                           std::uint32_t task) {
    const CycleTime first = cpu.contexts.empty() ? CycleTime{} : cpu.contexts.back().end;
    cpu.contexts.push_back({first, CycleTime{end}, level, SecurityState::non_secure, world, task});
  };
  context(1000, ExceptionLevel::el1, World::host, 0);
  context(1040, ExceptionLevel::el2, World::hypervisor, 1);
  context(4000, ExceptionLevel::el1, World::guest, 1);
  context(4001, ExceptionLevel::el2, World::hypervisor, 1);
  context(8000, ExceptionLevel::el0, World::host, 0);
  context(10'000, ExceptionLevel::el1, World::idle, 2);
  cpu.events = {{.event = 0,
                 .counter = "PMCCNTR_EL0",
                 .spans = {{CycleTime{0}, CycleTime{1000}, true, true, 1000},
                           {CycleTime{1000}, CycleTime{1040}, true, false, 0},
                           {CycleTime{1040}, CycleTime{9000}, true, true, 7960}}},
                {.event = 1,
                 .counter = "PMEVCNTR0_EL0",
                 .spans = {{CycleTime{500}, CycleTime{5000}, true, true, 9000},
                           {CycleTime{5000}, CycleTime{6000}, false, false, 0}}}};
  cpu.interrupts = {{InterruptLine::pmu, CycleTime{2000}, CycleTime{2012}},
                    {InterruptLine::timer, CycleTime{8000}, CycleTime{8020}}};
  cpu.windows = {{.event = 1,
                  .kind = CpuTimeline::WindowKind::leak,
                  .cause = "guest exit before the filter",
                  .context = "hyp_el2_exit_before_switch",
                  .first = CycleTime{4000},
                  .last = CycleTime{4000},
                  .count = 2},
                 {.event = 0,
                  .kind = CpuTimeline::WindowKind::blackout,
                  .cause = "guest entry after the switch",
                  .context = "hyp_el2_entry_after_switch",
                  .first = CycleTime{1000},
                  .last = CycleTime{1039},
                  .count = 40}};
  return cpu;
}

CpuTimeline small_cpu1() {
  CpuTimeline cpu{.name = "cpu1", .frequency_mhz = 1500, .end = CycleTime{7000}};
  cpu.contexts = {{CycleTime{0},
                   CycleTime{7000},
                   ExceptionLevel::el0,
                   SecurityState::non_secure,
                   World::host,
                   0}};
  cpu.events = {{.event = 0,
                 .counter = "PMCCNTR_EL0",
                 .spans = {{CycleTime{0}, CycleTime{7000}, true, true, 7000}}}};
  return cpu;
}

Timeline small_timeline() {
  return {.tasks = {"app", "guest0/vcpu0", "idle"},
          .events = {"cycles", "instructions"},
          .cpus = {small_cpu0(), small_cpu1()},
          .compared = true};
}

/// Twelve events of a usual session, and how often each occurs in a thousand cycles.
constexpr std::array<std::pair<const char*, std::uint64_t>, 12> kStudyEvents{{
    {"cycles:u", 1000},
    {"cycles:G", 1000},
    {"cycles:H", 1000},
    {"instructions", 1700},
    {"instructions:G", 1700},
    {"branches", 210},
    {"branch-misses", 9},
    {"l1d-cache-refill", 24},
    {"l2d-cache-refill:h", 6},
    {"stall_frontend", 180},
    {"stall_backend:uk", 320},
    {"armv8_pmuv3/mem_access,threshold=2/", 90},
}};
constexpr std::uint32_t kStudyCpus = 4;
constexpr std::uint32_t kCounters = 6;

/// Lets one CPU of the study live, span by span.
class StudyCpu {
 public:
  StudyCpu(std::uint32_t index, std::uint64_t spans)
      : index_{index}, wanted_spans_{spans}, random_{index} {
    cpu_.name = "cpu" + std::to_string(index);
    cpu_.frequency_mhz = index < 2 ? 2000 : 2600;
    for (std::uint32_t event = 0; event < kStudyEvents.size(); ++event) {
      cpu_.events.push_back(
          {.event = event, .counter = "PMEVCNTR" + std::to_string(event % kCounters) + "_EL0"});
    }
  }

  CpuTimeline live() {
    while (made_ < wanted_spans_) {
      tick();
    }
    cpu_.end = now_;
    return std::move(cpu_);
  }

 private:
  std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    return low + random_() % (high - low + 1);
  }

  /// Work until the timer, then the events rotate.
  void tick() {
    for (std::uint64_t slice = between(2, 5); slice > 0; --slice) {
      switch (between(0, 3)) {
        case 0:
          run(between(9'000, 40'000), ExceptionLevel::el0, World::host, 0);
          run(between(800, 4'000), ExceptionLevel::el1, World::host, 0);
          break;
        case 1:
          run(between(5'000, 60'000), ExceptionLevel::el1, World::idle, 5);
          break;
        default:
          guest(1 + static_cast<std::uint32_t>(between(0, 1)) + 2 * (index_ % 2));
      }
    }
    const CycleTime raised = now_;
    run(between(12, 60), ExceptionLevel::el1, World::host, 0);
    cpu_.interrupts.push_back({InterruptLine::timer, raised, now_});
    run(between(1'500, 3'000), ExceptionLevel::el1, World::host, 0);
    rotation_ = (rotation_ + 1) % static_cast<std::uint32_t>(kStudyEvents.size());
  }

  /// Entry, guest, exit, with the cycles in which host and guest events are mixed up.
  void guest(std::uint32_t vcpu) {
    run(between(300, 900), ExceptionLevel::el1, World::host, vcpu);
    const CycleTime entry = now_;
    run(between(40, 220), ExceptionLevel::el2, World::hypervisor, vcpu);
    windows(entry, "guest entry: counters switched early", "hyp_el2_entry_after_switch");
    for (std::uint64_t part = between(1, 3); part > 0; --part) {
      run(between(4'000, 50'000), ExceptionLevel::el0, World::guest, vcpu);
      run(between(500, 6'000), ExceptionLevel::el1, World::guest, vcpu);
    }
    if (between(0, 3) == 0) {
      const CycleTime raised = now_;
      run(between(9, 30), ExceptionLevel::el1, World::guest, vcpu);
      cpu_.interrupts.push_back(
          {between(0, 1) == 0 ? InterruptLine::pmu : InterruptLine::ipi, raised, now_});
    }
    const CycleTime exit = now_;
    run(between(60, 300), ExceptionLevel::el2, World::hypervisor, vcpu);
    windows(exit, "guest exit: counters switched late", "hyp_el2_exit_before_switch");
  }

  void windows(CycleTime first, const char* cause, const char* context) {
    for (const std::uint32_t event : {1U, 2U, 4U, 8U}) {
      if (has_counter(event)) {
        const bool leaks = event == 1 || event == 4;
        const Cycles length = now_ - first;
        cpu_.windows.push_back(
            {.event = event,
             .kind = leaks ? CpuTimeline::WindowKind::leak : CpuTimeline::WindowKind::blackout,
             .cause = cause,
             .context = context,
             .first = first,
             .last = CycleTime{now_.count() - 1},
             .count = length.count() * kStudyEvents[event].second / 1000});
      }
    }
  }

  [[nodiscard]] bool has_counter(std::uint32_t event) const {
    return (event + rotation_) % kStudyEvents.size() < kCounters;
  }

  /// Whether the filter of `event` lets it count in a context.
  static bool counts(std::uint32_t event, ExceptionLevel level, World world) {
    const std::string name = kStudyEvents[event].first;
    if (name.ends_with(":u")) {
      return level == ExceptionLevel::el0 && world != World::idle;
    }
    if (name.ends_with(":G")) {
      return world == World::guest;
    }
    return world == World::host || (world == World::guest && !name.ends_with(":H"));
  }

  void run(std::uint64_t cycles, ExceptionLevel level, World world, std::uint32_t task) {
    const CycleTime end = now_ + Cycles{cycles};
    cpu_.contexts.push_back({now_, end, level, SecurityState::non_secure, world, task});
    ++made_;
    for (CpuTimeline::EventTrack& track : cpu_.events) {
      if (has_counter(track.event)) {
        const bool counting = counts(track.event, level, world);
        extend(track, end, counting, counting ? occurrences(track.event, cycles) : 0);
      }
    }
    now_ = end;
  }

  std::uint64_t occurrences(std::uint32_t event, std::uint64_t cycles) {
    return cycles * kStudyEvents[event].second * between(30, 170) / 100'000;
  }

  void extend(CpuTimeline::EventTrack& track, CycleTime end, bool counting, std::uint64_t count) {
    auto& spans = track.spans;
    if (!spans.empty() && !counting && !spans.back().counting && spans.back().end == now_) {
      spans.back().end = end;
      return;
    }
    spans.push_back({now_, end, true, counting, count});
    ++made_;
  }

  std::uint32_t index_;
  std::uint64_t wanted_spans_;
  std::mt19937_64 random_;
  CpuTimeline cpu_;
  CycleTime now_;
  std::uint64_t made_{};
  std::uint32_t rotation_{};
};

}  // namespace

RunResult small_run() {
  return run_of("small", small_timeline());
}

RunResult waiting_run() {
  Timeline timeline = small_timeline();
  const auto blackout =
      [&](std::size_t cpu, const char* cause, std::uint64_t first, std::uint64_t last) {
        timeline.cpus[cpu].windows.push_back({.event = 1,
                                              .kind = CpuTimeline::WindowKind::blackout,
                                              .cause = cause,
                                              .context = "host_el0",
                                              .first = CycleTime{first},
                                              .last = CycleTime{last},
                                              .count = 2 * (last - first + 1)});
      };
  blackout(0, "rotation", 5990, 5999);
  blackout(0, "not_scheduled", 6000, 9999);
  timeline.cpus[1].events.push_back({.event = 1, .counter = "none"});
  blackout(1, "not_scheduled", 0, 2999);
  return run_of("waiting", std::move(timeline));
}

RunResult hostile_run() {
  Timeline timeline = small_timeline();
  timeline.tasks[0] = "</script><script>window.injected=1</script>";
  timeline.events[0] = "<img src=x onerror=window.injected=2>";
  timeline.events[1] = "\"'&lt;!--<script>\xff\x01\\u003c";
  timeline.cpus[0].name = "<!--<script>";
  timeline.cpus[0].windows[0].cause = "<svg onload=window.injected=3>";
  timeline.cpus[0].windows[1].context = "%SPANS%/* page.js */";
  RunResult result =
      run_of("<b>hostile</b></title><script>window.injected=4</script>", std::move(timeline));
  result.notes = {"<a href='javascript:window.injected=5'>note</a>"};
  return result;
}

RunResult study_run(std::uint64_t spans) {
  Timeline timeline;
  timeline.tasks = {
      "host/app", "guest0/vcpu0", "guest0/vcpu1", "guest1/vcpu0", "guest1/vcpu1", "idle"};
  for (const auto& [name, rate] : kStudyEvents) {
    timeline.events.emplace_back(name);
  }
  for (std::uint32_t cpu = 0; cpu < kStudyCpus; ++cpu) {
    timeline.cpus.push_back(StudyCpu{cpu, spans / kStudyCpus}.live());
  }
  timeline.compared = true;
  RunResult result = run_of("realistic mix", std::move(timeline));
  for (engine::PerfEventResult& event : result.events) {
    event.why = {{"filtered", Cycles{4'711'000}}, {"not_scheduled", Cycles{1'234'567}}};
  }
  result.notes = {"cpu3 was idle for most of the run"};
  return result;
}

}  // namespace pmusim::test
