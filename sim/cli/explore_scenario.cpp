// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/explore_scenario.h"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "sim/cli/messages.h"
#include "sim/explore/protocol.h"
#include "sim/report/files.h"
#include "sim/report/protocol_document.h"
#include "sim/report/protocol_table.h"

namespace pmusim::cli {
namespace {

using report::ExpectationOutcome;

/// One line on a terminal that says what is explored. It appears after a second and is wiped at the
/// end.
class ExplorationLine {
 public:
  ExplorationLine(std::ostream* terminal, const std::string& title)
      : terminal_{terminal}, title_{title} {}

  ExplorationLine(const ExplorationLine&) = delete;
  ExplorationLine& operator=(const ExplorationLine&) = delete;

  ~ExplorationLine() {
    if (shown_) {
      *terminal_ << kWipe << std::flush;
    }
  }

  void show(std::string_view what) {
    if (terminal_ != nullptr && std::chrono::steady_clock::now() - start_ >= kQuiet) {
      *terminal_ << kWipe << fmt::format("{}: exploring {}", title_, what) << std::flush;
      shown_ = true;
    }
  }

 private:
  static constexpr std::chrono::seconds kQuiet{1};
  static constexpr std::string_view kWipe = "\r\033[K";

  std::ostream* terminal_;
  const std::string& title_;
  std::chrono::steady_clock::time_point start_{std::chrono::steady_clock::now()};
  bool shown_{false};
};

ExitCode verdict(const explore::ProtocolResult& result,
                 std::span<const ExpectationOutcome> outcomes) {
  if (!result.complete) {
    return ExitCode::interrupted;
  }
  const bool all_hold = std::ranges::all_of(outcomes, &ExpectationOutcome::ok);
  const bool is_proof = explore::end_of(result) == memory::ExploreEnd::complete;
  return worse(all_hold ? ExitCode::fine : ExitCode::disagreement,
               is_proof ? ExitCode::fine : ExitCode::cut_short);
}

/// Writes result.json, and claims it only after it is complete on the medium.
ExitCode write_out(const std::string& folder, const std::string& document, std::ostream& err) {
  const std::string file = folder + "/result.json";
  if (const Result<void> written = report::write_file(file, document); !written) {
    return report_error(err, written.error());
  }
  err << fmt::format("pmusim: wrote {}\n", file);
  return ExitCode::fine;
}

}  // namespace

WorkResult explore_scenario(const scenario::Scenario& scenario,
                            const ExplorePlan& plan,
                            const std::atomic<bool>& stop) {
  std::ostringstream err;
  Result<explore::ProtocolResult> result = [&] {
    ExplorationLine line{plan.progress, scenario.name};
    return explore::explore_protocol(
        scenario, stop, [&line](std::string_view what) { line.show(what); });
  }();
  if (!result) {
    const ExitCode code = report_error(err, result.error());
    return {code, "", err.str()};
  }
  // A partial result says nothing about expectations, which are about all of it.
  const std::vector<ExpectationOutcome> outcomes =
      result->complete ? report::evaluate(scenario.expect, report::protocol_document(*result, {}))
                       : std::vector<ExpectationOutcome>{};
  const std::string document = report::protocol_document(*result, outcomes);
  ExitCode code = verdict(*result, outcomes);
  if (plan.out_folder) {
    code = worse(code, write_out(*plan.out_folder, document, err));
  }
  return {code,
          plan.json ? document : report::protocol_table(*result, outcomes, {.color = plan.color}),
          err.str()};
}

}  // namespace pmusim::cli
