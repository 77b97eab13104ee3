// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vectors.h"

#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "sim/cli/commands/commands.h"
#include "sim/cli/scenarios.h"
#include "sim/cli/stop_signals.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string as_json(const engine::VectorReport& report) {
  Json failures = Json::array();
  for (const engine::VectorFailure& failure : report.failures) {
    failures.push_back({{"file", failure.file},
                        {"id", failure.id},
                        {"step", failure.step},
                        {"what", failure.what},
                        {"want", failure.want},
                        {"got", failure.got}});
  }
  const Json json{{"passed", report.passed},
                  {"failed", report.failed},
                  {"skipped", report.skipped},
                  {"failures", std::move(failures)}};
  return scenario::pretty_json(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string as_text(const engine::VectorReport& report, const engine::VectorOptions& options) {
  std::string text;
  for (const engine::VectorFailure& failure : report.failures) {
    text += fmt::format("{}: {}, step {}: {}: want {}, got {}\n",
                        failure.file,
                        failure.id,
                        failure.step,
                        failure.what,
                        failure.want,
                        failure.got);
  }
  std::vector<std::string_view> profiles;
  profiles.reserve(options.profiles.size());
  for (const engine::VectorProfile& profile : options.profiles) {
    profiles.push_back(engine::name_of(profile.profile));
  }
  return text + fmt::format(
                    "each under {}; at {}; cut per cycle and as whole chunks\n"
                    "vectors: {} passed, {} failed, {} skipped\n",
                    fmt::join(profiles, " and "),
                    fmt::join(options.targets, ", "),
                    report.passed,
                    report.failed,
                    report.skipped);
}

std::string notes_text(const engine::VectorNotes& notes) {
  std::string text;
  for (const engine::VectorNote& note : notes.listed()) {
    text += fmt::format("pmusim: note: {}: {}, left aside{}{}\n",
                        note.where,
                        note.what,
                        note.times == 1 ? "" : fmt::format(" {} times", note.times),
                        note.hint.empty() ? "" : "; " + note.hint);
  }
  return text + (notes.is_cut() ? "pmusim: note: and more of the kind\n" : "");
}

engine::VectorOptions vector_options(const Arguments& arguments, const StopSignals& signals) {
  engine::VectorOptions options;
  if (const auto asked = arguments.text("profile")) {
    std::erase_if(options.profiles, [&](const engine::VectorProfile& profile) {
      return engine::name_of(profile.profile) != *asked;
    });
  }
  options.stop = &signals.flag();
  return options;
}

}  // namespace

void add_vectors_options(OptionTable& options) {
  options.add_options()  //
      ("profile",
       text_value("manual|pseudocode"),
       "one reading of the architecture; both if not given")  //
      ("json", "print one JSON document");
}

ExitCode run_vector_files(const Arguments& arguments, Streams& streams) {
  const StopSignals signals;
  const engine::VectorOptions options = vector_options(arguments, signals);
  engine::VectorReport report;
  ExitCode code = ExitCode::fine;
  for (const std::string& file : arguments.words()) {
    if (signals.flag()) {
      break;
    }
    const engine::VectorMessages messages = engine::run_vectors(file, options, report);
    streams.err << notes_text(messages.notes);
    if (!messages.problems.empty()) {
      code = worse(code, report_problems(streams.err, messages.problems, file));
    }
  }
  if (report.not_run > 0) {
    streams.err << fmt::format(
        "pmusim: {} not run\n",
        report.not_run == 1 ? "1 item was" : fmt::format("{} items were", report.not_run));
  }
  if (signals.flag()) {
    streams.err << "pmusim: interrupted; the counts are those of the items run so far\n";
    code = worse(code, ExitCode::interrupted);
  }
  streams.out << (arguments.has("json") ? as_json(report) : as_text(report, options));
  return worse(code, report.failed > 0 ? ExitCode::disagreement : ExitCode::fine);
}

}  // namespace pmusim::cli
