// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.h"

#include <algorithm>
#include <array>

#include "sim/cli/commands/commands.h"

namespace pmusim::cli {
namespace {

// clang-format off
constexpr std::array kCommands{
    Command{"run", "run scenarios and check their expectations", {"SCENARIO.json...", 1, Words::kAnyNumber}, add_run_options, run_scenarios, {}},
    Command{"explore", "explore every interleaving of a protocol", {"SCENARIO.json", 1, 1}, add_explore_options, explore_protocols, {}},
    Command{"check", "validate scenarios without running them", {"SCENARIO.json...", 1, Words::kAnyNumber}, add_check_options, check_scenarios, {}},
    Command{"sweep", "run a scenario over a grid of parameters, on all CPUs", {"SCENARIO.json", 1, 1}, add_sweep_options, run_sweep_command, {}},
    Command{"explain", "show how Linux programs an event, and where it counts", {"EVENT", 1, 1}, add_explain_options, explain_event, {}},
    Command{"vectors", "run test vectors of the PMU", {"FILE.json...", 1, Words::kAnyNumber}, add_vectors_options, run_vector_files, {}},
    Command{"litmus", "run litmus tests: files, folders, lists (names that begin with @)", {"PATH...", 1, Words::kAnyNumber}, add_litmus_options, run_litmus_tests, {}},
    Command{"events", "list the architected PMU events", {"[PATTERN]", 0, 1}, add_events_options, list_events, {}},
    Command{"caps", "show the capabilities of a PMU as Linux does in sysfs", {}, add_caps_options, show_capabilities, {}},
    Command{"regs", "list the registers of the PMU with their fields", {}, add_regs_options, list_registers, {}},
    Command{"steps", "list the steps of modelled software", {}, add_steps_options, list_steps, {}},
    Command{"schema", "print the JSON schema of scenarios", {}, add_schema_options, print_schema, {}},
    Command{"diff", "compare two result documents", {"A.json B.json", 2, 2}, add_diff_options, diff_results, {}},
    Command{"completion", "print a completion script for a shell", {"bash|zsh|fish", 1, 1}, add_no_options, print_completion, {}},
};
// clang-format on

constexpr std::array<std::string_view, 4> kLaterCommands{"stat", "record", "decode", "replay"};

}  // namespace

void add_no_options(OptionTable& /*options*/) {}

std::span<const Command> commands() {
  return kCommands;
}

const Command* find_command(std::string_view name) {
  const auto* const found = std::ranges::find(kCommands, name, &Command::name);
  return found != kCommands.end() ? found : nullptr;
}

bool is_later_command(std::string_view name) {
  return std::ranges::find(kLaterCommands, name) != kLaterCommands.end();
}

}  // namespace pmusim::cli
