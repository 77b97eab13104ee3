// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/linux/linux_result.h"

#include <algorithm>
#include <map>

#include "models/pmu/pmu_registers.h"

namespace pmusim::engine {

namespace {

std::string name_of_counter(std::optional<unsigned> counter) {
  if (!counter) {
    return "none";
  }
  switch (*counter) {
    case kCycleCounter:
      return name_of({PmuReg::pmccntr_el0, 0});
    case kInstructionCounter:
      return name_of({PmuReg::pmicntr_el0, 0});
    default:
      return name_of({PmuReg::pmevcntr_el0, *counter});
  }
}

void add(EventTruth& sum, const EventTruth& part) {
  sum.intended += part.intended;
  sum.lost += part.lost;
  sum.leaked += part.leaked;
}

void add(std::vector<WhyNot>& sum, const std::vector<WhyNot>& part) {
  for (const WhyNot& why : part) {
    const auto same = std::ranges::find(sum, why.reason, &WhyNot::reason);
    if (same == sum.end()) {
      sum.push_back(why);
    } else {
      same->cycles += why.cycles;
    }
  }
}

std::string text_of(WindowKind kind) {
  return kind == WindowKind::blackout ? "blackout" : "leak";
}

WindowResult window_result(const Window& window, const std::string& event) {
  return {.event = event,
          .cpu = window.cpu,
          .kind = text_of(window.kind),
          .cause = std::string{to_string(window.cause)},
          .context = std::string{to_string(window.place)},
          .first_cycle = window.first.count(),
          .last_cycle = window.last.count(),
          .count = window.count};
}

/// Collects the parts of the result.
class Builder {
 public:
  Builder(const scenario::Scenario& scenario, LinuxSoftware& software, RunResult& result)
      : scenario_{scenario}, software_{software}, result_{result} {}

  void build() {
    for (std::size_t group = 0; group < scenario_.perf.size(); ++group) {
      for (std::size_t event = 0; event < scenario_.perf[group].events.size(); ++event) {
        add_event(group, event);
      }
    }
    add_windows();
  }

 private:
  [[nodiscard]] const scenario::PerfEventSpec& spec_of(const LinuxSoftware::Opened& opened) const {
    return scenario_.perf[opened.group].events[opened.event];
  }

  void add_event(std::size_t group, std::size_t event) {
    const scenario::PerfEventSpec& spec = scenario_.perf[group].events[event];
    PerfEventResult out;
    out.name = spec.name;
    out.event = spec.event;
    out.truth.emplace();
    for (const LinuxSoftware::Opened& opened : software_.opened()) {
      if (opened.group == group && opened.event == event) {
        add_opened(opened, out);
      }
    }
    check(out);
    result_.events.push_back(std::move(out));
  }

  void add_opened(const LinuxSoftware::Opened& opened, PerfEventResult& out) {
    const kernel::EventTotals totals = software_.perf().totals(opened.index);
    out.count += totals.count;
    out.overflows += totals.overflows;
    out.samples += totals.samples;
    out.guest_samples += totals.guest_samples;
    out.throttles += totals.throttles;
    out.enabled_ns += totals.time_enabled;
    out.running_ns += totals.time_running;
    for (const CpuTruth* truth : software_.truth().cpus()) {
      add_cpu(opened, *truth, totals, out);
    }
  }

  void add_cpu(const LinuxSoftware::Opened& opened,
               const CpuTruth& truth,
               const kernel::EventTotals& totals,
               PerfEventResult& out) {
    const auto watched = std::ranges::find(truth.events(), opened.index, &WatchedEvent::index);
    if (watched == truth.events().end()) {
      return;
    }
    const auto position = static_cast<std::size_t>(watched - truth.events().begin());
    const EventSums& sums = truth.sums(position);
    if (!opened.cpu && sums.intended_cycles == 0 && sums.counting_cycles == 0) {
      return;  // its task never ran there
    }
    PerfEventCount part;
    part.cpu = truth.id();
    part.counter = name_of_counter(truth.last_counter(position));
    part.truth = EventTruth{sums.intended, sums.lost, sums.leaked};
    // Of a task's event perf keeps the sum alone.
    part.count = opened.cpu ? totals.count : sums.intended + sums.leaked - sums.lost;
    part.why = why_not(truth, opened.index, sums);
    add(*out.truth, *part.truth);
    add(out.why, part.why);
    out.per_cpu.push_back(std::move(part));
  }

  static std::vector<WhyNot> why_not(const CpuTruth& truth,
                                     kernel::EventIndex event,
                                     const EventSums& sums) {
    std::vector<WhyNot> why;
    for (const auto& [key, statistics] : truth.windows().statistics()) {
      const auto& [index, kind, cause] = key;
      if (index == event && kind == WindowKind::blackout) {
        why.push_back({std::string{to_string(cause)}, Cycles{statistics.cycles}});
      }
    }
    if (sums.intended_cycles == 0) {
      why.push_back({"excluded", Cycles{0}});
    } else if (sums.intended == 0) {
      why.push_back({"no_occurrences", Cycles{sums.intended_cycles}});
    }
    return why;
  }

  /// Three ways to the same number; a difference is a fault of the model and must not stay silent.
  void check(const PerfEventResult& event) {
    const EventTruth& truth = *event.truth;
    if (truth.intended + truth.leaked != event.count + truth.lost) {
      result_.notes.push_back(
          "event '" + event.name + "': intended " + std::to_string(truth.intended) + ", lost " +
          std::to_string(truth.lost) + ", leaked " + std::to_string(truth.leaked) +
          " do not explain the count " + std::to_string(event.count));
    }
  }

