// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/engine.h"

#include <iostream>
#include <utility>

#include "sim/engine/linux/linux_result.h"
#include "sim/engine/result_builder.h"
#include "sim/engine/simulation.h"
#include "sim/engine/timeline_builder.h"

namespace pmusim::engine {

namespace {

/// Reports of SystemC: information is dropped, since pausing is no news; a warning goes to standard
/// error; an error is a fault of ours and is thrown.
void handle_report(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  switch (report.get_severity()) {
    case sc_core::SC_INFO:
      return;
    case sc_core::SC_WARNING:
      std::cerr << "pmusim: systemc: " << report.what() << '\n';
      return;
    default:
      sc_core::sc_report_handler::default_handler(
          report, actions & ~static_cast<sc_core::sc_actions>(sc_core::SC_DISPLAY));
  }
}

/// Problems of a scenario begin with its file.
Problems in_file(const std::string& file, const Problems& problems) {
  Problems named;
  for (Error problem : problems.listed()) {
    if (!problem.where.starts_with(file)) {
      problem.where = file + (problem.where.empty() ? "" : ": " + problem.where);
    }
    named.add(std::move(problem));
  }
  named.count_unlisted(problems.count() - problems.listed().size());
  return named;
}

}  // namespace

Checked<RunResult> run(const scenario::Scenario& scenario, const RunOptions& options) {
  sc_core::sc_report_handler::set_handler(handle_report);
  auto simulation = Simulation::create(scenario, options);
  if (!simulation) {
    return tl::unexpected{in_file(scenario.file, simulation.error())};
  }
  if (auto ran = (*simulation)->run(); !ran) {
    return tl::unexpected{Problems{std::move(ran.error())}};
  }
  RunResult result = result_of(scenario, **simulation);
  if (options.record_timeline) {
    result.timeline = timeline_of(scenario, result, (*simulation)->units());
    if (const LinuxSoftware* software = (*simulation)->linux_software()) {
      add_linux_timeline(scenario, *software, *result.timeline);
    }
  }
  return result;
}

}  // namespace pmusim::engine
