// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pmusim::isa {

/// A piece of assembler text. A number has no sign: `-` is punctuation.
struct Token {
  enum class Kind : std::uint8_t { name, number, punctuation, end };
  Kind kind{Kind::end};
  std::string_view text;
  std::size_t column{};  ///< bytes before it in its line
};

/// The tokens of one line, the last one `end`. A comment (`//`) ends the line. Whatever is neither
/// name nor number is punctuation of one character.
[[nodiscard]] std::vector<Token> scan(std::string_view line);

/// `text` with its ASCII letters in upper case.
[[nodiscard]] std::string upper_case(std::string_view text);

}  // namespace pmusim::isa
