// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_scenario.h"

#include <sstream>

#include <fmt/format.h>

#include "sim/cli/messages.h"
#include "sim/cli/progress.h"
#include "sim/report/csv.h"
#include "sim/report/files.h"
#include "sim/report/html/page.h"
#include "sim/report/perfetto/perfetto.h"
#include "sim/report/result_document.h"
#include "sim/report/table.h"

namespace pmusim::cli {
namespace {

constexpr std::uint64_t kPicosecondsPerNanosecond = 1000;

Result<engine::RunResult> simulate(const scenario::Scenario& scenario,
                                   const RunPlan& plan,
                                   const std::atomic<bool>& stop) {
  engine::RunOptions options;
  options.step = plan.step;
  options.stop = &stop;
  options.vcd = plan.vcd;
  options.record_timeline = plan.html_file.has_value() || plan.perfetto_file.has_value();
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

/// A partial result says nothing about expectations, which are about the end of the run.
std::vector<report::ExpectationOutcome> outcomes_of(const scenario::Scenario& scenario,
                                                    const engine::RunResult& result) {
  if (!result.complete) {
    return {};
  }
  return report::evaluate(scenario.expect, report::result_document(result, {}));
}

ExitCode verdict(const engine::RunResult& result,
                 std::span<const report::ExpectationOutcome> outcomes) {
  if (!result.complete) {
    return ExitCode::interrupted;
  }
  if (result.gave_up) {
    return ExitCode::disagreement;
  }
  for (const report::ExpectationOutcome& outcome : outcomes) {
    if (!outcome.ok) {
      return ExitCode::disagreement;
    }
  }
  return ExitCode::fine;
}

/// Claims a file only after it is complete on the medium.
ExitCode claim(const Result<void>& written, const std::string& what, std::ostream& err) {
  if (!written) {
    return report_error(err, written.error());
  }
  err << fmt::format("pmusim: wrote {}\n", what);
  return ExitCode::fine;
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
  return code;
}

}  // namespace

WorkResult run_scenario(const scenario::Scenario& scenario,
                        const RunPlan& plan,
                        const std::atomic<bool>& stop) {
  std::ostringstream err;
  const Result<engine::RunResult> result = simulate(scenario, plan, stop);
  if (!result) {
    const ExitCode code = report_error(err, result.error());
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
    code = worse(code, claim(written, *plan.csv_folder + "/{events,counters,interrupts}.csv", err));
  }
  code = worse(code, draw(scenario, *result, plan, err));
  return {code,
          plan.json ? document : report::result_table(*result, outcomes, {.color = plan.color}),
          err.str()};
}

}  // namespace pmusim::cli
