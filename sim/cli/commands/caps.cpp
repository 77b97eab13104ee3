// SPDX-License-Identifier: Apache-2.0
#include <ostream>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/cli/commands/commands.h"
#include "sim/cli/scenarios.h"
#include "sim/engine/catalogue/capabilities.h"
#include "sim/report/grid.h"
#include "sim/scenario/json_writer.h"
#include "sim/scenario/read_scenario.h"

namespace pmusim::cli {
namespace {

using Json = nlohmann::ordered_json;

struct NamedCapabilities {
  std::string cpu_type;
  std::string title;  ///< of the text
  engine::Capabilities caps;
};

std::string register_text(RegValue value) {
  return fmt::format("{:#018x}", value);
}

std::string as_text(const std::vector<NamedCapabilities>& all) {
  std::string text;
  for (const auto& [cpu_type, title, caps] : all) {
    report::Grid sysfs{{{""}, {""}}, 2};
    // As the files of /sys/bus/event_source/devices/armv8_pmuv3_0/caps read.
    sysfs.row({"slots", fmt::format("{:#010x}", caps.slots)});
    sysfs.row({"bus_slots", fmt::format("{:#010x}", caps.bus_slots)});
    sysfs.row({"bus_width", fmt::format("{:#010x}", caps.bus_width)});
    sysfs.row({"threshold_max", fmt::format("{:#010x}", caps.threshold_max)});
    report::Grid registers{{{""}, {""}}, 2};
    for (const auto& [name, value] : caps.identification) {
      registers.row({name, register_text(value)});
    }
    text += fmt::format(
        "{}{}\n{}\n{}", text.empty() ? "" : "\n", title, sysfs.text(), registers.text());
  }
  return text;
}

std::string as_json(const std::vector<NamedCapabilities>& all) {
  Json types = Json::array();
  for (const auto& [cpu_type, title, caps] : all) {
    Json registers = Json::array();
    for (const auto& [name, value] : caps.identification) {
      registers.push_back({{"name", name}, {"value", register_text(value)}});
    }
    types.push_back({{"name", cpu_type},
                     {"slots", caps.slots},
                     {"bus_slots", caps.bus_slots},
                     {"bus_width", caps.bus_width},
                     {"threshold_max", caps.threshold_max},
                     {"registers", std::move(registers)}});
  }
  const Json json{{"cpu_types", std::move(types)}};
  return scenario::pretty_json(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// One PMU for each type of CPU, in the order of the CPUs.
std::vector<NamedCapabilities> capabilities_in(const scenario::Scenario& scenario) {
  std::vector<NamedCapabilities> all;
  std::set<std::string> seen;
  for (const scenario::CpuSpec& cpu : scenario.cpus) {
    if (seen.insert(cpu.type).second) {
      all.push_back({cpu.type,
                     fmt::format("CPU type {} of {}", cpu.type, scenario.file),
                     engine::capabilities_of(cpu.pmu, scenario.aarch32_kernel)});
    }
  }
  return all;
}

}  // namespace

void add_caps_options(OptionTable& options) {
  options.add_options()                                                                         //
      ("scenario", text_value("FILE"), "the CPUs of this scenario instead of the default one")  //
      ("json", "print one JSON document");
}

ExitCode show_capabilities(const Arguments& arguments, Streams& streams) {
  const auto print = [&](const std::vector<NamedCapabilities>& all) {
    streams.out << (arguments.has("json") ? as_json(all) : as_text(all));
    return ExitCode::fine;
  };
  const auto file = arguments.text("scenario");
  if (!file) {
    return print({{"default", "default PMU", engine::capabilities_of(PmuConfig{})}});
  }
  const scenario::Checked<scenario::Scenario> scenario = scenario::read_scenario_file(*file);
  if (!scenario) {
    return report_problems(streams.err, scenario.error(), *file);
  }
  return print(capabilities_in(*scenario));
}

}  // namespace pmusim::cli
