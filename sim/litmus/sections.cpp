// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/sections.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "models/common/text.h"

namespace pmusim::litmus {
namespace {

constexpr std::string_view kArchitecture = "AArch64";

/// Architectures that herd7 reads besides.
constexpr std::array<std::string_view, 13> kOtherArchitectures{"ARM",
                                                               "ASL",
                                                               "BPF",
                                                               "Bell",
                                                               "C",
                                                               "CPP",
                                                               "Java",
                                                               "LISA",
                                                               "MIPS",
                                                               "PPC",
                                                               "RISCV",
                                                               "X86",
                                                               "X86_64"};

constexpr std::array<std::string_view, 7> kConditionWords{
    "exists", "filter", "final", "forall", "locations", "observed", "Observed"};

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The word at `at`, up to a blank.
std::string_view word_at(const SourceText& source, std::size_t at, std::size_t line_end) {
  const std::string_view rest = source.text().substr(at, line_end - at);
  return rest.substr(0, rest.find_first_of(" \t\r\n"));
}

/// Reads "AArch64 NAME" and returns what follows.
std::optional<std::size_t> read_header(SourceText& source, Sections& sections) {
  const std::string_view text = source.text();
  const std::size_t at = source.skip_blanks(0, text.size());
  if (at == text.size()) {
    source.problem(0, "the file is empty", "expected \"AArch64 NAME\"");
    return std::nullopt;
  }
  const std::string_view architecture = word_at(source, at, source.end_of_line(at));
  if (architecture != kArchitecture) {
    const bool is_other =
        std::ranges::find(kOtherArchitectures, architecture) != kOtherArchitectures.end();
    source.problem(at,
                   is_other ? ErrorCode::not_modelled : ErrorCode::invalid_input,
                   fmt::format("the test begins with \"{}\"", printable(architecture)),
                   is_other ? "only AArch64 tests are read" : "expected \"AArch64 NAME\"");
    return std::nullopt;
  }
  const std::size_t after = at + architecture.size();
  const std::size_t line_end = source.end_of_line(at);
  const std::size_t name_at = source.skip_blanks(after, line_end);
  const std::string_view name = word_at(source, name_at, line_end);
  if (name.empty() || name.starts_with('"') || name.starts_with('{')) {
    source.problem(name_at, "the test has no name", "expected \"AArch64 NAME\"");
    return after;
  }
  sections.name = name;
  return name_at + name.size();
}

/// Whether a line such as `Prefetch=0:x=F` starts at `at`; it may hold anything.
bool is_key_line(const SourceText& source, std::size_t at) {
  const std::size_t line_end = source.end_of_line(at);
  std::size_t i = at;
  while (i < line_end &&
         (is_word_character(source.text()[i]) || (i > at && source.text()[i] == '-'))) {
    ++i;
  }
  return i > at && source.skip_blanks(i, line_end) < line_end &&
         source.text()[source.skip_blanks(i, line_end)] == '=';
}

/// The end of the comment that opens at `at`; comments nest. Notes one without end.
std::size_t end_of_comment(SourceText& source, std::size_t at) {
  const std::string_view text = source.text();
  std::size_t depth = 0;
  for (std::size_t i = at; i + 1 < text.size(); ++i) {
    if (text[i] == '(' && text[i + 1] == '*') {
      ++depth;
      ++i;
    } else if (text[i] == '*' && text[i + 1] == ')') {
      ++i;
      if (--depth == 0) {
        return i + 1;
      }
    }
  }
  source.problem(at, "the comment has no end", "expected *)");
  return text.size();
}

/// The opening brace of the initial state: past quoted comments, comments and KEY=value lines.
std::size_t find_brace(SourceText& source, std::size_t from) {
  const std::string_view text = source.text();
  bool at_line_start = false;
  for (std::size_t i = from; i < text.size();) {
    if (at_line_start && is_key_line(source, source.skip_blanks(i, source.end_of_line(i)))) {
      i = source.end_of_line(i);
      continue;
    }
    at_line_start = text[i] == '\n';
    if (text[i] == '{') {
      return i;
    }
    if (text.substr(i).starts_with("(*")) {
      i = end_of_comment(source, i);
    } else if (text[i] == '"') {
      const std::size_t close = text.find('"', i + 1);
      i = close == std::string_view::npos ? source.end_of_line(i) : close + 1;
    } else {
      ++i;
    }
  }
  return text.size();
}

void blank_comments(SourceText& source, std::size_t from) {
  for (std::size_t at = source.text().find("(*", from); at != std::string_view::npos;
       at = source.text().find("(*", at)) {
    source.blank(at, end_of_comment(source, at));
  }
}

/// The brace that closes the one before `from`; braces within are those of an array.
std::size_t closing_brace(const SourceText& source, std::size_t from) {
  std::size_t depth = 1;
  for (std::size_t i = from; i < source.text().size(); ++i) {
    const char c = source.text()[i];
    depth += c == '{' ? 1 : 0;
    depth -= c == '}' ? 1 : 0;
    if (depth == 0) {
      return i;
    }
  }
  return source.text().size();
}

std::size_t find_condition(const SourceText& source, std::size_t from) {
  const std::string_view text = source.text();
  for (std::size_t i = from; i < text.size();) {
    if (text[i] == '~') {
      return i;
    }
    std::size_t end = i;
    while (end < text.size() && is_word_character(text[end])) {
      ++end;
    }
    if (std::ranges::find(kConditionWords, text.substr(i, end - i)) != kConditionWords.end()) {
      return i;
    }
    i = std::max(end, i + 1);
  }
  return text.size();
}

}  // namespace

std::optional<Sections> split(SourceText& source) {
  Sections sections;
  const std::optional<std::size_t> after_name = read_header(source, sections);
  if (!after_name) {
    return std::nullopt;
  }
  const std::size_t size = source.text().size();
  const std::size_t brace = find_brace(source, *after_name);
  if (brace == size) {
    source.problem(*after_name,
                   "no initial state",
                   "expected { ... } between the name and the code; { } when all is 0");
    return std::nullopt;
  }
  blank_comments(source, brace);
  const std::size_t close = closing_brace(source, brace + 1);
  if (close == size) {
    source.problem(brace, "the initial state has no end", "expected }");
    return std::nullopt;
  }
  sections.init = {brace + 1, close};
  const std::size_t condition = find_condition(source, close + 1);
  sections.code = {close + 1, condition};
  // What stands behind << is a result that somebody kept with the test.
  sections.condition = {condition, std::min(source.text().find("<<", condition), size)};
  if (condition == size) {
    source.problem(size, "no condition", "expected exists, ~exists or forall with a proposition");
  }
  return sections;
}

}  // namespace pmusim::litmus
