// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_scenario.h"

#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/cli/explore_scenario.h"
#include "sim/cli/messages.h"
#include "sim/cli/outputs.h"
#include "sim/cli/progress.h"
#include "sim/cli/scenarios.h"
#include "sim/report/csv.h"
#include "sim/report/files.h"
#include "sim/report/html/page.h"
#include "sim/report/perfetto/perfetto.h"
#include "sim/report/result_document.h"
#include "sim/report/table.h"
#include "sim/report/window_file.h"

namespace pmusim::cli {
namespace {

constexpr std::uint64_t kPicosecondsPerNanosecond = 1000;

Checked<engine::RunResult> simulate(const scenario::Scenario& scenario,
                                    const RunPlan& plan,
                                    const std::atomic<bool>& stop,
                                    std::vector<report::WindowFile>& window_files) {
  engine::RunOptions options;
  options.step = plan.step;
  options.stop = &stop;
  options.vcd = plan.vcd;
  options.record_timeline = plan.html_file.has_value() || plan.perfetto_file.has_value();
  if (!window_files.empty()) {
    options.window = [&window_files](const engine::WindowResult& window) {
      for (report::WindowFile& file : window_files) {
        file.add(window);
      }
    };
  }
  std::optional<ProgressLine> line;
  if (plan.progress != nullptr) {
    const auto end_ps = scenario.end_ns
                            ? std::optional{*scenario.end_ns * kPicosecondsPerNanosecond}
                            : std::nullopt;
    line.emplace(*plan.progress, scenario.name, end_ps);
    options.progress = [&line](const engine::Progress& progress) { line->show(progress); };
  }
  return engine::run(scenario, options);
}

/// One problem in a line, which need not be the scenario's: a file that cannot be written.
ExitCode report(std::ostream& err, const Problems& problems, const std::string& file) {
  return problems.count() == 1 ? report_error(err, problems.listed().front())
                               : report_problems(err, problems, file);
}

/// The result's folder and that of the tables, each once.
std::vector<std::string> window_folders(const RunPlan& plan) {
  std::vector<std::string> folders;
  if (plan.out_folder) {
    folders.push_back(*plan.out_folder);
  }
  if (plan.csv_folder && (!plan.out_folder || !is_same_place(*plan.csv_folder, *plan.out_folder))) {
    folders.push_back(*plan.csv_folder);
  }
  return folders;
}

/// Where all windows go: windows.csv of those folders.
Result<std::vector<report::WindowFile>> open_window_files(const scenario::Scenario& scenario,
                                                          const RunPlan& plan) {
  std::vector<report::WindowFile> files;
  if (!scenario.linux_kernel) {
    return files;
  }
  std::vector<std::string> cpus;
  cpus.reserve(scenario.cpus.size());
  for (const scenario::CpuSpec& cpu : scenario.cpus) {
    cpus.push_back(cpu.name);
  }
  for (const std::string& folder : window_folders(plan)) {
    Result<report::WindowFile> file = report::WindowFile::create(folder + "/windows.csv", cpus);
    if (!file) {
      return tl::unexpected{std::move(file.error())};
    }
    files.push_back(std::move(*file));
  }
  return files;
}

/// A partial result says nothing about expectations, which are about the end of the run.
std::vector<report::ExpectationOutcome> outcomes_of(const scenario::Scenario& scenario,
                                                    const engine::RunResult& result) {
  if (!result.complete) {
    return {};
  }
  return report::evaluate_result(scenario.expect, result);
}

/// Claims a file only after it is complete on the medium.
ExitCode claim(const Result<void>& written, const std::string& what, std::ostream& err) {
  if (!written) {
    return report_error(err, written.error());
  }
  err << fmt::format("pmusim: wrote {}\n", what);
  return ExitCode::fine;
}

std::string_view names_of_pictures(const RunPlan& plan) {
  if (!plan.perfetto_file) {
    return "the page";
  }
  return plan.html_file ? "the page and of the trace" : "the trace";
}

/// The pictures that were asked for.
ExitCode draw(const scenario::Scenario& scenario,
              const engine::RunResult& result,
              const RunPlan& plan,
              std::ostream& err) {
  ExitCode code = ExitCode::fine;
  if (!result.timeline) {
    return code;
  }
  if (plan.html_file) {
    const std::string page = report::html_page(*result.timeline, result, scenario.purpose);
    code = worse(code, claim(report::write_file(*plan.html_file, page), *plan.html_file, err));
  }
  if (plan.perfetto_file) {
    const std::string trace = report::perfetto_trace(*result.timeline);
    code = worse(code,
                 claim(report::write_file(*plan.perfetto_file, trace), *plan.perfetto_file, err));
  }
  if (result.timeline->left_out > 0) {
    err << fmt::format("pmusim: the recording reached its limit: {} spans are left out of {}\n",
                       result.timeline->left_out,
                       names_of_pictures(plan));
  }
  return code;
}

/// A protocol is explored, not run.
WorkResult run_protocol(const scenario::Scenario& scenario,
                        const RunPlan& plan,
                        const std::atomic<bool>& stop) {
  if (plan.vcd || plan.csv_folder || plan.html_file || plan.perfetto_file) {
    std::ostringstream err;
    const ExitCode code = report_error(
        err,
        {ErrorCode::usage,
         scenario.file,
         "a protocol has no time, so that there are no waves, tables of events or pictures of it",
         "--json and --out give its result"});
    return {code, "", err.str()};
  }
  return explore_scenario(scenario,
                          {.out_folder = plan.out_folder,
                           .json = plan.json,
                           .color = plan.color,
                           .progress = plan.progress},
                          stop);
}

}  // namespace

ExitCode verdict(const engine::RunResult& result,
                 std::span<const report::ExpectationOutcome> outcomes) {
  if (!result.complete) {
    return ExitCode::interrupted;
  }
  if (result.gave_up || result.contradicts_itself) {
    return ExitCode::disagreement;
  }
  for (const report::ExpectationOutcome& outcome : outcomes) {
    if (!outcome.ok) {
      return ExitCode::disagreement;
    }
  }
  return ExitCode::fine;
}

WorkResult run_scenario(const scenario::Scenario& scenario,
                        const RunPlan& plan,
                        const std::atomic<bool>& stop) {
  if (scenario.protocol) {
    return run_protocol(scenario, plan, stop);
  }
  std::ostringstream err;
  Result<std::vector<report::WindowFile>> window_files = open_window_files(scenario, plan);
  if (!window_files) {
    const ExitCode code = report_error(err, window_files.error());
    return {code, "", err.str()};
  }
  const Checked<engine::RunResult> result = simulate(scenario, plan, stop, *window_files);
  if (!result) {
    const ExitCode code = report(err, result.error(), scenario.file);
    return {code, "", err.str()};
  }
  const std::vector<report::ExpectationOutcome> outcomes = outcomes_of(scenario, *result);
  const std::string document = report::result_document(*result, outcomes);
  ExitCode code = verdict(*result, outcomes);
  if (plan.vcd) {
    err << fmt::format("pmusim: wrote {}\n", plan.vcd->file);
  }
  if (plan.out_folder) {
    const std::string file = *plan.out_folder + "/result.json";
    code = worse(code, claim(report::write_file(file, document), file, err));
  }
  if (plan.csv_folder) {
    const auto written = report::write_csv_files(*result, *plan.csv_folder);
    const std::string names =
        result->windows ? "events,counters,interrupts,causes" : "events,counters,interrupts";
    code = worse(code, claim(written, fmt::format("{}/{{{}}}.csv", *plan.csv_folder, names), err));
  }
  for (report::WindowFile& file : *window_files) {
    code = worse(code, claim(file.finish(), file.path(), err));
  }
  code = worse(code, draw(scenario, *result, plan, err));
  return {code,
          plan.json ? document : report::result_table(*result, outcomes, {.color = plan.color}),
          err.str()};
}

}  // namespace pmusim::cli
