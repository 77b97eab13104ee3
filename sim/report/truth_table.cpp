// SPDX-License-Identifier: Apache-2.0
#include "sim/report/truth_table.h"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/grid.h"
#include "sim/report/names.h"

namespace pmusim::report {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kListedCauses = 60;
constexpr std::uint64_t kPerMille = 1000;

/// A column that is there only if some event has something to show in it.
struct OptionalColumn {
  std::string heading;
  std::function<std::string(const engine::PerfEventResult&)> cell;  ///< empty: nothing to show
};

std::string unless_zero(std::uint64_t number) {
  return number == 0 ? "" : grouped(number);
}

/// How much of the time the event had a counter, "60.1%"; nothing if all of it.
std::string running_share(const engine::PerfEventResult& event) {
  if (event.running_ns >= event.enabled_ns || event.enabled_ns == 0) {
    return {};
  }
  const auto share = static_cast<std::uint64_t>(static_cast<__uint128_t>(event.running_ns) *
                                                kPerMille / event.enabled_ns);
  return fmt::format("{}.{}%", share / 10, share % 10);
}

/// `count` for every thousand guest entries.
std::string per_thousand(std::uint64_t count, std::uint64_t entries) {
  return entries == 0 ? std::string{}
                      : grouped(static_cast<std::uint64_t>(static_cast<__uint128_t>(count) * 1000 /
                                                           entries));
}

std::vector<OptionalColumn> optional_columns() {
  using Event = engine::PerfEventResult;
  return {{"samples", [](const Event& event) { return unless_zero(event.samples); }},
          {"of guests", [](const Event& event) { return unless_zero(event.guest_samples); }},
          {"throttled", [](const Event& event) { return unless_zero(event.throttles); }},
          {"running", running_share}};
}

/// "it excludes all that ran"; "its event did not occur (400 cycles)".
std::string reasons(const engine::PerfEventResult& event) {
  std::vector<std::string> parts;
  for (const engine::WhyNot& why : event.why) {
    std::string part{reason_in_words(why.reason)};
    if (why.cycles.count() > 0) {
      part += fmt::format(" ({} cycles)", grouped(why.cycles.count()));
    }
    parts.push_back(std::move(part));
  }
  return parts.empty() ? "no cycle ran" : fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

std::string compared_events_text(const engine::RunResult& result) {
  std::vector<Column> columns{{"count", Align::right},
                              {"intended", Align::right},
                              {"lost", Align::right},
                              {"leaked", Align::right}};
  const std::vector<OptionalColumn> optional = optional_columns();
  for (const OptionalColumn& column : optional) {
    const bool used = std::ranges::any_of(
        result.events, [&](const auto& event) { return !column.cell(event).empty(); });
    columns.push_back({used ? column.heading : "", Align::right});
  }
  columns.push_back({"event"});
  Grid grid{std::move(columns), 2, kWidth};
  for (const engine::PerfEventResult& event : result.events) {
    const engine::EventTruth truth = event.truth.value_or(engine::EventTruth{});
    std::vector<std::string> cells{
        grouped(event.count), grouped(truth.intended), grouped(truth.lost), grouped(truth.leaked)};
    for (const OptionalColumn& column : optional) {
      cells.push_back(column.cell(event));
    }
    cells.push_back(event.name);
    grid.row(std::move(cells));
    if (event.name != event.event) {
      for (const std::string& line : broken(event.name + " is " + event.event, kWidth - 8)) {
        grid.remark(line);
      }
    }
    if (event.count == 0) {
      for (const std::string& line : wrapped("did not move: " + reasons(event), kWidth - 8)) {
        grid.remark(line);
      }
    }
  }
  return grid.text();
}

std::string causes_text(const engine::RunResult& result) {
  if (!result.windows || result.windows->by_cause.empty()) {
    return {};
  }
  const std::uint64_t entries = result.windows->guest_entries;
  constexpr std::size_t kWidestName = 22;
  Grid grid{{{"event", Align::left, kWidestName},
             {"what"},
             {"cause"},
             {"windows", Align::right},
             {"cycles", Align::right},
             {"count", Align::right},
             {entries > 0 ? "per 1,000" : "", Align::right}},
            2};
  const auto& causes = result.windows->by_cause;
  for (std::size_t i = 0; i < std::min(causes.size(), kListedCauses); ++i) {
    const engine::WindowsOfCause& cause = causes[i];
    const bool is_first = i == 0 || cause.event != causes[i - 1].event;
    grid.row({is_first ? cause.event : "",
              cause.kind == "leak" ? "leaked" : "lost",
              cause.cause,
              grouped(cause.windows),
              grouped(cause.cycles),
              grouped(cause.count),
              cause.is_guest_switch ? per_thousand(cause.count, entries) : ""});
  }
  if (causes.size() > kListedCauses) {
    grid.remark(fmt::format("and {} more; --json lists all", causes.size() - kListedCauses));
  }
  return grid.text();
}

}  // namespace pmusim::report
