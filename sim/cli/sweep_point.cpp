// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_point.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim/engine/engine.h"
#include "sim/report/expectation.h"
#include "sim/report/json_pointer.h"
#include "sim/report/result_document.h"
#include "sim/scenario/input_file.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/recordings.h"

namespace pmusim::cli {
namespace {

using scenario::Checked;
using scenario::Expectation;
using scenario::Override;
using scenario::Problems;
using scenario::Scenario;
using sweep::PointResult;
using sweep::PointStatus;

std::vector<Override> overrides_at(const SweepInput& input,
                                   const sweep::Grid& grid,
                                   std::size_t point) {
  std::vector<Override> overrides = input.overrides;
  std::ranges::move(grid.overrides(point), std::back_inserter(overrides));
  return overrides;
}

// Before anything runs.

/// Problems of pointers alone: through plain values, past the end of a list.
Problems misplaced(const SweepInput& input, std::span<const Override> overrides) {
  Problems problems;
  scenario::JsonDocument document;
  const scenario::NodeId top =
      document.parse(input.text, input.file, true, scenario::JsonLimits::kDepth, problems);
  if (top != scenario::kNoNode) {
    scenario::apply_overrides(document, top, overrides, problems);
  }
  return problems;
}

/// A key that the scenario does not know is wrong whatever its value.
bool has_unknown_key(const Problems& problems) {
  return std::ranges::any_of(problems.listed(), [](const Error& problem) {
    return problem.what.starts_with("unknown key");
  });
}

/// A scenario that stands for all points: that of the first or, when its values are wrong, the one
/// without them, which then must be right.
Checked<Scenario> specimen(const SweepInput& input, const sweep::Grid& grid) {
  const std::vector<Override> overrides = overrides_at(input, grid, 0);
  if (const Problems problems = misplaced(input, overrides); !problems.empty()) {
    return tl::unexpected{problems};
  }
  Checked<Scenario> first = scenario::read_scenario_text(input.text, input.file, overrides);
  if (first) {
    return first;
  }
  Checked<Scenario> without = scenario::read_scenario_text(input.text, input.file, input.overrides);
  return !without || has_unknown_key(first.error()) ? first : without;
}

void add_recordings(std::set<std::string>& files, const Scenario& scenario) {
  for (const auto& activity : scenario.activities) {
    for (const auto& stream : activity.streams) {
      if (const auto* recorded = std::get_if<scenario::RecordedStream>(&stream.stream)) {
        files.insert(
            scenario::recording_path(scenario::recordings_folder(scenario.file), *recorded));
      }
    }
  }
}

/// Those of the specimen, and those that a parameter names.
std::set<std::string> recordings_of(const SweepInput& input,
                                    const sweep::Grid& grid,
                                    const Scenario& scenario) {
  std::set<std::string> files;
  add_recordings(files, scenario);
  for (const sweep::Parameter& parameter : grid.parameters()) {
    if (parameter.spacing != sweep::Spacing::listed || !parameter.pointer.ends_with("/file")) {
      continue;
    }
    for (std::size_t i = 0; i < parameter.values.size(); ++i) {
      std::vector<Override> overrides = overrides_at(input, grid, 0);
      overrides.push_back({"--param", parameter.pointer, parameter.values[i]});
      if (const auto other = scenario::read_scenario_text(input.text, input.file, overrides)) {
        add_recordings(files, *other);
      }
    }
  }
  return files;
}

/// The recordings that a scenario reads are a part of its content.
std::uint64_t content_of(const SweepInput& input,
                         const sweep::Grid& grid,
                         const Scenario& scenario) {
  std::uint64_t hash = sweep::hash_of(input.text);
  for (const std::string& file : recordings_of(input, grid, scenario)) {
    const Result<std::string> recording = scenario::read_regular_file(file, SIZE_MAX);
    hash = sweep::hash_of(recording ? *recording : std::string{}, hash);
  }
  return hash;
}

bool has_events(const Scenario& scenario) {
  return std::ranges::any_of(scenario.perf,
                             [](const auto& group) { return !group.events.empty(); });
}

// A point.

/// The problems of a point on one line, which does not tell in which folder the scenario was.
std::string one_line(const Problems& problems, const std::string& file) {
  std::string line = scenario::to_text(problems.listed().front());
  if (line.starts_with(file)) {
    line.replace(0, file.size(), std::filesystem::path{file}.filename().string());
  }
  const std::size_t more = problems.count() - 1;
  return more == 0 ? line : fmt::format("{} (and {} more)", line, more);
}

/// Where the values that every event has by default stand in the result.
std::vector<std::string> default_measures(const engine::RunResult& result) {
  std::map<std::string_view, int> uses;
  for (const auto& event : result.events) {
    ++uses[event.name];
  }
  std::vector<std::string> measures;
  for (std::size_t i = 0; i < result.events.size(); ++i) {
    const std::string& name = result.events[i].name;
    const bool is_unique = !name.empty() && uses[name] == 1;
    for (const char* key : {"count", "lost", "leaked"}) {
      measures.push_back(
          fmt::format("/events/{}/{}", is_unique ? report::escaped(name) : std::to_string(i), key));
    }
  }
  return measures;
}

/// Expectations find values by pointer, so a measure is one whose verdict nobody asks for.
Expectation lookup(const std::string& pointer) {
  return {.that = pointer, .op = Expectation::Op::equals, .want_json = "0"};
}

bool is_compound(const std::string& json) {
  return json.starts_with('{') || json.starts_with('[');
}

void add_problem(PointResult& result, const std::string& problem) {
  result.problem += (result.problem.empty() ? "" : "; ") + problem;
}

void record(PointResult& result, const report::ExpectationOutcome& found, bool is_default) {
  const std::string& measure = found.expectation.that;
  const bool is_missing = found.got_json.empty();
  if (!is_missing && !is_compound(found.got_json)) {
    result.values.push_back({measure, found.got_json});
  } else if (!is_default) {
    result.values.push_back({measure, "null"});
    const std::string what =
        is_missing ? found.problem : std::string{"a list or object is no plain value"};
    add_problem(result, measure + ": " + what);
  }
}

/// Expectations are about the end of a run, which one that broke off does not have, and say nothing
/// where the model is at fault.
PointStatus status_of(const engine::RunResult& run,
                      std::span<const report::ExpectationOutcome> outcomes) {
  if (run.gave_up || run.contradicts_itself) {
    return PointStatus::broken;
  }
  if (outcomes.empty()) {
    return PointStatus::unchecked;
  }
  return std::ranges::all_of(outcomes, &report::ExpectationOutcome::ok) ? PointStatus::ok
                                                                        : PointStatus::failed;
}

PointResult evaluated(const SweepInput& input,
                      const Scenario& scenario,
                      const engine::RunResult& run,
                      std::size_t point) {
  const bool is_default = input.measures.empty();
  std::vector<Expectation> wanted = scenario.expect;
  const std::size_t expectations = wanted.size();
  for (const std::string& measure : is_default ? default_measures(run) : input.measures) {
    wanted.push_back(lookup(measure));
  }
  const auto outcomes = report::evaluate_result(wanted, run);
  PointResult result{point, status_of(run, std::span{outcomes}.first(expectations)), {}, {}};
  for (const auto& found : std::span{outcomes}.subspan(expectations)) {
    record(result, found, is_default);
  }
  for (const std::string& note : run.notes) {
    add_problem(result, note);
  }
  return result;
}

}  // namespace

Result<void> check_independent(const SweepInput& input, const sweep::Grid& grid) {
  Problems problems;
  scenario::JsonDocument document;
  const scenario::NodeId top =
      document.parse(input.text, input.file, true, scenario::JsonLimits::kDepth, problems);
  if (top == scenario::kNoNode) {
    return {};
  }
  const std::vector<Override> overrides = overrides_at(input, grid, 0);
  const std::vector<std::string> places =
      scenario::apply_overrides(document, top, overrides, problems);
  for (std::size_t later = input.overrides.size(); later < places.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      if (places[later].empty() || places[earlier] != places[later]) {
        continue;
      }
      return fail(ErrorCode::usage,
                  "--param " + scenario::printable(overrides[later].pointer),
                  fmt::format("{} gives the same value, {}",
                              earlier < input.overrides.size()
                                  ? overrides[earlier].option
                                  : "--param " + scenario::printable(overrides[earlier].pointer),
                              places[later]),
                  "leave one of them out");
    }
  }
  return {};
}

