// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/events.h"

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/cli/commands/commands.h"
#include "sim/cli/messages.h"
#include "sim/report/grid.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string as_json(const std::vector<engine::EventRow>& rows) {
  Json list = Json::array();
  for (const engine::EventRow& row : rows) {
    list.push_back({{"number", row.number.value()},
                    {"name", row.name},
                    {"linux_name", row.linux_name},
                    {"programs", row.is_of_programs},
                    {"meaning", row.meaning}});
  }
  return scenario::pretty_json(Json{{"events", std::move(list)}}.dump());
}

std::string as_text(const std::vector<engine::EventRow>& rows) {
  report::Grid grid{{{"number"}, {"name"}, {"Linux name"}, {"of programs"}, {"meaning"}}};
  for (const engine::EventRow& row : rows) {
    grid.row({fmt::format("{:#06x}", row.number.value()),
              row.name,
              row.linux_name,
              row.is_of_programs ? "yes" : "",
              row.meaning});
  }
  return grid.text();
}

}  // namespace

void add_events_options(OptionTable& options) {
  options.add_options()("json", "print one JSON document");
}

ExitCode list_events(const Arguments& arguments, Streams& streams) {
  const std::string pattern = arguments.words().empty() ? "" : arguments.words().front();
  const std::vector<engine::EventRow> rows = engine::find_events(pattern);
  if (arguments.has("json")) {
    streams.out << as_json(rows);
  } else if (!rows.empty()) {
    streams.out << as_text(rows);
  }
  if (rows.empty()) {
    streams.err << fmt::format("pmusim: events: no architected event matches \"{}\"\n", pattern);
    return ExitCode::disagreement;
  }
  return ExitCode::fine;
}

}  // namespace pmusim::cli
