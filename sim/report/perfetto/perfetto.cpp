// SPDX-License-Identifier: Apache-2.0
#include "sim/report/perfetto/perfetto.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/common/clock.h"
#include "models/common/expect.h"
#include "sim/report/perfetto/trace_packets.h"
#include "sim/report/window_sums.h"

namespace pmusim::report {
namespace {

using engine::CpuTimeline;
using engine::World;

constexpr std::uint64_t kPicosecondsPerNanosecond = 1000;

std::string_view world_name(World world) {
  switch (world) {
    case World::host:
      return "host";
    case World::hypervisor:
      return "hypervisor";
    case World::guest:
      return "guest";
    case World::idle:
      return "idle";
  }
  return "?";
}

/// Writes the tracks of one CPU.
class CpuTracks {
 public:
  CpuTracks(TracePackets& packets,
            const engine::Timeline& timeline,
            const CpuTimeline& cpu,
            std::uint64_t pid)
      : packets_{packets},
        timeline_{timeline},
        cpu_{cpu},
        clock_{cpu.frequency_mhz},
        process_{packets.process(pid, fmt::format("{} ({} MHz)", cpu.name, cpu.frequency_mhz))} {}

  void write() {
    write_contexts();
    write_tasks();
    write_interrupts();
    for (const CpuTimeline::EventTrack& track : cpu_.events) {
      write_counter(track);
      write_windows(track.event);
    }
  }

 private:
  [[nodiscard]] std::uint64_t ns(CycleTime cycle) const {
    return clock_.edge(cycle).count() / kPicosecondsPerNanosecond;
  }

  void write_contexts() {
    const TrackUuid track = packets_.track(process_, "context");
    for (const CpuTimeline::ContextSpan& span : cpu_.contexts) {
      packets_.slice(track,
                     ns(span.first),
                     ns(span.end),
                     span.world == World::idle
                         ? std::string{world_name(span.world)}
                         : fmt::format("{} {}", world_name(span.world), to_string(span.level)),
                     {{"first_cycle", span.first.count()},
                      {"cycles", (span.end - span.first).count()},
                      {"security_state", to_string(span.security)}});
    }
  }

  /// Contexts of one task that follow each other are one slice.
  void write_tasks() {
    const TrackUuid track = packets_.track(process_, "task");
    for (auto span = cpu_.contexts.begin(); span != cpu_.contexts.end();) {
      auto next = std::next(span);
      while (next != cpu_.contexts.end() && next->task == span->task &&
             next->first == std::prev(next)->end) {
        ++next;
      }
      const CycleTime end = std::prev(next)->end;
      PMUSIM_EXPECT(span->task < timeline_.tasks.size(), "a task is of the timeline");
      packets_.slice(
          track,
          ns(span->first),
          ns(end),
          timeline_.tasks[span->task],
          {{"first_cycle", span->first.count()}, {"cycles", (end - span->first).count()}});
      span = next;
    }
  }

  void write_interrupts() {
    const TrackUuid track = packets_.track(process_, "interrupts");
    for (const CpuTimeline::Interrupt& interrupt : cpu_.interrupts) {
      packets_.instant(
          track,
          ns(interrupt.taken),
          to_string(interrupt.line),
          {{"raised_cycle", interrupt.raised.count()}, {"taken_cycle", interrupt.taken.count()}});
    }
  }

  /// A count is known where spans end; between them the track shows the count before.
  void write_counter(const CpuTimeline::EventTrack& track) {
    const std::string& name = timeline_.events[track.event];
    const TrackUuid uuid = packets_.counter_track(process_, name);
    std::uint64_t count = 0;
    packets_.counter(uuid, 0, 0);
    for (const CpuTimeline::CounterSpan& span : track.spans) {
      if (span.count > 0) {
        count += span.count;
        packets_.counter(uuid, ns(span.end), count);
      }
    }
  }

  /// Windows that overlap go to tracks of their own, since slices of one track must nest.
  void write_windows(std::uint32_t event) {
    std::vector<const CpuTimeline::Window*> windows;
    for (const CpuTimeline::Window& window : cpu_.windows) {
      if (window.event == event) {
        windows.push_back(&window);
      }
    }
    std::ranges::stable_sort(windows, {}, [](const auto* window) { return window->first; });
    std::vector<std::pair<TrackUuid, CycleTime>> lanes;  // the track, and where its last slice ends
    for (const CpuTimeline::Window* window : windows) {
      const CycleTime end = window->last + Cycles{1};
      auto lane = std::ranges::find_if(
          lanes, [&](const auto& candidate) { return candidate.second <= window->first; });
      if (lane == lanes.end()) {
        lane = lanes.insert(lanes.end(),
                            {packets_.track(process_, timeline_.events[event] + " windows"), {}});
      }
      lane->second = end;
      write_window(lane->first, *window, end);
    }
  }

  void write_window(TrackUuid track, const CpuTimeline::Window& window, CycleTime end) {
    packets_.slice(
        track,
        ns(window.first),
        ns(end),
        fmt::format("{}: {}", kind_name(window.kind), window.cause),
        {{"first_cycle", window.first.count()},
         {"last_cycle", window.last.count()},
         {window.kind == CpuTimeline::WindowKind::blackout ? "lost" : "leaked", window.count},
         {"context", window.context}});
  }

  TracePackets& packets_;
  const engine::Timeline& timeline_;
  const CpuTimeline& cpu_;
  Clock clock_;
  TrackUuid process_;
};

/// Says beside the CPUs that the trace does not have all.
void write_left_out(TracePackets& packets, std::uint64_t pid, std::uint64_t left_out) {
  const TrackUuid process = packets.process(pid, "not the whole run");
  packets.instant(packets.track(process, "left out"),
                  0,
                  "the recording reached its limit",
                  {{"spans_left_out", left_out}});
}

}  // namespace

std::string perfetto_trace(const engine::Timeline& timeline) {
  TracePackets packets;
  std::uint64_t pid = 0;
  for (const CpuTimeline& cpu : timeline.cpus) {
    CpuTracks{packets, timeline, cpu, ++pid}.write();
  }
  if (timeline.left_out > 0) {
    write_left_out(packets, ++pid, timeline.left_out);
  }
  return packets.take();
}

}  // namespace pmusim::report
