// SPDX-License-Identifier: Apache-2.0
#include "models/isa/scanner.h"

namespace pmusim::isa {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_of_name(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '$';
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

std::vector<Token> scan(std::string_view line) {
  line = line.substr(0, line.find("//"));
  std::vector<Token> tokens;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t start = at;
    const char first = line[at++];
    if (is_space(first)) {
      continue;
    }
    Token::Kind kind = Token::Kind::punctuation;
    if (is_of_name(first)) {
      kind = is_digit(first) ? Token::Kind::number : Token::Kind::name;
      while (at < line.size() && is_of_name(line[at])) {
        ++at;
      }
    }
    tokens.push_back({kind, line.substr(start, at - start), start});
  }
  tokens.push_back({Token::Kind::end, {}, line.size()});
  return tokens;
}

std::string upper_case(std::string_view text) {
  std::string upper{text};
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') {
      c = static_cast<char>(c - 'a' + 'A');
    }
  }
  return upper;
}

}  // namespace pmusim::isa
