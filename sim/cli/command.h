// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <limits>
#include <span>
#include <string_view>

#include "sim/cli/arguments.h"
#include "sim/cli/exit_code.h"

namespace pmusim::cli {

/// Where a command writes.
struct Streams {
  std::ostream& out;         ///< results
  std::ostream& err;         ///< diagnostics
  std::ostream* progress{};  ///< progress of long runs; nothing when nobody watches
  bool color{false};         ///< results may be coloured
};

/// How many words without dashes a command takes, and what help calls them.
struct Words {
  std::string_view name;  ///< "SCENARIO.json...", or alternatives as "bash|zsh|fish"
  std::size_t least{0};
  std::size_t most{0};

  static constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
};

/// A command of the program.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line, for the list of commands
  Words words;
  void (*add_options)(OptionTable& options);
  ExitCode (*run)(const Arguments& arguments, Streams& streams);
  /// Options of a later version: known, so that the answer is better than "unknown option", but not
  /// shown.
  std::span<const std::string_view> later_options;
};

/// Every command, in the order of the list that help shows.
[[nodiscard]] std::span<const Command> commands();

/// The command called `name`, or nullptr.
[[nodiscard]] const Command* find_command(std::string_view name);

/// True for a command that a later version brings.
[[nodiscard]] bool is_later_command(std::string_view name);

}  // namespace pmusim::cli
