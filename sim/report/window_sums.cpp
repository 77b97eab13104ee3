// SPDX-License-Identifier: Apache-2.0
#include "sim/report/window_sums.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "models/common/expect.h"

namespace pmusim::report {
namespace {

using engine::CpuTimeline;

Cycles length_of(const CpuTimeline::Window& window) {
  return window.last - window.first + Cycles{1};
}

void add(EventSums& sums, const CpuTimeline::Window& window) {
  (window.kind == CpuTimeline::WindowKind::blackout ? sums.lost : sums.leaked) += window.count;
}

void add(CauseSums& sums, const CpuTimeline::Window& window) {
  const Cycles length = length_of(window);
  sums.shortest = sums.windows == 0 ? length : std::min(sums.shortest, length);
  sums.longest = std::max(sums.longest, length);
  sums.cycles += length;
  sums.occurrences += window.count;
  ++sums.windows;
}

std::uint64_t count_of(const CpuTimeline::EventTrack& track) {
  std::uint64_t count = 0;
  for (const CpuTimeline::CounterSpan& span : track.spans) {
    count += span.count;
  }
  return count;
}

}  // namespace

std::string_view kind_name(CpuTimeline::WindowKind kind) {
  return kind == CpuTimeline::WindowKind::blackout ? "blackout" : "leak";
}

std::vector<EventSums> event_sums(const engine::Timeline& timeline,
                                  const engine::RunResult& result) {
  std::vector<EventSums> sums;
  sums.reserve(timeline.events.size());
  for (const std::string& name : timeline.events) {
    sums.push_back({.name = name});
  }
  for (const CpuTimeline& cpu : timeline.cpus) {
    for (const CpuTimeline::EventTrack& track : cpu.events) {
      PMUSIM_EXPECT(track.event < sums.size(), "a track is of an event of the timeline");
      sums[track.event].count += count_of(track);
    }
    for (const CpuTimeline::Window& window : cpu.windows) {
      PMUSIM_EXPECT(window.event < sums.size(), "a window is of an event of the timeline");
      add(sums[window.event], window);
    }
  }
  for (EventSums& event : sums) {
    const auto found = std::ranges::find(result.events, event.name, &engine::PerfEventResult::name);
    if (found != result.events.end()) {
      event.count = found->count;
    }
  }
  return sums;
}

std::vector<CauseSums> cause_sums(const engine::Timeline& timeline) {
  std::map<std::pair<CpuTimeline::WindowKind, std::string_view>,
           std::pair<CauseSums, std::set<std::uint32_t>>>
      by_cause;
  for (const CpuTimeline& cpu : timeline.cpus) {
    for (const CpuTimeline::Window& window : cpu.windows) {
      auto& [sums, events] = by_cause[{window.kind, window.cause}];
      add(sums, window);
      events.insert(window.event);
    }
  }
  std::vector<CauseSums> all;
  for (auto& [key, value] : by_cause) {
    auto& [sums, events] = value;
    sums.kind = key.first;
    sums.cause = key.second;
    sums.events.assign(events.begin(), events.end());
    all.push_back(std::move(sums));
  }
  return all;
}

}  // namespace pmusim::report
