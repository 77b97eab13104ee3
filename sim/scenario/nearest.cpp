// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/nearest.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <optional>
#include <vector>

namespace pmusim::scenario {
namespace {

constexpr std::size_t kLongestCompared = 64;

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Optimal string alignment distance.
std::size_t distance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * columns);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return table[i * columns + j];
  };
  for (std::size_t i = 0; i <= a.size(); ++i) {
    at(i, 0) = i;
  }
  for (std::size_t j = 0; j <= b.size(); ++j) {
    at(0, j) = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = at(i - 1, j - 1) + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
      const bool swapped =
          i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return table.back();
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > kLongestCompared) {
    return {};
  }
  std::size_t least = std::clamp<std::size_t>(word.size() / 3, 1, 3) + 1;
  std::string_view best;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestCompared) {
      continue;
    }
    const std::size_t steps = distance(word, candidate);
    if (steps < least && steps < candidate.size()) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

namespace {

/// A word that ends in a number.
struct Numbered {
  std::string_view whole;
  std::string_view stem;
  unsigned number{};
};

std::optional<Numbered> split_number(std::string_view word) {
  const std::size_t digits = word.find_last_not_of("0123456789") + 1;  // 0 if there are only digits
  unsigned number = 0;
  const auto [end, error] =
      std::from_chars(word.data() + digits, word.data() + word.size(), number);
  if (digits == 0 || error != std::errc{}) {
    return std::nullopt;
  }
  return Numbered{word, word.substr(0, digits), number};
}

/// `"p5" or "p7"` for "p6": the candidates that differ in the number at the end alone, next to it
/// on both sides. Empty when there are none.
std::string numbered_neighbours(std::string_view word,
                                std::span<const std::string_view> candidates) {
  const auto of_word = split_number(word);
  std::optional<Numbered> below;
  std::optional<Numbered> above;
  for (const std::string_view candidate : candidates) {
    const auto other = split_number(candidate);
    if (!of_word || !other || !std::ranges::equal(of_word->stem, other->stem, same_letter)) {
      continue;
    }
    if (other->number == of_word->number) {
      return {};  // letter case differs, or zeros
    }
    if (other->number < of_word->number && (!below || other->number > below->number)) {
      below = other;
    } else if (other->number > of_word->number && (!above || other->number < above->number)) {
      above = other;
    }
  }
  std::string text;
  for (const auto& neighbour : {below, above}) {
    if (neighbour) {
      text += (text.empty() ? "\"" : " or \"") + std::string{neighbour->whole} + "\"";
    }
  }
  return text;
}

}  // namespace

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  if (const std::string near = numbered_neighbours(word, candidates); !near.empty()) {
    return "did you mean " + near + "?";
  }
  const std::string_view best = nearest(word, candidates);
  return best.empty() ? std::string{} : "did you mean \"" + std::string{best} + "\"?";
}

}  // namespace pmusim::scenario
