// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>

#include <fmt/format.h>

#include "sim/cli/commands/commands.h"
#include "sim/cli/messages.h"
#include "sim/cli/outputs.h"
#include "sim/cli/run_scenario.h"
#include "sim/cli/scenarios.h"
#include "sim/cli/stop_signals.h"
#include "sim/report/result_document.h"
#include "sim/scenario/read_scenario.h"

namespace pmusim::cli {
namespace {

tl::unexpected<Error> wrong(std::string what, std::string hint = {}) {
  return fail(ErrorCode::usage, "run", std::move(what), std::move(hint));
}

Result<std::optional<engine::VcdOptions>> vcd_options(const Arguments& arguments) {
  const auto file = arguments.text("vcd");
  const auto from = arguments.number("vcd-from");
  const auto to = arguments.number("vcd-to");
  if (!file) {
    if (from || to) {
      return wrong("--vcd-from and --vcd-to need --vcd FILE");
    }
    return std::optional<engine::VcdOptions>{};
  }
  if (arguments.words().size() > 1) {
    return wrong("--vcd takes one scenario at a time", "run the scenarios one by one");
  }
  if (to && *to <= from.value_or(0)) {
    return wrong("--vcd-to must be later than --vcd-from");
  }
  return std::optional{engine::VcdOptions{.file = *file, .from_ns = from.value_or(0), .to_ns = to}};
}

/// The file of a picture, which shows one run.
Result<std::optional<std::string>> picture_file(const Arguments& arguments,
                                                const std::string& option) {
  std::optional<std::string> file = arguments.text(option);
  if (file && arguments.words().size() > 1) {
    return wrong(fmt::format("--{} takes one scenario at a time", option),
                 "run the scenarios one by one");
  }
  return file;
}

Result<RunPlan> plan_of(const Arguments& arguments, const Streams& streams) {
  Result<std::optional<engine::VcdOptions>> vcd = vcd_options(arguments);
  if (!vcd) {
    return tl::unexpected{vcd.error()};
  }
  Result<std::optional<std::string>> html = picture_file(arguments, "html");
  if (!html) {
    return tl::unexpected{html.error()};
  }
  Result<std::optional<std::string>> perfetto = picture_file(arguments, "perfetto");
  if (!perfetto) {
    return tl::unexpected{perfetto.error()};
  }
  RunPlan plan;
  plan.html_file = std::move(*html);
  plan.perfetto_file = std::move(*perfetto);
  plan.step = arguments.text("step") == "cycle" ? engine::StepMode::cycle : engine::StepMode::span;
  plan.vcd = std::move(*vcd);
  plan.out_folder = arguments.text("out");
  plan.csv_folder = arguments.text("csv");
  plan.json = arguments.has("json");
  plan.color = streams.color;
  plan.progress = streams.progress;
  return plan;
}

/// All scenarios, or every problem of all of them.
std::optional<std::vector<scenario::Scenario>> read_all(
    const std::vector<std::string>& files,
    std::span<const scenario::Override> overrides,
    std::ostream& err,
    ExitCode& code) {
  std::vector<scenario::Scenario> scenarios;
  for (const std::string& file : files) {
    scenario::Checked<scenario::Scenario> scenario = scenario::read_scenario_file(file, overrides);
    if (scenario) {
      scenarios.push_back(std::move(*scenario));
    } else {
      code = worse(code, report_problems(err, scenario.error(), file));
    }
  }
  return code == ExitCode::fine ? std::optional{std::move(scenarios)} : std::nullopt;
}

/// Each of several scenarios has a folder of its own, called like its file: "x", and "x_2" for a
/// second x.json, or the next that no other has.
std::vector<std::string> folders_of(const std::vector<std::string>& files) {
  std::vector<std::string> folders;
  std::map<std::string, unsigned> used;
  for (const std::string& file : files) {
    const std::string stem = std::filesystem::path{file}.stem().string();
    std::string folder = stem;
    while (std::ranges::find(folders, folder) != folders.end()) {
      used[stem] = std::max(used[stem], 1U) + 1;
      folder = fmt::format("{}_{}", stem, used[stem]);
    }
    folders.push_back(std::move(folder));
  }
  return folders;
}

RunPlan plan_for(RunPlan plan, const std::string& folder) {
  for (std::optional<std::string>* base : {&plan.out_folder, &plan.csv_folder}) {
    if (*base) {
      **base += "/" + folder;
    }
  }
  return plan;
}

ExitCode run_one(const scenario::Scenario& scenario, const RunPlan& plan, Streams& streams) {
  const StopSignals signals;
  const WorkResult done = run_scenario(scenario, plan, signals.flag());
  streams.out << done.result;
  streams.err << done.diagnostics;
  return done.code;
}

/// One after the other, each in a process of its own; after a signal no further one is started.
ExitCode run_several(const std::vector<scenario::Scenario>& scenarios,
                     const std::vector<std::string>& folders,
                     const RunPlan& plan,
                     Streams& streams) {
  const StopSignals signals;
  std::vector<std::string> documents;
  ExitCode code = ExitCode::fine;
  for (std::size_t i = 0; i < scenarios.size() && !signals.flag(); ++i) {
    const Result<WorkResult> done = do_in_worker(
        [&] { return run_scenario(scenarios[i], plan_for(plan, folders[i]), signals.flag()); },
        signals.flag());
    if (!done) {
      code = worse(code, report_error(streams.err, done.error()));
      break;
    }
    code = worse(code, done->code);
    streams.err << done->diagnostics;
    if (plan.json && !done->result.empty()) {
      documents.push_back(done->result);
    } else {
      streams.out << (i > 0 ? "\n" : "") << done->result << std::flush;
    }
  }
  if (plan.json) {
    streams.out << report::list_of_documents(documents);
  }
  return signals.flag() ? worse(code, ExitCode::interrupted) : code;
}

}  // namespace

void add_run_options(OptionTable& options) {
  options.add_options()(
      "out",
      text_value("DIR"),
      "write result.json and windows.csv there; one folder for each of several scenarios");
  add_override_options(options);
  options.add_options()  //
      ("step",
       text_value("span|cycle"),
       "how time advances; the result is the same, span is fast")        //
      ("json", "print one JSON document, a list for several scenarios")  //
      ("csv",
       text_value("DIR"),
       "write tables there: events, counters, interrupts, causes, windows")       //
      ("html", text_value("FILE"), "write a page that shows what happened when")  //
      ("perfetto", text_value("FILE"), "write a trace for ui.perfetto.dev")       //
      ("vcd", text_value("FILE"), "write waves of the run")                       //
      ("vcd-from", number_value("N"), "first nanosecond in the waves")            //
      ("vcd-to", number_value("N"), "end of the waves in nanoseconds, exclusive");
}

ExitCode run_scenarios(const Arguments& arguments, Streams& streams) {
  const Result<RunPlan> plan = plan_of(arguments, streams);
  if (!plan) {
    return report_error(streams.err, plan.error());
  }
  if (arguments.words().size() == 1) {
    if (const auto apart = check_outputs(*plan, arguments.words().front()); !apart) {
      return report_error(streams.err, apart.error());
    }
  }
  const Result<std::vector<scenario::Override>> overrides = overrides_of(arguments);
  if (!overrides) {
    return report_error(streams.err, overrides.error());
  }
  ExitCode code = ExitCode::fine;
  const auto scenarios = read_all(arguments.words(), *overrides, streams.err, code);
  if (!scenarios) {
    return code;
  }
  return scenarios->size() == 1
             ? run_one(scenarios->front(), *plan, streams)
             : run_several(*scenarios, folders_of(arguments.words()), *plan, streams);
}

}  // namespace pmusim::cli
