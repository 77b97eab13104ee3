// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/completion.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/cli/command.h"

namespace pmusim::cli {
namespace {

/// What a shell has to know about an option.
struct Option {
  std::string name;  ///< without dashes
  std::string description;
  std::string value_name;  ///< empty for a switch
  std::vector<std::string> choices;

  [[nodiscard]] bool is_folder() const { return value_name == "DIR"; }

  [[nodiscard]] bool is_file() const { return value_name == "FILE"; }
};

std::vector<Option> shell_options(const Command& command) {
  std::vector<Option> options;
  const OptionTable table = options_of(command);
  for (const auto& option : table.options()) {
    const std::string value = value_name(*option);
    options.push_back({option->long_name(), option->description(), value, choices_of(value)});
  }
  return options;
}

bool takes_files(const Command& command) {
  return command.words.name.find(".json") != std::string_view::npos ||
         command.words.name.find("PATH") != std::string_view::npos;
}

/// The words that a command line may begin with.
std::vector<std::string> first_words() {
  std::vector<std::string> words;
  for (const Command& command : commands()) {
    words.emplace_back(command.name);
  }
  words.insert(words.end(), {"help", "--help", "--version"});
  return words;
}

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    result += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return result + "'";
}

// bash.

std::string bash_words(std::string_view pattern, const std::vector<std::string>& words) {
  return fmt::format("    {}) COMPREPLY=($(compgen -W {} -- \"$current\")); return ;;\n",
                     pattern,
                     quoted(fmt::format("{}", fmt::join(words, " "))));
}

/// Cases for "COMMAND --option": what may follow that option.
std::string bash_values(const Command& command) {
  std::string cases;
  for (const Option& option : shell_options(command)) {
    const std::string pattern = quoted(fmt::format("{} --{}", command.name, option.name));
    if (!option.choices.empty()) {
      cases += bash_words(pattern, option.choices);
    } else if (option.is_folder() || option.is_file()) {
      cases += fmt::format("    {}) COMPREPLY=($(compgen -{} -- \"$current\")); return ;;\n",
                           pattern,
                           option.is_folder() ? 'd' : 'f');
    } else if (!option.value_name.empty()) {
      cases += fmt::format("    {}) return ;;\n", pattern);
    }
  }
  return cases;
}

std::string bash_command(const Command& command) {
  std::vector<std::string> names;
  for (const Option& option : shell_options(command)) {
    names.push_back("--" + option.name);
  }
  std::vector<std::string> choices = choices_of(command.words.name);
  names.insert(names.end(), choices.begin(), choices.end());
  const std::string files = takes_files(command)
                                ? fmt::format(
                                      "    {}) [[ $current == -* ]] || {{ COMPREPLY=($(compgen -f "
                                      "-- \"$current\")); return; }} ;;&\n",
                                      command.name)
                                : std::string{};
  return files + bash_words(command.name, names);
}

}  // namespace

std::string bash_completion() {
  std::string values;
  std::string per_command;
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    values += bash_values(command);
    per_command += bash_command(command);
    names.emplace_back(command.name);
  }
  return "# Completion of pmusim for bash: source <(pmusim completion bash)\n"
         "_pmusim() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}\n"
         "  COMPREPLY=()\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    COMPREPLY=($(compgen -W " +
         quoted(fmt::format("{}", fmt::join(first_words(), " "))) +
         " -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case \"$command ${COMP_WORDS[COMP_CWORD - 1]}\" in\n" +
         values +
         "  esac\n"
         "  case \"$command\" in\n" +
         per_command + bash_words("help", names) +
         "  esac\n"
         "}\n"
         "complete -o filenames -F _pmusim pmusim\n";
}

// zsh.

namespace {

/// Escapes what _arguments would take for its own syntax.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '[' || c == ']' || c == ':' ? std::string{'\\', c} : std::string(1, c);
  }
  return result;
}

