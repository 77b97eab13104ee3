// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "sim/cli/commands/commands.h"
#include "sim/cli/explore_scenario.h"
#include "sim/cli/messages.h"
#include "sim/cli/scenarios.h"
#include "sim/cli/stop_signals.h"
#include "sim/scenario/read_scenario.h"

namespace pmusim::cli {
namespace {

constexpr std::uint64_t kMostSeconds = 1'000'000;
constexpr std::uint64_t kMostMebibytes = 1'000'000;

/// The number of an option that must not be 0, instead of what the scenario says.
Result<void> put_limit(const Arguments& arguments,
                       const char* option,
                       std::uint64_t most,
                       std::uint64_t& limit) {
  const auto given = arguments.number(option);
  if (given && (*given == 0 || *given > most)) {
    return fail(ErrorCode::usage,
                "explore",
                fmt::format("--{}: {} is not in [1, {}]", option, *given, most));
  }
  limit = given.value_or(limit);
  return {};
}

Result<void> put_limits(const Arguments& arguments, scenario::ProtocolLimits& limits) {
  return put_limit(arguments, "limit", kMostSeconds, limits.seconds)
      .and_then([&] { return put_limit(arguments, "max-states", UINT64_MAX, limits.states); })
      .and_then(
          [&] { return put_limit(arguments, "max-memory", kMostMebibytes, limits.megabytes); });
}

}  // namespace

void add_explore_options(OptionTable& options) {
  options.add_options()("out", text_value("DIR"), "write result.json there");
  add_override_options(options);
  options.add_options()                                                                     //
      ("json", "print the result as one JSON document")                                     //
      ("limit", number_value("SECONDS"), "stop a question after this time; 60 by default")  //
      ("max-states", number_value("N"), "distinct states for one question")                 //
      ("max-memory", number_value("MIB"), "memory for one question");
}

ExitCode explore_protocols(const Arguments& arguments, Streams& streams) {
  const Result<std::vector<scenario::Override>> overrides = overrides_of(arguments);
  if (!overrides) {
    return report_error(streams.err, overrides.error());
  }
  const std::string& file = arguments.words().front();
  scenario::Checked<scenario::Scenario> scenario = scenario::read_scenario_file(file, *overrides);
  if (!scenario) {
    return report_problems(streams.err, scenario.error(), file);
  }
  std::optional<scenario::ProtocolSpec>& protocol = scenario->protocol;
  if (!protocol) {
    return report_error(streams.err,
                        {ErrorCode::invalid_input,
                         file,
                         "there is no \"protocol\" to explore",
                         "pmusim run executes what runs in time"});
  }
  if (const Result<void> put = put_limits(arguments, protocol->limits); !put) {
    return report_error(streams.err, put.error());
  }
  const StopSignals signals;
  const WorkResult done = explore_scenario(*scenario,
                                           {.out_folder = arguments.text("out"),
                                            .json = arguments.has("json"),
                                            .color = streams.color,
                                            .progress = streams.progress},
                                           signals.flag());
  streams.out << done.result;
  streams.err << done.diagnostics;
  return done.code;
}

}  // namespace pmusim::cli
