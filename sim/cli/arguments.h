// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>

#include "models/common/result.h"

namespace pmusim::cli {

struct Command;

/// The options of a command. The value name of an option tells what its value may be: "a|b" one of
/// these words, "FILE" a file, "DIR" a folder, "N" a number.
using OptionTable = boost::program_options::options_description;

// Kinds of option values; `name` is the value name.
[[nodiscard]] const boost::program_options::value_semantic* text_value(const char* name);
/// A whole number from 0 to 2^64 - 1, decimal or with 0x. Signs, blanks and anything behind it are
/// refused.
[[nodiscard]] const boost::program_options::value_semantic* number_value(const char* name);
/// May be given several times.
[[nodiscard]] const boost::program_options::value_semantic* repeated_value(const char* name);

/// A command line that fits its command.
class Arguments {
 public:
  /// @error usage  an unknown, repeated or abbreviated option, a missing or wrong value, an option
  /// of a later
  ///               version, too few or too many words.
  [[nodiscard]] static Result<Arguments> parse(const Command& command,
                                               std::span<const std::string> texts);

  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

  /// True when the option was given.
  [[nodiscard]] bool has(const std::string& option) const;

  [[nodiscard]] std::optional<std::string> text(const std::string& option) const;
  [[nodiscard]] std::optional<std::uint64_t> number(const std::string& option) const;
  /// The values of an option that may be repeated, in order.
  [[nodiscard]] std::vector<std::string> texts(const std::string& option) const;

 private:
  boost::program_options::variables_map values_;
  std::vector<std::string> words_;
};

/// The options of a command with --help.
[[nodiscard]] OptionTable options_of(const Command& command);

/// The name of an option's value; empty for a switch.
[[nodiscard]] std::string value_name(const boost::program_options::option_description& option);

/// The alternatives of "a|b"; empty for any other value name.
[[nodiscard]] std::vector<std::string> choices_of(std::string_view value_name);

}  // namespace pmusim::cli
