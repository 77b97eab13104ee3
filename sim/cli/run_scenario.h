// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>

#include "sim/cli/worker.h"
#include "sim/engine/engine.h"
#include "sim/report/expectation.h"
#include "sim/scenario/scenario.h"

namespace pmusim::cli {

/// What `pmusim run` does with one scenario.
struct RunPlan {
  engine::StepMode step{engine::StepMode::span};
  std::optional<engine::VcdOptions> vcd;
  std::optional<std::string> out_folder;  ///< gets result.json
  std::optional<std::string> csv_folder;
  std::optional<std::string> html_file;
  std::optional<std::string> perfetto_file;
  bool json{};   ///< the result is a document, else a table
  bool color{};  ///< of the table
  std::ostream* progress{};
};

/// An interrupted run has no verdict. One that broke off or contradicts itself disagrees, whatever
/// its expectations.
[[nodiscard]] ExitCode verdict(const engine::RunResult& result,
                               std::span<const report::ExpectationOutcome> outcomes);

/// Runs a scenario to its end or until `stop`, evaluates its expectations, and writes its files.
///
/// The result is there even if a file could not be written: nothing that was found out is lost.
/// @pre no simulation has been elaborated in this process.
[[nodiscard]] WorkResult run_scenario(const scenario::Scenario& scenario,
                                      const RunPlan& plan,
                                      const std::atomic<bool>& stop);

}  // namespace pmusim::cli
