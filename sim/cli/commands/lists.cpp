// SPDX-License-Identifier: Apache-2.0
//
// Commands that print a table of the model: regs, steps, schema.
#include <ostream>

#include <nlohmann/json.hpp>

#include "sim/cli/commands/commands.h"
#include "sim/engine/catalogue/registers.h"
#include "sim/engine/catalogue/steps.h"
#include "sim/report/grid.h"
#include "sim/report/register_listing.h"
#include "sim/scenario/json_writer.h"
#include "sim/scenario/read_scenario.h"

namespace pmusim::cli {
namespace {

report::ListingFormat listing_format(const std::string& text) {
  if (text == "md") {
    return report::ListingFormat::markdown;
  }
  return text == "json" ? report::ListingFormat::json : report::ListingFormat::text;
}

std::string steps_as_text() {
  report::Grid grid{{{"step"}, {"meaning"}}};
  for (const engine::StepRow& row : engine::software_steps()) {
    grid.row({std::string{row.name}, std::string{row.meaning}});
  }
  report::Grid paths{{{"kernel path"}, {"cycles", report::Align::right}, {"origin of the number"}}};
  for (const engine::KernelPathRow& row : engine::kernel_paths()) {
    paths.row({std::string{row.name}, std::to_string(row.cycles), std::string{row.origin}});
  }
  return grid.text() + '\n' + paths.text();
}

std::string steps_as_json() {
  using Json = nlohmann::ordered_json;
  Json steps = Json::array();
  for (const engine::StepRow& row : engine::software_steps()) {
    steps.push_back({{"name", row.name}, {"meaning", row.meaning}});
  }
  Json paths = Json::array();
  for (const engine::KernelPathRow& row : engine::kernel_paths()) {
    paths.push_back({{"name", row.name}, {"cycles", row.cycles}, {"origin", row.origin}});
  }
  const Json json{{"steps", std::move(steps)}, {"kernel_paths", std::move(paths)}};
  return scenario::pretty_json(json.dump());
}

}  // namespace

void add_regs_options(OptionTable& options) {
  options.add_options()("format", text_value("md|json|text"), "text if not given");
}

ExitCode list_registers(const Arguments& arguments, Streams& streams) {
  streams.out << report::register_listing(
      engine::pmu_registers(),
      engine::feature_names,
      listing_format(arguments.text("format").value_or("text")));
  return ExitCode::fine;
}

void add_steps_options(OptionTable& options) {
  options.add_options()("json", "print one JSON document");
}

ExitCode list_steps(const Arguments& arguments, Streams& streams) {
  streams.out << (arguments.has("json") ? steps_as_json() : steps_as_text());
  return ExitCode::fine;
}

void add_schema_options(OptionTable& options) {
  options.add_options()("format",
                        text_value("json|md"),
                        "json: the schema (if not given); md: the reference of the format");
}

ExitCode print_schema(const Arguments& arguments, Streams& streams) {
  streams.out << (arguments.text("format") == "md" ? scenario::scenario_manual()
                                                   : scenario::schema_json());
  return ExitCode::fine;
}

}  // namespace pmusim::cli
