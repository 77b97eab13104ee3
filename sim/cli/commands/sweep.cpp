// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/sweep.h"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <thread>

#include <fmt/format.h>

#include "sim/cli/commands/commands.h"
#include "sim/cli/messages.h"
#include "sim/cli/scenarios.h"
#include "sim/cli/stop_signals.h"
#include "sim/cli/sweep_point.h"
#include "sim/cli/sweep_progress.h"
#include "sim/cli/version.h"
#include "sim/report/files.h"
#include "sim/scenario/input_file.h"
#include "sim/sweep/documents.h"
#include "sim/sweep/plot.h"
#include "sim/sweep/svg.h"

namespace pmusim::cli {
namespace {

using sweep::PointStatus;

tl::unexpected<Error> wrong(std::string where, std::string what, std::string hint = {}) {
  return fail(ErrorCode::usage, std::move(where), std::move(what), std::move(hint));
}

Result<sweep::Grid> grid_of(const Arguments& arguments) {
  std::vector<sweep::Parameter> parameters;
  for (const std::string& text : arguments.texts("param")) {
    Result<sweep::Parameter> parameter = sweep::parse_parameter(text);
    if (!parameter) {
      return tl::unexpected{parameter.error()};
    }
    parameters.push_back(std::move(*parameter));
  }
  return sweep::Grid::of(std::move(parameters));
}

/// What is set for all points cannot vary between them.
Result<void> not_set_and_varied(const std::vector<scenario::Override>& overrides,
                                const sweep::Grid& grid) {
  for (const scenario::Override& override : overrides) {
    for (const sweep::Parameter& parameter : grid.parameters()) {
      if (parameter.pointer == override.pointer) {
        return wrong(override.option, "--param varies this value", "leave one of them out");
      }
    }
  }
  return {};
}

Result<std::vector<std::string>> measures_of(const Arguments& arguments) {
  std::vector<std::string> measures = arguments.texts("measure");
  for (std::size_t i = 0; i < measures.size(); ++i) {
    const std::string where = fmt::format("--measure {}", measures[i]);
    if (!measures[i].starts_with('/')) {
      return wrong(where,
                   "expected a JSON pointer into the result",
                   "for example --measure /events/cycles/count");
    }
    const auto end = measures.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(measures.begin(), end, measures[i]) != end) {
      return wrong(where, "the measure is given twice");
    }
  }
  return measures;
}

Result<std::size_t> jobs_of(const Arguments& arguments) {
  const std::uint64_t jobs =
      arguments.number("jobs").value_or(std::max(1U, std::thread::hardware_concurrency()));
  if (jobs == 0) {
    return wrong("--jobs 0", "without a worker nothing gets done", "expected 1 or more");
  }
  // More workers than points there can be are none that ever start.
  return static_cast<std::size_t>(std::min<std::uint64_t>(jobs, sweep::kMostPoints));
}

Result<SweepInput> input_of(const Arguments& arguments, const sweep::Grid& grid) {
  auto overrides = overrides_of(arguments);
  if (!overrides) {
    return tl::unexpected{overrides.error()};
  }
  if (const auto apart = not_set_and_varied(*overrides, grid); !apart) {
    return tl::unexpected{apart.error()};
  }
  auto measures = measures_of(arguments);
  if (!measures) {
    return tl::unexpected{measures.error()};
  }
  const std::string& file = arguments.words().front();
  auto text = scenario::read_regular_file(file, scenario::JsonLimits::kBytes);
  if (!text) {
    return tl::unexpected{text.error()};
  }
  return SweepInput{file, std::move(*text), std::move(*overrides), std::move(*measures)};
}

/// "blackout.sweep" for the scenario "blackout".
std::string default_folder(std::string scenario) {
  std::ranges::replace(scenario, '/', '_');
  return scenario + ".sweep";
}

/// Without what only the scenario tells.
Result<sweep::Plan> plan_of(const Arguments& arguments, sweep::Grid grid) {
  const auto jobs = jobs_of(arguments);
  if (!jobs) {
    return tl::unexpected{jobs.error()};
  }
  sweep::Plan plan{.grid = std::move(grid),
                   .identity = {},
                   .folder = arguments.text("out").value_or(""),
                   .shard = {},
                   .restart = arguments.has("restart"),
                   .jobs = *jobs};
  if (const auto text = arguments.text("shard")) {
    const auto shard = sweep::parse_shard(*text);
    if (!shard) {
      return tl::unexpected{shard.error()};
    }
    plan.shard = *shard;
  }
  return plan;
}

// What to say afterwards.

ExitCode exit_code_of(const sweep::Results& results) {
  if (results.count(PointStatus::fault) > 0) {
    return ExitCode::fault;
  }
  if (results.count(PointStatus::io) > 0) {
    return ExitCode::io;
  }
  if (results.count(PointStatus::invalid) > 0) {
    return ExitCode::wrong_input;
  }
  return results.count(PointStatus::broken) > 0 ? ExitCode::disagreement : ExitCode::fine;
}

/// The first problems in the order of the points.
void list_problems(const sweep::Results& results, std::ostream& err) {
  constexpr std::size_t kListed = 10;
  std::size_t found = 0;
  for (std::size_t point = 0; point < results.points(); ++point) {
    if (!results.has(point)) {
      continue;
    }
    const sweep::PointResult result = results.at(point);
    if (!result.problem.empty() && ++found <= kListed) {
      err << fmt::format("pmusim: point {}: {}\n", point, result.problem);
    }
  }
  if (found > kListed) {
    err << fmt::format("pmusim: {} more points with a problem\n", found - kListed);
  }
}

void add_count(std::string& text, std::size_t count, std::string_view what) {
  if (count > 0) {
    text += fmt::format(", {} {}", count, what);
  }
}

void summarise(const sweep::Plan& plan, const sweep::Results& results, std::ostream& err) {
  const std::size_t points = plan.shard.size(results.points());
  std::string text = results.count() == points
                         ? fmt::format("{} {}", points, points == 1 ? "point" : "points")
                         : fmt::format("{} of {} points finished", results.count(), points);
  add_count(text, results.count(PointStatus::failed), "with failed expectations");
  add_count(text, results.count(PointStatus::broken), "broken off");
  add_count(text, results.count(PointStatus::invalid), "invalid");
  add_count(text, results.count(PointStatus::io), "with an unreadable file");
  add_count(text, results.count(PointStatus::fault), "crashed");
  err << fmt::format("pmusim: {}: {}\n", plan.identity.scenario, text);
}

/// A measure that no result has is a mistake in the command line.
ExitCode check_measures(const sweep::Plan& plan, const sweep::Results& results, std::ostream& err) {
  std::vector<bool> found(plan.identity.measures.size());
  bool any_ran = false;
  for (std::size_t point = 0; point < results.points(); ++point) {
    if (!results.has(point)) {
      continue;
    }
    const sweep::PointResult result = results.at(point);
    any_ran = any_ran || has_run(result.status);
    for (std::size_t i = 0; i < std::min(found.size(), result.values.size()); ++i) {
      found[i] = found[i] || result.values[i].json != "null";
    }
  }
  ExitCode code = ExitCode::fine;
  for (std::size_t i = 0; any_ran && i < found.size(); ++i) {
    if (!found[i]) {
      code = report_error(err,
                          {ErrorCode::usage,
                           "--measure " + plan.identity.measures[i],
                           "no point has a plain value there",
                           ""});
    }
  }
  return code;
}

ExitCode write_documents(const sweep::Plan& plan,
                         const sweep::Results& results,
                         std::ostream& err) {
  const sweep::Grid& grid = plan.grid;
  const auto write = [&](const char* name, const std::string& document) {
    return report::write_file((std::filesystem::path{plan.folder} / name).string(), document);
  };
  for (const auto& written :
       {write("sweep.csv", sweep::csv_document(grid, results)),
        write("sweep.json", sweep::json_document(plan.identity, grid, results)),
        write("sweep.svg", sweep::svg_document(sweep::plot_of(plan.identity, grid, results)))}) {
    if (!written) {
      return report_error(err, written.error());
    }
  }
  err << fmt::format("pmusim: wrote {}/sweep.{{csv,json,svg}}\n", plan.folder);
  return ExitCode::fine;
}

ExitCode conclude(const sweep::Plan& plan,
                  const sweep::Results& results,
                  bool stopped,
                  std::ostream& err) {
  list_problems(results, err);
  summarise(plan, results, err);
  const bool unfinished = results.count() < plan.shard.size(results.points());
  ExitCode code = worse(exit_code_of(results), check_measures(plan, results, err));
  if (plan.shard.is_whole()) {
    code = worse(code, write_documents(plan, results, err));
  } else if (!unfinished) {
    err << fmt::format(
        "pmusim: {}/{} is complete; without --shard the same command joins all shards\n",
        plan.folder,
        plan.shard.journal_name());
  }
  if (stopped && unfinished) {
    err << "pmusim: interrupted; the same command goes on where it stopped\n";
    code = worse(code, ExitCode::interrupted);
  }
  return code;
}

ExitCode run(const SweepInput& input, const sweep::Plan& plan, Streams& streams) {
  const StopSignals signals;
  std::optional<SweepProgress> progress;
  const sweep::Hooks hooks{
      .work = [&](std::size_t point) { return run_point(input, plan.grid, point, signals.flag()); },
      .idle =
          [&](const sweep::Results& results) {
            if (streams.progress == nullptr) {
              return;
            }
            if (!progress) {
              progress.emplace(*streams.progress,
                               plan.identity.scenario,
                               results.count(),
                               plan.shard.size(results.points()));
            }
            progress->show(results.count());
          }};
  const Result<sweep::Results> results = run_sweep(plan, hooks, signals.flag());
  progress.reset();
  return results ? conclude(plan, *results, signals.flag(), streams.err)
                 : report_error(streams.err, results.error());
}

}  // namespace

