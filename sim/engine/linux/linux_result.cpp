// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/linux/linux_result.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "models/common/clock.h"
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

/// The sum over all CPUs.
EventTruth truth_of(const std::vector<PerfEventCount>& parts) {
  EventTruth sum;
  for (const PerfEventCount& part : parts) {
    const EventTruth truth = part.truth.value_or(EventTruth{});
    sum.intended += truth.intended;
    sum.lost += truth.lost;
    sum.leaked += truth.leaked;
  }
  return sum;
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
    for (const CpuTruth* truth : software_.truth().cpus()) {
      for (const kernel::EventIndex index : truth->seen()) {
        seen_by_[index].push_back(truth);
      }
    }
    add_events();
    add_windows();
  }

 private:
  [[nodiscard]] const scenario::PerfEventSpec& spec_of(const LinuxSoftware::Opened& opened) const {
    return scenario_.perf[opened.group].events[opened.event];
  }

  /// The same event on all its CPUs is one in the result.
  void add_events() {
    std::map<std::pair<std::size_t, std::size_t>, std::vector<const LinuxSoftware::Opened*>> calls;
    for (const LinuxSoftware::Opened& opened : software_.opened()) {
      calls[{opened.group, opened.event}].push_back(&opened);
    }
    for (std::size_t group = 0; group < scenario_.perf.size(); ++group) {
      for (std::size_t event = 0; event < scenario_.perf[group].events.size(); ++event) {
        const scenario::PerfEventSpec& spec = scenario_.perf[group].events[event];
        PerfEventResult out;
        out.name = spec.name;
        out.event = spec.event;
        for (const LinuxSoftware::Opened* opened : calls[{group, event}]) {
          add_opened(*opened, out);
        }
        const EventTruth truth = truth_of(out.per_cpu);
        out.truth = truth;
        check(out, truth);
        result_.events.push_back(std::move(out));
      }
    }
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
    for (const CpuTruth* truth : seen_by_[opened.index]) {
      add_cpu(opened, *truth, totals, out);
    }
    if (out.per_cpu.empty() && !seen_by_[opened.index].empty()) {
      out.why.push_back({never_intended(opened.index), Cycles{0}});  // its task ran
    }
  }

  /// A pinned group for which there was no counter. @linux a leader in PERF_EVENT_STATE_ERROR
  [[nodiscard]] bool is_in_error(kernel::EventIndex event) const {
    return software_.perf().events()[event]->leader->state == kernel::EventState::error;
  }

  /// Why there was no cycle in which the event was meant to count.
  [[nodiscard]] std::string never_intended(kernel::EventIndex event) const {
    if (is_in_error(event)) {
      return "error_pinned";
    }
    const bool is_of_cpu = software_.truth().events()[event].tasks.empty();
    return is_of_cpu && !software_.truth().events().is_enabled(event, kernel::kNoTask)
               ? "not_installed"
               : "excluded";
  }

  void add_cpu(const LinuxSoftware::Opened& opened,
               const CpuTruth& truth,
               const kernel::EventTotals& totals,
               PerfEventResult& out) const {
    const EventSums& sums = truth.sums(opened.index);
    if (!opened.cpu && sums.intended_cycles == 0 && sums.counting_cycles == 0) {
      return;  // its task never ran there
    }
    PerfEventCount part;
    part.cpu = truth.id();
    part.counter = name_of_counter(truth.last_counter(opened.index));
    part.truth = EventTruth{sums.intended, sums.lost, sums.leaked};
    // Of a task's event perf keeps the sum alone.
    part.count = opened.cpu ? totals.count : sums.intended + sums.leaked - sums.lost;
    part.why = why_not(truth, opened.index, sums);
    add(out.why, part.why);
    out.per_cpu.push_back(std::move(part));
  }

  [[nodiscard]] std::vector<WhyNot> why_not(const CpuTruth& truth,
                                            kernel::EventIndex event,
                                            const EventSums& sums) const {
    std::vector<WhyNot> why;
    const auto& statistics = truth.windows().statistics();
    for (auto row = statistics.lower_bound({event, WindowKind{}, Cause{}});
         row != statistics.end() && std::get<kernel::EventIndex>(row->first) == event;
         ++row) {
      if (std::get<WindowKind>(row->first) == WindowKind::blackout) {
        why.push_back(
            {std::string{to_string(std::get<Cause>(row->first))}, Cycles{row->second.cycles}});
      }
    }
    if (sums.intended_cycles == 0) {
      why.push_back({never_intended(event), Cycles{0}});
    } else if (sums.intended == 0) {
      why.push_back({truth.can_occur(event) ? "no_occurrences" : "not_implemented",
                     Cycles{sums.intended_cycles}});
    }
    return why;
  }

  /// Three ways to the same number; a difference is a fault of the model and must not stay silent.
  void check(const PerfEventResult& event, const EventTruth& truth) {
    if (truth.intended + truth.leaked != event.count + truth.lost) {
      result_.contradicts_itself = true;
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
        const LinuxSoftware::Opened& opened = software_.opened()[index];
        sums[{opened.group, opened.event, kind, cause}].add(statistics);
      }
    }
    windows.first = first_windows();
    for (const auto& [key, statistics] : sums) {
      const auto& [group, event, kind, cause] = key;
      windows.by_cause.push_back(
          result_of(scenario_.perf[group].events[event].name, kind, cause, statistics));
    }
  }

  /// Those that begin first on any CPU; of those that begin together the lower CPU's go first.
  [[nodiscard]] std::vector<WindowResult> first_windows() const {
    std::vector<std::pair<Picoseconds, Window>> begun;
    for (const CpuTruth* truth : software_.truth().cpus()) {
      const Clock clock{scenario_.cpus[truth->id().value()].frequency_mhz};
      const std::vector<Window> here = truth->windows().first();
      for (std::size_t i = 0; i < std::min(here.size(), WindowLog::kKept); ++i) {
        begun.emplace_back(clock.edge(here[i].first), here[i]);
      }
    }
    std::ranges::stable_sort(begun, {}, &std::pair<Picoseconds, Window>::first);
    begun.resize(std::min(begun.size(), WindowLog::kKept));
    std::vector<WindowResult> windows;
    windows.reserve(begun.size());
    for (const auto& [at, window] : begun) {
      windows.push_back(window_result(window, spec_of(software_.opened()[window.event]).name));
    }
    return windows;
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
  std::map<kernel::EventIndex, std::vector<const CpuTruth*>> seen_by_;
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
  const auto names = std::make_shared<std::vector<std::string>>();
  for (const LinuxSoftware::Opened& opened : software.opened()) {
    names->push_back(scenario.perf[opened.group].events[opened.event].name);
  }
  for (CpuTruth* truth : software.truth().cpus()) {
    truth->send_windows_to([names, sink](const Window& window) {
      sink(window_result(window, (*names)[window.event]));
    });
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
    by_index.push_back(first_of_group[opened.group] + static_cast<std::uint32_t>(opened.event));
  }
  return by_index;
}

/// One for each event that may count on the CPU, in the scenario's order, also where it never did:
/// so CPUs can be compared, and a window has its event beside it.
void add_tracks(const CpuTruth& truth,
                const WatchedEvents& events,
                const std::vector<std::uint32_t>& position,
                CpuTimeline& line) {
  const auto& spans = truth.tracks()->spans();
  for (kernel::EventIndex event = 0; event < events.size(); ++event) {
    if (events[event].cpu.value_or(truth.id()) != truth.id()) {
      continue;
    }
    const auto counted = spans.find(event);
    line.events.push_back({.event = position[event],
                           .counter = name_of_counter(truth.last_counter(event)),
                           .spans = counted == spans.end() ? std::vector<CpuTimeline::CounterSpan>{}
                                                           : counted->second});
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
    add_tracks(*truth, software.truth().events(), position, line);
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
