// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/tokens.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "models/common/text.h"

namespace pmusim::litmus {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_name(char c) {
  return starts_name(c) || is_digit(c) || c == '.';
}

// The longest first.
constexpr std::array<std::string_view, 22> kSymbols{"/\\", "\\/", "==", "!=", "<>", "=>", ";", ":",
                                                    "=",   ",",   "&",  "*",  "[",  "]",  "{", "}",
                                                    "(",   ")",   "~",  "+",  "|",  "@"};

Token token_at(std::string_view text, std::size_t offset) {
  std::size_t length = 1;
  if (starts_name(text[0])) {
    length =
        static_cast<std::size_t>(std::ranges::find_if_not(text, continues_name) - text.begin());
    return {Token::Kind::name, text.substr(0, length), offset};
  }
  const std::string_view digits = text.substr(text[0] == '-' ? 1 : 0);
  if (!digits.empty() && is_digit(digits[0])) {
    length =
        static_cast<std::size_t>(std::ranges::find_if_not(digits, continues_name) - text.begin());
    return {Token::Kind::number, text.substr(0, length), offset};
  }
  const auto* const symbol = std::ranges::find_if(
      kSymbols, [&](std::string_view candidate) { return text.starts_with(candidate); });
  if (symbol != kSymbols.end()) {
    return {Token::Kind::symbol, text.substr(0, symbol->size()), offset};
  }
  return {Token::Kind::unknown, text.substr(0, 1), offset};
}

}  // namespace

Tokens::Tokens(const SourceText& source, Part part) {
  const std::string_view text = source.text().substr(0, part.to);
  for (std::size_t at = source.skip_blanks(part.from, part.to); at < part.to;) {
    tokens_.push_back(token_at(text.substr(at), at));
    at = source.skip_blanks(at + tokens_.back().text.size(), part.to);
  }
  tokens_.push_back({Token::Kind::end, {}, part.to});
}

const Token& Tokens::peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token Tokens::next() {
  const Token token = peek();
  at_ = std::min(at_ + 1, tokens_.size() - 1);
  return token;
}

bool Tokens::accept(std::string_view symbol_or_name) {
  const bool is_it = peek().is(symbol_or_name);
  if (is_it) {
    next();
  }
  return is_it;
}

void Tokens::skip_past(std::string_view symbol) {
  while (!at_end() && !peek().is(symbol)) {
    next();
  }
  next();
}

std::string shown(const Token& token) {
  return token.kind == Token::Kind::end ? "the end" : fmt::format("\"{}\"", printable(token.text));
}

std::optional<std::uint64_t> value_of(const Token& number) {
  const bool is_negative = number.text.starts_with('-');
  const std::optional<std::uint64_t> magnitude =
      read_number(number.text.substr(is_negative ? 1 : 0));
  if (!magnitude || !is_negative) {
    return magnitude;
  }
  constexpr std::uint64_t kMostNegative = std::uint64_t{1} << 63U;
  return *magnitude <= kMostNegative ? std::optional{0 - *magnitude} : std::nullopt;
}

}  // namespace pmusim::litmus