void add_sweep_options(OptionTable& options) {
  options.add_options()  //
      ("param",
       repeated_value("/POINTER=RANGE"),
       "vary a value of the scenario: a:b:step, a:b*factor (whole numbers), or a list a,b,c; "
       "several "
       "span a grid, the first varies slowest")  //
      ("out",
       text_value("DIR"),
       "folder of sweep.csv, sweep.json, sweep.svg and of the journal")  //
      ("measure",
       repeated_value("/POINTER"),
       "record this value of each result, instead of the counts of all events; may be repeated")  //
      ("jobs", number_value("N"), "workers at the same time; one for each CPU by default")        //
      ("shard",
       text_value("I/N"),
       "do every N-th point only, from the I-th on; without it all shards are joined")  //
      ("restart", "discard the points that an earlier call has finished");
  add_override_options(options);
}

ExitCode run_sweep_command(const Arguments& arguments, Streams& streams) {
  auto grid = grid_of(arguments);
  if (!grid) {
    return report_error(streams.err, grid.error());
  }
  auto plan = plan_of(arguments, std::move(*grid));
  if (!plan) {
    return report_error(streams.err, plan.error());
  }
  const auto input = input_of(arguments, plan->grid);
  if (!input) {
    return report_error(streams.err, input.error());
  }
  if (const auto apart = check_independent(*input, plan->grid); !apart) {
    return report_error(streams.err, apart.error());
  }
  auto identity = identify(*input, plan->grid, std::string{version_number()});
  if (!identity) {
    return report_problems(streams.err, identity.error(), input->file);
  }
  plan->identity = std::move(*identity);
  if (plan->folder.empty()) {
    plan->folder = default_folder(plan->identity.scenario);
  }
  return run(*input, *plan, streams);
}

}  // namespace pmusim::cli
