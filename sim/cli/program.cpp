// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/program.h"

#include <exception>
#include <ostream>
#include <sstream>

#include <fmt/format.h>

#include "sim/cli/messages.h"
#include "sim/cli/version.h"
#include "sim/scenario/nearest.h"

namespace pmusim::cli {
namespace {

ExitCode unknown_command(const std::string& name, std::ostream& err) {
  if (is_later_command(name)) {
    return report_error(
        err,
        {ErrorCode::usage, "", fmt::format("\"{}\" is not available in this version", name), ""});
  }
  std::vector<std::string_view> names{"help"};
  for (const Command& command : commands()) {
    names.push_back(command.name);
  }
  const std::string hint = scenario::suggestion(name, names);
  return report_error(
      err,
      {ErrorCode::usage,
       "",
       fmt::format("unknown {} \"{}\"", name.starts_with('-') ? "option" : "command", name),
       hint.empty() ? "\"pmusim --help\" lists the commands" : hint});
}

ExitCode run_help(std::span<const std::string> texts, Streams& streams) {
  if (texts.empty()) {
    streams.out << general_help();
    return ExitCode::fine;
  }
  const Command* command = find_command(texts.front());
  if (command == nullptr) {
    return unknown_command(texts.front(), streams.err);
  }
  if (texts.size() > 1) {
    return report_error(
        streams.err,
        {ErrorCode::usage, "", fmt::format("unexpected argument \"{}\"", texts[1]), ""});
  }
  streams.out << help_of(*command);
  return ExitCode::fine;
}

ExitCode run_command(const Command& command, std::span<const std::string> texts, Streams& streams) {
  const Result<Arguments> arguments = Arguments::parse(command, texts);
  if (!arguments) {
    Error error = arguments.error();
    error.where = std::string{command.name};
    return report_error(streams.err, error);
  }
  if (arguments->has("help")) {
    streams.out << help_of(command);
    return ExitCode::fine;
  }
  return command.run(*arguments, streams);
}

ExitCode dispatch(std::span<const std::string> texts, Streams& streams) {
  if (texts.empty()) {
    streams.err << general_help();
    return ExitCode::usage;
  }
  const std::string& name = texts.front();
  const auto rest = texts.subspan(1);
  if (const Command* command = find_command(name)) {
    return run_command(*command, rest, streams);
  }
  if (name == "help") {
    return run_help(rest, streams);
  }
  const bool is_help = name == "--help" || name == "-h";
  if (!is_help && name != "--version") {
    return unknown_command(name, streams.err);
  }
  if (!rest.empty()) {
    return report_error(
        streams.err,
        {ErrorCode::usage, "", fmt::format("unexpected argument \"{}\"", rest.front()), ""});
  }
  streams.out << (is_help ? general_help() : version_text());
  return ExitCode::fine;
}

}  // namespace

ExitCode run_program(std::span<const std::string> texts, Streams& streams) {
  try {
    return dispatch(texts, streams);
  } catch (const std::exception& error) {
    streams.err << fmt::format("pmusim: a fault of pmusim, please report it: {}\n", error.what());
  } catch (...) {
    streams.err << "pmusim: a fault of pmusim, please report it: an unknown exception\n";
  }
  return ExitCode::fault;
}

std::string general_help() {
  std::string text =
      "Usage: pmusim COMMAND [OPTION...]\n\n"
      "Simulates AArch64 performance monitoring (PMUv3) cycle by cycle.\n\nCommands:\n";
  for (const Command& command : commands()) {
    text += fmt::format("  {:<11} {}\n", command.name, command.summary);
  }
  return text +
         "\n\"pmusim help COMMAND\" explains a command, \"pmusim --version\" tells the version.\n"
         "Exit status: 0 fine, 1 an expectation or comparison did not hold, 2 usage, 3 wrong "
         "input, 4 I/O,\n"
         "5 an exploration was cut short, 130 interrupted, 70 a fault of pmusim.\n";
}

std::string help_of(const Command& command) {
  std::ostringstream text;
  text << "Usage: pmusim " << command.name << (command.words.name.empty() ? "" : " ")
       << command.words.name << " [OPTION...]\n\n"
       << command.summary << "\n\n"
       << options_of(command);
  return text.str();
}

}  // namespace pmusim::cli
