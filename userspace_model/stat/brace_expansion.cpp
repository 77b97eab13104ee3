// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <optional>

#include "userspace_model/stat/event_error.h"
#include "userspace_model/stat/event_parser.h"

namespace pmusim::userspace {

namespace {

constexpr std::size_t kMostResults = 10'000;
constexpr std::size_t kLongestText = 10'000;
constexpr std::size_t kMostCharacters = 10'000'000;  // of all results together
constexpr unsigned kDeepestNesting = 16;

using Texts = std::vector<std::string>;

/// An end of a range: a number, or one letter.
struct Bound {
  std::int64_t value{};
  bool is_letter{};
  std::size_t padded_width{};  ///< digits, when the number is written with leading zeros
};

std::optional<std::int64_t> number(std::string_view text) {
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

std::optional<Bound> bound(std::string_view text) {
  const bool is_letter = text.size() == 1 &&
                         ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
  if (is_letter) {
    return Bound{.value = text[0], .is_letter = true};
  }
  const auto value = number(text);
  if (!value) {
    return std::nullopt;
  }
  const bool is_padded = text.size() > 1 && text[0] == '0';
  return Bound{.value = *value, .padded_width = is_padded ? text.size() : 0};
}

std::string spelled(std::int64_t value, bool is_letter, std::size_t padded_width) {
  if (is_letter) {
    return {static_cast<char>(value)};
  }
  std::string digits = std::to_string(value < 0 ? -value : value);
  if (digits.size() < padded_width) {
    digits.insert(0, padded_width - digits.size(), '0');
  }
  return value < 0 ? "-" + digits : digits;
}

/// Expands one text; errors name the character, counted from 1.
class Expansion {
 public:
  explicit Expansion(std::string_view text) : text_{text} {}

  Result<Texts> run() {
    if (text_.size() > kLongestText) {
      return wrong(kLongestText, "longer than 10,000 characters", "split it");
    }
    return expand(0, text_.size(), 0);
  }

 private:
  /// All texts that characters begin..end-1 stand for.
  Result<Texts> expand(std::size_t begin, std::size_t end, unsigned depth) {
    if (depth > kDeepestNesting) {
      return wrong(begin, "braces are nested more than 16 deep", "split the text");
    }
    Texts results{""};
    for (std::size_t i = begin; i < end;) {
      if (text_[i] == '}') {
        return wrong(i, "this '}' closes nothing", "remove it, or add the '{' that it closes");
      }
      const std::size_t next = end_of_part(i, end);
      if (next == i) {
        return wrong(i, "this '{' is never closed", "add the '}'");
      }
      auto part = text_[i] == '{' ? choices(i, next - 1, depth)
                                  : Texts{std::string{text_.substr(i, next - i)}};
      if (!part) {
        return part;
      }
      if (results.size() * part->size() > kMostResults) {
        return wrong(i, "stands for more than 10,000 texts", "split it");
      }
      if (characters(results) * part->size() + characters(*part) * results.size() >
          kMostCharacters) {
        return wrong(i, "stands for more than 10 million characters", "split it");
      }
      results = product(results, *part);
      i = next;
    }
    return results;
  }

  /// The end of the plain text or of the braces that start at `begin`; `begin` if braces do not
  /// close.
  [[nodiscard]] std::size_t end_of_part(std::size_t begin, std::size_t end) const {
    if (text_[begin] != '{') {
      return std::min(text_.find_first_of("{}", begin), end);
    }
    const auto close = matching_brace(begin, end);
    return close ? *close + 1 : begin;
  }

  [[nodiscard]] std::optional<std::size_t> matching_brace(std::size_t open, std::size_t end) const {
    std::size_t nested = 0;
    for (std::size_t i = open; i < end; ++i) {
      nested += text_[i] == '{' ? 1U : 0U;
      if (text_[i] == '}' && --nested == 0) {
        return i;
      }
    }
    return std::nullopt;
  }

  /// What the braces at `open` and `close` stand for: a list or a range.
  Result<Texts> choices(std::size_t open, std::size_t close, unsigned depth) {
    Texts all;
    std::size_t start = open + 1;
    std::size_t nested = 0;
    for (std::size_t i = open + 1; i <= close; ++i) {
      nested += text_[i] == '{' ? 1U : 0U;
      const bool ends_choice = nested == 0 && (text_[i] == ',' || i == close);
      nested -= text_[i] == '}' && i != close ? 1U : 0U;
      if (!ends_choice) {
        continue;
      }
      if (i == close && start == open + 1) {
        return range(open, close);
      }
      auto choice = expand(start, i, depth + 1);
      if (!choice) {
        return choice;
      }
      all.insert(all.end(), choice->begin(), choice->end());
      if (all.size() > kMostResults) {
        return wrong(open, "stands for more than 10,000 texts", "split it");
      }
      start = i + 1;
    }
    return all;
  }

  /// "first..last" or "first..last..step", as in bash: both ends belong to it, and it may descend.
  [[nodiscard]] Result<Texts> range(std::size_t open, std::size_t close) const {
    const std::string_view inner = text_.substr(open + 1, close - open - 1);
    const auto dots = inner.find("..");
    if (dots == std::string_view::npos) {
      return wrong(
          open, "one choice only in braces", "write {a,b} or {0..3}, or leave the braces out");
    }
    const std::string_view after = inner.substr(dots + 2);
    const auto more_dots = after.find("..");
    const auto first = bound(inner.substr(0, dots));
    const auto last = bound(after.substr(0, more_dots));
    const auto step = more_dots == std::string_view::npos ? std::optional<std::int64_t>{1}
                                                          : number(after.substr(more_dots + 2));
    if (!first || !last || first->is_letter != last->is_letter || !step || *step == 0) {
      return wrong(
          open, "\"" + std::string{inner} + "\" is no range", "write {0..3}, {0..8..2} or {a..d}");
    }
    const std::int64_t stride = *step < 0 ? -*step : *step;
    const std::int64_t distance = last->value - first->value;
    const std::int64_t steps = (distance < 0 ? -distance : distance) / stride;
    if (steps >= static_cast<std::int64_t>(kMostResults)) {
      return wrong(open, "stands for more than 10,000 texts", "split it");
    }
    const std::size_t width = std::max(first->padded_width, last->padded_width);
    Texts all;
    for (std::int64_t i = 0; i <= steps; ++i) {
      all.push_back(
          spelled(first->value + (distance < 0 ? -i : i) * stride, first->is_letter, width));
    }
    return all;
  }

  static std::size_t characters(const Texts& texts) {
    std::size_t sum = 0;
    for (const std::string& text : texts) {
      sum += text.size();
    }
    return sum;
  }

  static Texts product(const Texts& starts, const Texts& ends) {
    Texts all;
    all.reserve(starts.size() * ends.size());
    for (const std::string& start : starts) {
      for (const std::string& end : ends) {
        all.push_back(start + end);
      }
    }
    return all;
  }

  [[nodiscard]] tl::unexpected<Error> wrong(std::size_t position,
                                            std::string what,
                                            std::string hint) const {
    return event_error(text_, position, std::move(what), std::move(hint));
  }

  std::string_view text_;
};

}  // namespace

Result<std::vector<std::string>> expand_braces(std::string_view text) {
  return Expansion{text}.run();
}

}  // namespace pmusim::userspace
