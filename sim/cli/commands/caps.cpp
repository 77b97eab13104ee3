// SPDX-License-Identifier: Apache-2.0
#include <ostream>
#include <set>

#include <fmt/format.h>

#include "sim/cli/commands/commands.h"
#include "sim/cli/scenarios.h"
#include "sim/engine/catalogue/capabilities.h"
#include "sim/report/grid.h"
#include "sim/scenario/read_scenario.h"

namespace pmusim::cli {
namespace {

std::string caps_text(const std::string& title, const engine::Capabilities& caps) {
  report::Grid sysfs{{{""}, {""}}, 2};
  // As the files of /sys/bus/event_source/devices/armv8_pmuv3_0/caps read.
  sysfs.row({"slots", fmt::format("{:#010x}", caps.slots)});
  sysfs.row({"bus_slots", fmt::format("{:#010x}", caps.bus_slots)});
  sysfs.row({"bus_width", fmt::format("{:#010x}", caps.bus_width)});
  sysfs.row({"threshold_max", fmt::format("{:#010x}", caps.threshold_max)});
  report::Grid registers{{{""}, {""}}, 2};
  for (const auto& [name, value] : caps.identification) {
    registers.row({name, fmt::format("{:#018x}", value)});
  }
  return fmt::format("{}\n{}\n{}", title, sysfs.text(), registers.text());
}

/// One PMU for each type of CPU, in the order of the CPUs.
std::string caps_of(const scenario::Scenario& scenario) {
  std::string text;
  std::set<std::string> seen;
  for (const scenario::CpuSpec& cpu : scenario.cpus) {
    if (seen.insert(cpu.type).second) {
      text += (text.empty() ? "" : "\n") +
              caps_text(fmt::format("CPU type {} of {}", cpu.type, scenario.file),
                        engine::capabilities_of(cpu.pmu));
    }
  }
  return text;
}

}  // namespace

void add_caps_options(OptionTable& options) {
  options.add_options()(
      "scenario", text_value("FILE"), "the CPUs of this scenario instead of the default one");
}

ExitCode show_capabilities(const Arguments& arguments, Streams& streams) {
  const auto file = arguments.text("scenario");
  if (!file) {
    streams.out << caps_text("default PMU", engine::capabilities_of(PmuConfig{}));
    return ExitCode::fine;
  }
  const scenario::Checked<scenario::Scenario> scenario = scenario::read_scenario_file(*file);
  if (!scenario) {
    return report_problems(streams.err, scenario.error(), *file);
  }
  streams.out << caps_of(*scenario);
  return ExitCode::fine;
}

}  // namespace pmusim::cli
