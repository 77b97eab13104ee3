// SPDX-License-Identifier: Apache-2.0
#include "sim/report/csv.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/activity/event_text.h"
#include "sim/report/files.h"
#include "sim/report/names.h"

namespace pmusim::report {
namespace {

/// Columns of counters.csv after the fixed ones.
constexpr std::array<std::string_view, 11> kReasonColumns{"debug_state",
                                                          "disabled",
                                                          "prohibited",
                                                          "frozen",
                                                          "filtered",
                                                          "threshold",
                                                          "no_edge",
                                                          "divided",
                                                          "no_occurrences",
                                                          "not_implemented",
                                                          "set_back"};

std::uint64_t cycles_of(const engine::CounterResult& counter, std::string_view reason) {
  const auto found = std::ranges::find(counter.why, reason, &engine::WhyNot::reason);
  return found != counter.why.end() ? found->cycles.count() : 0;
}

std::string truth_cells(const std::optional<engine::EventTruth>& truth) {
  return truth ? fmt::format("{},{},{}", truth->intended, truth->lost, truth->leaked) : ",,";
}

}  // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string{text};
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

std::string events_csv(const engine::RunResult& result) {
  std::string csv =
      "name,event,count,overflows,enabled_ns,running_ns,"
      "intended,lost,leaked,samples,guest_samples,throttles\n";
  for (const engine::PerfEventResult& event : result.events) {
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{}\n",
                       csv_field(event.name),
                       csv_field(event.event),
                       event.count,
                       event.overflows,
                       event.enabled_ns,
                       event.running_ns,
                       truth_cells(event.truth),
                       event.samples,
                       event.guest_samples,
                       event.throttles);
  }
  return csv;
}

std::string counters_csv(const engine::RunResult& result) {
  std::string csv = "cpu,counter,event,value,overflow_flag,counting_cycles";
  for (const std::string_view reason : kReasonColumns) {
    csv += fmt::format(",{}_cycles", reason);
  }
  csv += "\n";
  for (const engine::CpuResult& cpu : result.cpus) {
    for (const engine::CounterResult& counter : cpu.counters) {
      csv += fmt::format("{},{},{},{},{},{}",
                         csv_field(cpu.name),
                         csv_field(counter.name),
                         counter.event ? event_text(*counter.event) : "",
                         counter.value,
                         counter.overflow_flag ? 1 : 0,
                         counter.counting.count());
      for (const std::string_view reason : kReasonColumns) {
        csv += fmt::format(",{}", cycles_of(counter, reason));
      }
      csv += "\n";
    }
  }
  return csv;
}

std::string interrupts_csv(const engine::RunResult& result) {
  std::string csv = "cpu,source,raised_cycle,taken_cycle\n";
  for (const engine::CpuResult& cpu : result.cpus) {
    for (const engine::InterruptResult& interrupt : cpu.interrupts) {
      csv += fmt::format("{},{},{},{}\n",
                         csv_field(cpu.name),
                         csv_field(interrupt.source),
                         interrupt.raised.count(),
                         interrupt.taken.count());
    }
  }
  return csv;
}

std::string causes_csv(const engine::RunResult& result) {
  std::string csv =
      "event,kind,cause,guest_switch,windows,cycles,count,shortest_cycles,longest_cycles\n";
  if (result.windows) {
    for (const engine::WindowsOfCause& cause : result.windows->by_cause) {
      csv += fmt::format("{},{},{},{},{},{},{},{},{}\n",
                         csv_field(cause.event),
                         cause.kind,
                         cause.cause,
                         cause.is_guest_switch ? 1 : 0,
                         cause.windows,
                         cause.cycles,
                         cause.count,
                         cause.shortest,
                         cause.longest);
    }
  }
  return csv;
}

Result<void> write_csv_files(const engine::RunResult& result, const std::string& folder) {
  std::vector<std::pair<std::string_view, std::string>> files{
      {"events.csv", events_csv(result)},
      {"counters.csv", counters_csv(result)},
      {"interrupts.csv", interrupts_csv(result)},
  };
  if (result.windows) {
    files.emplace_back("causes.csv", causes_csv(result));
  }
  for (const auto& [name, text] : files) {
    if (const Result<void> written = write_file(fmt::format("{}/{}", folder, name), text);
        !written) {
      return written;
    }
  }
  return {};
}

}  // namespace pmusim::report
