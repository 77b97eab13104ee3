// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "sim/cli/commands/commands.h"
#include "sim/cli/messages.h"
#include "sim/cli/scenarios.h"
#include "sim/engine/activity_factory.h"
#include "sim/report/result_document.h"
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/recordings.h"

namespace pmusim::cli {
namespace {

void print_resolved(const std::vector<scenario::Scenario>& scenarios, std::ostream& out) {
  std::vector<std::string> documents;
  documents.reserve(scenarios.size());
  for (const scenario::Scenario& scenario : scenarios) {
    documents.push_back(scenario::resolved_json(scenario));
  }
  out << (documents.size() == 1 ? documents.front() : report::list_of_documents(documents));
}

/// Reads recorded files to their ends, as a run would: what `check` lets pass, `run` takes.
Checked<void> read_recordings(const scenario::Scenario& scenario) {
  return engine::ActivityFactory::create(scenario.activities,
                                         scenario::recordings_folder(scenario.file))
      .map([](const auto&) {});
}

}  // namespace

void add_check_options(OptionTable& options) {
  add_override_options(options);
  options.add_options()("resolved", "print the scenario with every default filled in, as JSON");
}

ExitCode check_scenarios(const Arguments& arguments, Streams& streams) {
  const Result<std::vector<scenario::Override>> overrides = overrides_of(arguments);
  if (!overrides) {
    return report_error(streams.err, overrides.error());
  }
  std::vector<scenario::Scenario> scenarios;
  ExitCode code = ExitCode::fine;
  for (const std::string& file : arguments.words()) {
    scenario::Checked<scenario::Scenario> scenario = scenario::read_scenario_file(file, *overrides);
    if (!scenario) {
      code = worse(code, report_problems(streams.err, scenario.error(), file));
      continue;
    }
    if (const Checked<void> read = read_recordings(*scenario); !read) {
      code = worse(code, report_problems(streams.err, read.error(), file));
      continue;
    }
    if (!arguments.has("resolved")) {
      streams.out << file << ": ok\n";
    }
    scenarios.push_back(std::move(*scenario));
  }
  if (arguments.has("resolved") && code == ExitCode::fine) {
    print_resolved(scenarios, streams.out);
  }
  return code;
}

}  // namespace pmusim::cli