  void add_windows() {
    WindowsResult& windows = result_.windows.emplace();
    windows.guest_entries = software_.guest_entries();
    std::map<std::tuple<std::size_t, std::size_t, WindowKind, Cause>, WindowStatistics> sums;
    for (const CpuTruth* truth : software_.truth().cpus()) {
      for (const auto& [key, statistics] : truth->windows().statistics()) {
        const auto& [index, kind, cause] = key;
        const LinuxSoftware::Opened& opened = opened_as(index);
        sums[{opened.group, opened.event, kind, cause}].add(statistics);
      }
      for (const Window& window : truth->windows().first()) {
        if (windows.first.size() < WindowLog::kKept) {
          windows.first.push_back(window_result(window, spec_of(opened_as(window.event)).name));
        }
      }
    }
    for (const auto& [key, statistics] : sums) {
      const auto& [group, event, kind, cause] = key;
      windows.by_cause.push_back(
          result_of(scenario_.perf[group].events[event].name, kind, cause, statistics));
    }
  }

  [[nodiscard]] const LinuxSoftware::Opened& opened_as(kernel::EventIndex index) const {
    return *std::ranges::find(software_.opened(), index, &LinuxSoftware::Opened::index);
  }

  static WindowsOfCause result_of(const std::string& event,
                                  WindowKind kind,
                                  Cause cause,
                                  const WindowStatistics& statistics) {
    WindowsOfCause out{.event = event,
                       .kind = text_of(kind),
                       .cause = std::string{to_string(cause)},
                       .is_guest_switch = is_guest_switch(cause),
                       .windows = statistics.windows,
                       .cycles = statistics.cycles,
                       .count = statistics.count,
                       .shortest = statistics.shortest,
                       .longest = statistics.longest,
                       .by_length = {}};
    for (std::size_t bucket = 0; bucket < WindowStatistics::kBuckets; ++bucket) {
      if (statistics.by_length[bucket] > 0) {
        out.by_length.emplace_back(std::uint64_t{1} << bucket, statistics.by_length[bucket]);
      }
    }
    return out;
  }

  const scenario::Scenario& scenario_;
  LinuxSoftware& software_;
  RunResult& result_;
};

}  // namespace

void add_linux_result(const scenario::Scenario& scenario,
                      LinuxSoftware& software,
                      RunResult& result) {
  Builder{scenario, software, result}.build();
}

void stream_windows(const scenario::Scenario& scenario,
                    const LinuxSoftware& software,
                    const std::function<void(const WindowResult&)>& sink) {
  std::vector<std::string> names;
  for (const LinuxSoftware::Opened& opened : software.opened()) {
    names.resize(std::max<std::size_t>(names.size(), opened.index + 1U));
    names[opened.index] = scenario.perf[opened.group].events[opened.event].name;
  }
  for (CpuTruth* truth : software.truth().cpus()) {
    truth->send_windows_to(
        [names, sink](const Window& window) { sink(window_result(window, names[window.event])); });
  }
}

namespace {

/// Position in the list of the scenario's events, by EventIndex.
std::vector<std::uint32_t> positions(const scenario::Scenario& scenario,
                                     const LinuxSoftware& software) {
  std::vector<std::uint32_t> first_of_group;
  std::uint32_t events = 0;
  for (const scenario::PerfSpec& perf : scenario.perf) {
    first_of_group.push_back(events);
    events += static_cast<std::uint32_t>(perf.events.size());
  }
  std::vector<std::uint32_t> by_index;
  for (const LinuxSoftware::Opened& opened : software.opened()) {
    by_index.resize(std::max<std::size_t>(by_index.size(), opened.index + 1U));
    by_index[opened.index] =
        first_of_group[opened.group] + static_cast<std::uint32_t>(opened.event);
  }
  return by_index;
}

/// One for each event that may count on the CPU, in the scenario's order, also where it never did:
/// so CPUs can be compared, and a window has its event beside it.
void add_tracks(const CpuTruth& truth,
                const std::vector<std::uint32_t>& position,
                CpuTimeline& line) {
  for (std::size_t i = 0; i < truth.events().size(); ++i) {
    CpuTimeline::EventTrack track;
    track.event = position[truth.events()[i].index];
    track.counter = name_of_counter(truth.last_counter(i));
    track.spans = truth.tracks()->spans(i);
    line.events.push_back(std::move(track));
  }
}

}  // namespace

void add_linux_timeline(const scenario::Scenario& scenario,
                        const LinuxSoftware& software,
                        Timeline& timeline) {
  const std::vector<std::uint32_t> position = positions(scenario, software);
  timeline.compared = true;
  for (const CpuTruth* truth : software.truth().cpus()) {
    CpuTimeline& line = timeline.cpus[truth->id().value()];
    add_tracks(*truth, position, line);
    timeline.left_out += truth->tracks()->left_out() + truth->windows().left_out();
    for (const Window& window : truth->windows().first()) {
      line.windows.push_back({.event = position[window.event],
                              .kind = window.kind,
                              .cause = std::string{to_string(window.cause)},
                              .context = std::string{to_string(window.place)},
                              .first = window.first,
                              .last = window.last,
                              .count = window.count});
    }
  }
}

}  // namespace pmusim::engine