Checked<sweep::Identity> identify(const SweepInput& input,
                                  const sweep::Grid& grid,
                                  std::string version) {
  const Checked<Scenario> scenario = specimen(input, grid);
  if (!scenario) {
    return tl::unexpected{scenario.error()};
  }
  if (scenario->protocol) {
    Problems problems;
    problems.add({ErrorCode::not_modelled,
                  "/protocol",
                  "sweeps of protocols are not modelled",
                  R"(a protocol varies its orders itself: "subsets", "replacements")"});
    return tl::unexpected{problems};
  }
  if (input.measures.empty() && !has_events(*scenario)) {
    Problems problems;
    problems.add({ErrorCode::invalid_input,
                  "/perf",
                  "the scenario has no events whose counts could be recorded",
                  "name what to record: --measure /result/pointer"});
    return tl::unexpected{problems};
  }
  return sweep::Identity{.version = std::move(version),
                         .scenario = scenario->name,
                         .content = content_of(input, grid, *scenario),
                         .overrides = input.overrides,
                         .parameters = sweep::parameters_json(grid.parameters()),
                         .measures = input.measures};
}

std::optional<PointResult> run_point(const SweepInput& input,
                                     const sweep::Grid& grid,
                                     std::size_t point,
                                     const std::atomic<bool>& stop) {
  const Checked<Scenario> scenario =
      scenario::read_scenario_text(input.text, input.file, overrides_at(input, grid, point));
  if (!scenario) {
    return PointResult{point, PointStatus::invalid, {}, one_line(scenario.error(), input.file)};
  }
  engine::RunOptions options;
  options.stop = &stop;
  const Checked<engine::RunResult> run = engine::run(*scenario, options);
  if (!run) {
    const bool is_io = run.error().listed().front().code == ErrorCode::io;
    return PointResult{point,
                       is_io ? PointStatus::io : PointStatus::invalid,
                       {},
                       one_line(run.error(), input.file)};
  }
  return run->complete ? std::optional{evaluated(input, *scenario, *run, point)} : std::nullopt;
}

}  // namespace pmusim::cli
