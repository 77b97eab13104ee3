// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/arguments.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/cli/command.h"
#include "sim/scenario/nearest.h"

namespace pmusim::cli {

namespace po = boost::program_options;

namespace {

/// The type of a number option, since Boost takes "-1" for an unsigned one.
struct Unsigned {
  std::uint64_t value{};
};

/// Found by Boost through the type.
void validate(boost::any& target,
              const std::vector<std::string>& texts,
              Unsigned* /*type*/,
              int /*overload*/) {
  po::validators::check_first_occurrence(target);
  const std::string& text = po::validators::get_single_string(texts);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const char* const end = text.data() + text.size();
  Unsigned number;
  const auto [stop, error] = std::from_chars(
      text.data() + (hexadecimal ? 2 : 0), end, number.value, hexadecimal ? 16 : 10);
  if (error != std::errc{} || stop != end) {
    throw po::validation_error{po::validation_error::invalid_option_value};
  }
  target = number;
}

// Boost's default style without guessing: an abbreviation that works today is another option
// tomorrow.
constexpr int kStyle = po::command_line_style::unix_style &
                       ~po::command_line_style::allow_guessing &
                       ~po::command_line_style::allow_sticky;

std::string suggestion_for(std::string_view word, std::span<const std::string> candidates) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  return scenario::suggestion(word, views);
}

tl::unexpected<Error> wrong(std::string what, std::string hint = {}) {
  return fail(ErrorCode::usage, "", std::move(what), std::move(hint));
}

std::vector<std::string> names_of(const OptionTable& table) {
  std::vector<std::string> names;
  for (const auto& option : table.options()) {
    names.push_back("--" + option->long_name());
  }
  return names;
}

tl::unexpected<Error> unknown_option(const std::string& token,
                                     const Command& command,
                                     const OptionTable& table) {
  const std::string option = token.substr(0, token.find('='));
  if (option.starts_with("--") &&
      std::ranges::find(command.later_options, option.substr(2)) != command.later_options.end()) {
    return wrong(fmt::format("{} is not available in this version", option));
  }
  const std::string hint = suggestion_for(option, names_of(table));
  return wrong(
      fmt::format("unknown option {}", option),
      hint.empty() ? fmt::format("\"pmusim {} --help\" lists the options", command.name) : hint);
}

/// Values of options whose value name lists alternatives, and empty values.
Result<void> check_values(const po::parsed_options& parsed, const OptionTable& table) {
  for (const po::option& given : parsed.options) {
    if (given.string_key.empty() || given.value.empty()) {
      continue;
    }
    const std::string& value = given.value.front();
    const std::vector<std::string> choices =
        choices_of(value_name(table.find(given.string_key, false)));
    if (value.empty()) {
      return wrong(fmt::format("--{}: the value is empty", given.string_key));
    }
    if (!choices.empty() && std::ranges::find(choices, value) == choices.end()) {
      return wrong(
          fmt::format(
              "--{}: \"{}\" is not one of {}", given.string_key, value, fmt::join(choices, ", ")),
          suggestion_for(value, choices));
    }
  }
  return {};
}

Result<std::vector<std::string>> words_of(const po::parsed_options& parsed,
                                          const Command& command) {
  std::vector<std::string> words;
  for (const po::option& given : parsed.options) {
    if (given.string_key.empty() && given.position_key >= 0) {
      words.insert(words.end(), given.value.begin(), given.value.end());
    }
  }
  const Words& wanted = command.words;
  if (words.size() > wanted.most) {
    return wrong(fmt::format("unexpected argument \"{}\"", words[wanted.most]),
                 wanted.most == 0 ? fmt::format("\"{}\" takes options only", command.name)
                                  : fmt::format("\"{}\" takes {}", command.name, wanted.name));
  }
  if (words.size() < wanted.least) {
    return wrong(fmt::format("missing {}", wanted.name),
                 fmt::format("pmusim {} {}", command.name, wanted.name));
  }
  const std::vector<std::string> choices = choices_of(wanted.name);
  for (const std::string& word : words) {
    if (word.empty()) {
      return wrong(fmt::format("an empty argument is no {}", wanted.name));
    }
    if (!choices.empty() && std::ranges::find(choices, word) == choices.end()) {
      return wrong(fmt::format("\"{}\" is not one of {}", word, fmt::join(choices, ", ")),
                   suggestion_for(word, choices));
    }
  }
  return words;
}

}  // namespace

const po::value_semantic* text_value(const char* name) {
  return po::value<std::string>()->value_name(name);
}

const po::value_semantic* number_value(const char* name) {
  return po::value<Unsigned>()->value_name(name);
}

const po::value_semantic* repeated_value(const char* name) {
  return po::value<std::vector<std::string>>()->value_name(name);
}

OptionTable options_of(const Command& command) {
  constexpr unsigned kLineLength = 100;
  OptionTable table{"Options", kLineLength};
  command.add_options(table);
  table.add_options()("help,h", "this text");
  return table;
}

std::string value_name(const po::option_description& option) {
  return option.semantic()->max_tokens() == 0 ? std::string{} : option.semantic()->name();
}

std::vector<std::string> choices_of(std::string_view value_name) {
  std::vector<std::string> choices;
  while (value_name.find('|') != std::string_view::npos) {
    choices.emplace_back(value_name.substr(0, value_name.find('|')));
    value_name.remove_prefix(choices.back().size() + 1);
  }
  if (!choices.empty()) {
    choices.emplace_back(value_name);
  }
  return choices;
}

Result<Arguments> Arguments::parse(const Command& command, std::span<const std::string> texts) {
  const OptionTable table = options_of(command);
  Arguments arguments;
  try {
    const std::vector<std::string> list(texts.begin(), texts.end());
    const po::parsed_options parsed =
        po::command_line_parser{list}.options(table).style(kStyle).run();
    if (const Result<void> checked = check_values(parsed, table); !checked) {
      return tl::unexpected{checked.error()};
    }
    po::store(parsed, arguments.values_);
    po::notify(arguments.values_);
    if (arguments.has("help")) {
      return arguments;
    }
    Result<std::vector<std::string>> words = words_of(parsed, command);
    if (!words) {
      return tl::unexpected{words.error()};
    }
    arguments.words_ = std::move(*words);
  } catch (const po::unknown_option& error) {
    return unknown_option(error.get_option_name(), command, table);
  } catch (const po::validation_error& error) {
    return wrong(
        fmt::format("{}: not a whole number from 0 to {}", error.get_option_name(), UINT64_MAX));
  } catch (const po::multiple_occurrences& error) {
    return wrong(fmt::format("{} is given more than once", error.get_option_name()));
  } catch (const po::error& error) {
    return wrong(error.what());
  }
  return arguments;
}

bool Arguments::has(const std::string& option) const {
  return values_.count(option) != 0;
}

std::optional<std::string> Arguments::text(const std::string& option) const {
  return has(option) ? std::optional{values_[option].as<std::string>()} : std::nullopt;
}

std::optional<std::uint64_t> Arguments::number(const std::string& option) const {
  return has(option) ? std::optional{values_[option].as<Unsigned>().value} : std::nullopt;
}

std::vector<std::string> Arguments::texts(const std::string& option) const {
  return has(option) ? values_[option].as<std::vector<std::string>>() : std::vector<std::string>{};
}

}  // namespace pmusim::cli
