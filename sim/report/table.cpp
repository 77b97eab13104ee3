// SPDX-License-Identifier: Apache-2.0
#include "sim/report/table.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/activity/event_text.h"
#include "sim/report/grid.h"
#include "sim/report/names.h"
#include "sim/report/outcome_text.h"
#include "sim/report/truth_table.h"

namespace pmusim::report {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kWidestName = 40;
constexpr std::size_t kListedCpus = 8;
constexpr std::size_t kListedLocations = 20;
constexpr std::size_t kListedWords = 4;
constexpr std::uint64_t kPicosecondsPerNanosecond = 1000;

/// "it was frozen (400 cycles); ..." for a counter that did not move.
std::string reasons_in_words(const std::vector<engine::WhyNot>& why) {
  std::vector<std::string> parts;
  for (const engine::WhyNot& reason : why) {
    if (reason.cycles.count() > 0) {
      parts.push_back(fmt::format(
          "{} ({} cycles)", reason_in_words(reason.reason), grouped(reason.cycles.count())));
    }
  }
  return parts.empty() ? "no cycle ran" : fmt::format("{}", fmt::join(parts, "; "));
}

void add_reasons(Grid& grid, const std::vector<engine::WhyNot>& why) {
  for (const std::string& line : wrapped("did not move: " + reasons_in_words(why), kWidth - 8)) {
    grid.remark(line);
  }
}

std::string heading_text(const engine::RunResult& result, const Painter& paint) {
  std::string text =
      fmt::format("{}{}\n",
                  paint.heading(result.scenario),
                  result.complete ? "" : paint.bad("  INCOMPLETE: the run was interrupted"));
  return text + fmt::format("  {} ns simulated, {} CPU{}, seed {}, PMU write effect: {}\n",
                            grouped(result.simulated_ps / kPicosecondsPerNanosecond),
                            result.cpus.size(),
                            result.cpus.size() == 1 ? "" : "s",
                            result.seed,
                            result.pmu_write_effect);
}

std::string windows_text(const engine::RunResult& result, const Painter& paint) {
  const std::string causes = causes_text(result);
  if (causes.empty() || !result.windows) {
    return {};
  }
  const std::uint64_t entries = result.windows->guest_entries;
  return fmt::format(
      "\n{}: where counts differ from what was intended{}\n{}",
      paint.heading("Windows"),
      entries > 0 ? fmt::format("; per 1,000 of the {} guest entries", grouped(entries)) : "",
      causes);
}

std::string events_text(const engine::RunResult& result, const Painter& paint) {
  if (result.events.empty()) {
    return {};
  }
  if (result.windows) {
    return "\n" + paint.heading("Events") + "\n" + compared_events_text(result) +
           windows_text(result, paint);
  }
  const bool overflows =
      std::ranges::any_of(result.events, [](const auto& event) { return event.overflows > 0; });
  const bool renamed = std::ranges::any_of(
      result.events, [](const auto& event) { return event.name != event.event; });
  Grid grid{{{"count", Align::right},
             {overflows ? "overflows" : "", Align::right},
             {"event", Align::left, renamed ? kWidestName : 0},
             {renamed ? "written as" : ""}},
            2,
            kWidth};
  for (const engine::PerfEventResult& event : result.events) {
    grid.row({grouped(event.count),
              overflows ? grouped(event.overflows) : "",
              event.name,
              event.name != event.event ? event.event : ""});
    if (event.count == 0) {
      add_reasons(grid, event.why);
    }
  }
  return "\n" + paint.heading("Events") + "\n" + grid.text();
}

/// A counter that nobody set up tells nothing.
bool was_used(const engine::CounterResult& counter) {
  return counter.is_set_up || counter.value != 0 || counter.overflow_flag ||
         counter.counting.count() > 0 ||
         std::ranges::any_of(counter.why, [](const engine::WhyNot& why) {
           return why.reason != "disabled" && why.reason != "debug_state" && why.cycles.count() > 0;
         });
}

/// A counter that could count and stood still has a reason of its own.
bool did_not_move(const engine::CounterResult& counter) {
  constexpr std::array<std::string_view, 6> kStoodStill{
      "threshold", "no_edge", "divided", "no_occurrences", "not_implemented", "set_back"};
  return counter.counting.count() == 0 ||
         std::ranges::any_of(counter.why, [&](const engine::WhyNot& why) {
           return std::ranges::find(kStoodStill, why.reason) != kStoodStill.end();
         });
}

/// Counters of this CPU that already stand in the table of events, by name.
std::set<std::string> event_counters(const engine::RunResult& result, std::size_t cpu) {
  std::set<std::string> names;
  for (const engine::PerfEventResult& event : result.events) {
    for (const engine::PerfEventCount& part : event.per_cpu) {
      if (part.cpu.value() == cpu) {
        names.insert(part.counter);
      }
    }
  }
  return names;
}

std::string counters_text(const engine::CpuResult& cpu,
                          const std::set<std::string>& shown_already) {
  Grid grid{
      {{"counter"}, {"event"}, {"value", Align::right}, {"counting cycles", Align::right}, {""}},
      4};
  for (const engine::CounterResult& counter : cpu.counters) {
    if (!was_used(counter) || shown_already.contains(counter.name)) {
      continue;
    }
    grid.row({counter.name,
              counter.event ? event_text(*counter.event) : "",
              grouped(counter.value),
              grouped(counter.counting.count()),
              counter.overflow_flag ? "overflowed" : ""});
    if (did_not_move(counter)) {
      add_reasons(grid, counter.why);
    }
  }
  return grid.empty() ? "" : grid.text();
}

std::string reads_text(const engine::CpuResult& cpu) {
  if (cpu.reads.empty()) {
    return {};
  }
  constexpr std::size_t kListedReads = 20;
  Grid grid{{{"read", Align::left, kWidestName},
             {"register"},
             {"at cycle", Align::right},
             {"value", Align::right},
             {""}},
            4};
  for (std::size_t i = 0; i < std::min(cpu.reads.size(), kListedReads); ++i) {
    const engine::ReadResult& read = cpu.reads[i];
    grid.row({read.name,
              read.reg,
              grouped(read.at.count()),
              read.value ? fmt::format("{:#x}", *read.value) : "",
              read.value ? "" : read.outcome});
  }
  if (cpu.reads.size() > kListedReads) {
    const bool listed = cpu.reads_made == cpu.reads.size();
    grid.remark(fmt::format("and {} more; --json lists {}",
                            grouped(cpu.reads_made - kListedReads),
                            listed ? "all" : "the first " + grouped(cpu.reads.size())));
  }
  return grid.text();
}

std::string refused_writes_text(const engine::CpuResult& cpu) {
  if (cpu.refused_writes.empty()) {
    return {};
  }
  const engine::RefusedWrite& first = cpu.refused_writes.front();
  return fmt::format("    {} MSR refused; the first: {}, {} at cycle {}\n",
                     grouped(cpu.writes_refused),
                     first.reg,
                     first.outcome,
                     grouped(first.at.count()));
}

std::string interrupts_text(const engine::CpuResult& cpu) {
  std::vector<std::string> parts;
  for (std::size_t i = 0;
       i < std::min(cpu.interrupts_by_source.size(), kInterruptSourceNames.size());
       ++i) {
    if (cpu.interrupts_by_source[i] > 0) {
      parts.push_back(
          fmt::format("{} {}", kInterruptSourceNames[i], grouped(cpu.interrupts_by_source[i])));
    }
  }
  return parts.empty() ? "no interrupts" : fmt::format("interrupts: {}", fmt::join(parts, ", "));
}

std::string cpus_text(const engine::RunResult& result, const Painter& paint) {
  std::string text = "\n" + paint.heading("CPUs") + "\n";
  for (std::size_t i = 0; i < std::min(result.cpus.size(), kListedCpus); ++i) {
    const engine::CpuResult& cpu = result.cpus[i];
    text += fmt::format("  {}  {}, {} MHz, {} cycles, {}\n",
                        cpu.name,
                        cpu.type,
                        cpu.frequency_mhz,
                        grouped(cpu.cycles.count()),
                        interrupts_text(cpu));
    text +=
        counters_text(cpu, event_counters(result, i)) + reads_text(cpu) + refused_writes_text(cpu);
  }
  if (result.cpus.size() > kListedCpus) {
    text += fmt::format("  and {} more CPUs; --json lists all\n", result.cpus.size() - kListedCpus);
  }
  return text;
}

std::string memory_text(const engine::RunResult& result, const Painter& paint) {
  if (result.memory.empty()) {
    return {};
  }
  std::string text = "\n" + paint.heading("Memory") + "\n";
  for (std::size_t i = 0; i < std::min(result.memory.size(), kListedLocations); ++i) {
    const engine::LocationResult& location = result.memory[i];
    const std::size_t shown = std::min(location.words.size(), kListedWords);
    const std::vector<std::uint64_t> words(
        location.words.begin(), location.words.begin() + static_cast<std::ptrdiff_t>(shown));
    text += fmt::format("  {} = {}{}\n",
                        location.name,
                        fmt::join(words, ", "),
                        shown < location.words.size() ? ", ..." : "");
  }
  if (result.memory.size() > kListedLocations) {
    text += fmt::format("  and {} more locations; --json lists all\n",
                        result.memory.size() - kListedLocations);
  }
  return text;
}

std::string notes_text(const engine::RunResult& result) {
  std::string text;
  for (const std::string& note : result.notes) {
    std::string indent = "Note: ";
    for (const std::string& line : wrapped(note, kWidth - indent.size())) {
      text += std::exchange(indent, "      ") + line + "\n";
    }
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string result_table(const engine::RunResult& result,
                         std::span<const ExpectationOutcome> outcomes,
                         TableStyle style) {
  const Painter paint{style.color};
  return heading_text(result, paint) + events_text(result, paint) + cpus_text(result, paint) +
         memory_text(result, paint) + notes_text(result) +
         outcomes_text(result.complete, outcomes, paint);
}

}  // namespace pmusim::report