std::string zsh_action(const std::vector<std::string>& choices, bool is_folder, bool is_file) {
  if (!choices.empty()) {
    return fmt::format("({})", fmt::join(choices, " "));
  }
  if (is_folder) {
    return "_files -/";
  }
  return is_file ? "_files" : "";
}

std::string zsh_command(const Command& command) {
  std::string text = fmt::format("    {})\n      _arguments", command.name);
  for (const Option& option : shell_options(command)) {
    std::string spec = fmt::format("--{}{}[{}]",
                                   option.name,
                                   option.value_name.empty() ? "" : "=",
                                   zsh_text(option.description));
    if (!option.value_name.empty()) {
      spec += fmt::format(":{}:{}",
                          zsh_text(option.value_name),
                          zsh_action(option.choices, option.is_folder(), option.is_file()));
    }
    text += fmt::format(" \\\n        {}", quoted(spec));
  }
  if (command.words.most > 0) {
    const std::string action =
        zsh_action(choices_of(command.words.name), false, takes_files(command));
    text += fmt::format(" \\\n        {}",
                        quoted(fmt::format("*:{}:{}", zsh_text(command.words.name), action)));
  }
  return text + "\n      ;;\n";
}

}  // namespace

std::string zsh_completion() {
  std::string list;
  std::string per_command;
  for (const Command& command : commands()) {
    list += fmt::format("    {}\n", quoted(fmt::format("{}:{}", command.name, command.summary)));
    per_command += zsh_command(command);
  }
  return "#compdef pmusim\n"
         "# Completion of pmusim for zsh: source <(pmusim completion zsh)\n"
         "_pmusim() {\n"
         "  local -a commands=(\n" +
         list +
         "    'help:explain a command'\n"
         "  )\n"
         "  if ((CURRENT == 2)); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  case $command in\n" +
         per_command +
         "    help)\n"
         "      _describe command commands\n"
         "      ;;\n"
         "  esac\n"
         "}\n"
         "compdef _pmusim pmusim\n";
}

// fish.

namespace {

std::string fish_option(const Command& command, const Option& option) {
  std::string line =
      fmt::format("complete -c pmusim -n '__fish_seen_subcommand_from {}' -l {} -d {}",
                  command.name,
                  option.name,
                  quoted(option.description));
  if (!option.choices.empty()) {
    line += fmt::format(" -x -a {}", quoted(fmt::format("{}", fmt::join(option.choices, " "))));
  } else if (option.is_folder()) {
    line += " -x -a '(__fish_complete_directories)'";
  } else if (!option.value_name.empty()) {
    line += option.is_file() ? " -r -F" : " -x";
  }
  return line + "\n";
}

}  // namespace

std::string fish_completion() {
  std::string text =
      "# Completion of pmusim for fish: pmusim completion fish | source\n"
      "complete -c pmusim -f\n"
      "complete -c pmusim -n __fish_use_subcommand -l help -d 'list the commands'\n"
      "complete -c pmusim -n __fish_use_subcommand -l version -d 'tell the version'\n"
      "complete -c pmusim -n __fish_use_subcommand -a help -d 'explain a command'\n";
  for (const Command& command : commands()) {
    text += fmt::format("complete -c pmusim -n __fish_use_subcommand -a {} -d {}\n",
                        command.name,
                        quoted(command.summary));
    if (takes_files(command)) {
      text +=
          fmt::format("complete -c pmusim -n '__fish_seen_subcommand_from {}' -F\n", command.name);
    }
    if (const auto choices = choices_of(command.words.name); !choices.empty()) {
      text += fmt::format("complete -c pmusim -n '__fish_seen_subcommand_from {}' -a {}\n",
                          command.name,
                          quoted(fmt::format("{}", fmt::join(choices, " "))));
    }
    for (const Option& option : shell_options(command)) {
      text += fish_option(command, option);
    }
  }
  return text;
}

}  // namespace pmusim::cli
