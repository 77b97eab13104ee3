// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/source_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace pmusim::litmus {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t\r\n";

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

bool is_control(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return (value < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || value == 0x7F;
}

/// Bytes of the character at the start of `text`; 0 when it is ill-formed (Unicode, table 3-7).
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) {
    return 1;
  }
  std::size_t length = 4;
  if (first < 0xF0) {
    length = first < 0xE0 ? 2 : 3;
  }
  if (first < 0xC2 || first > 0xF4 || text.size() < length) {
    return 0;
  }
  if (!std::ranges::all_of(text.substr(1, length - 1), continues)) {
    return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_surrogate = first == 0xED && second >= 0xA0;
  const bool is_beyond = first == 0xF4 && second >= 0x90;
  return is_overlong || is_surrogate || is_beyond ? 0 : length;
}

}  // namespace

SourceText::SourceText(std::string text, std::string file)
    : original_{std::move(text)}, text_{original_}, file_{std::move(file)} {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      line_starts_.push_back(i + 1);
    }
  }
  if (text_.starts_with(kByteOrderMark)) {
    blank(0, kByteOrderMark.size());
  }
}

void SourceText::blank(std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < std::min(to, text_.size()); ++i) {
    text_[i] = text_[i] == '\n' ? '\n' : ' ';
  }
}

Position SourceText::position(std::size_t offset) const {
  const auto line = std::ranges::upper_bound(line_starts_, offset);
  const auto number = static_cast<std::size_t>(line - line_starts_.begin());
  const std::size_t start = line_starts_[number - 1];
  const std::string_view before =
      std::string_view{original_}.substr(start, std::min(offset, text_.size()) - start);
  // Nobody counts the characters of such a line, and a file of one line would cost their square.
  constexpr std::size_t kLongLine = 2000;
  if (before.size() > kLongLine) {
    return {number, before.size() + 1};
  }
  const auto column =
      1 + before.size() - static_cast<std::size_t>(std::ranges::count_if(before, continues));
  return {number, column};
}

std::string SourceText::where(std::size_t offset) const {
  const auto [line, column] = position(offset);
  return fmt::format("{}:{}:{}", file_, line, column);
}

std::size_t SourceText::end_of_line(std::size_t offset) const {
  return std::min(text_.find('\n', offset), text_.size());
}

std::size_t SourceText::skip_blanks(std::size_t from, std::size_t to) const {
  return std::min(std::string_view{text_}.find_first_not_of(kBlanks, from), to);
}

std::string_view SourceText::trimmed(std::size_t from, std::size_t to) const {
  const std::size_t first = skip_blanks(from, to);
  const std::string_view part = std::string_view{text_}.substr(first, to - first);
  return part.substr(0, part.find_last_not_of(kBlanks) + 1);
}

void SourceText::problem(std::size_t offset, std::string what, std::string hint) {
  problem(offset, ErrorCode::invalid_input, std::move(what), std::move(hint));
}

void SourceText::problem(std::size_t offset, ErrorCode code, std::string what, std::string hint) {
  problems_.add({code, where(offset), std::move(what), std::move(hint)}, offset);
}

void SourceText::check_characters() {
  std::size_t length = 1;
  for (std::size_t i = 0; i < text_.size(); i += length) {
    length = is_control(text_[i]) ? 0 : character_length(std::string_view{text_}.substr(i));
    if (length == 0) {
      problem(i,
              fmt::format("the byte 0x{:02x} is no text", static_cast<unsigned char>(text_[i])),
              "a litmus test is a text file in UTF-8");
      return;
    }
  }
}

}  // namespace pmusim::litmus
