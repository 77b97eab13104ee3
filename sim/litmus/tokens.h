// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/litmus/sections.h"
#include "sim/litmus/source_text.h"

namespace pmusim::litmus {

/// A token of the initial state or of the condition.
struct Token {
  enum class Kind : std::uint8_t {
    name,     ///< a letter or _, then letters, digits, _ and .
    number,   ///< decimal or hexadecimal, also negative
    symbol,   ///< ; : = == != <> , & * [ ] { } ( ) ~ /\ \/ => +
    unknown,  ///< anything else: one character
    end,      ///< behind the last one
  };
  Kind kind{Kind::end};
  std::string_view text;
  std::size_t offset{};

  [[nodiscard]] bool is(std::string_view symbol_or_name) const {
    return (kind == Kind::symbol || kind == Kind::name) && text == symbol_or_name;
  }
};

/// Walks over the tokens of a part of the text.
class Tokens {
 public:
  Tokens(const SourceText& source, Part part);

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;

  Token next();

  /// Takes the next token if it is this symbol or name.
  bool accept(std::string_view symbol_or_name);

  [[nodiscard]] bool at_end() const { return peek().kind == Token::Kind::end; }

  /// Skips to the next `symbol` and over it.
  void skip_past(std::string_view symbol);

 private:
  std::vector<Token> tokens_;  ///< the last one is `end`
  std::size_t at_{};
};

/// The token as a message shows it: its text in quotes, or "the end".
[[nodiscard]] std::string shown(const Token& token);

/// The value of a number: 64 bits, a negative one in two's complement. Nothing when it does not
/// fit.
[[nodiscard]] std::optional<std::uint64_t> value_of(const Token& number);

}  // namespace pmusim::litmus
