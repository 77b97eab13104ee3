// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vectors.h"

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/cli/commands/commands.h"
#include "sim/cli/messages.h"
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

std::string as_text(const engine::VectorReport& report) {
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
  return text + fmt::format("vectors: {} passed, {} failed, {} skipped\n",
                            report.passed,
                            report.failed,
                            report.skipped);
}

engine::VectorOptions vector_options(const Arguments& arguments) {
  engine::VectorOptions options;
  options.profile =
      arguments.text("profile") == "pseudocode" ? PmuProfile::pseudocode : PmuProfile::manual;
  options.readings = readings_of(options.profile);
  return options;
}

}  // namespace

void add_vectors_options(OptionTable& options) {
  options.add_options()  //
      ("profile",
       text_value("manual|pseudocode"),
       "which reading of the architecture; manual if not given")  //
      ("json", "print one JSON document");
}

ExitCode run_vector_files(const Arguments& arguments, Streams& streams) {
  const engine::VectorOptions options = vector_options(arguments);
  engine::VectorReport report;
  ExitCode code = ExitCode::fine;
  for (const std::string& file : arguments.words()) {
    if (const Result<void> done = engine::run_vectors(file, options, report); !done) {
      code = worse(code, report_error(streams.err, done.error()));
    }
  }
  streams.out << (arguments.has("json") ? as_json(report) : as_text(report));
  return worse(code, report.failed > 0 ? ExitCode::disagreement : ExitCode::fine);
}

}  // namespace pmusim::cli
