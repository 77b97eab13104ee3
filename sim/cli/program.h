// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "sim/cli/command.h"

namespace pmusim::cli {

/// Runs the command that `texts` (the command line without the program's name) asks for. An
/// exception that escapes from a command becomes a message and ExitCode::fault.
[[nodiscard]] ExitCode run_program(std::span<const std::string> texts, Streams& streams);

/// The list of commands.
[[nodiscard]] std::string general_help();

/// Usage, summary and options of one command.
[[nodiscard]] std::string help_of(const Command& command);

}  // namespace pmusim::cli
