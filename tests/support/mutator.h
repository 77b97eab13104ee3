// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/draw.h"

namespace pmusim::test {

/// Good texts, changed at random: what a reader must survive. The n-th mutant depends on n alone.
class Mutator {
 public:
  /// Puts `token` somewhere behind `at` where it may still make sense to the reader.
  using Place = std::function<void(std::string& text, std::size_t at, std::string_view token)>;

  struct Materials {
    std::vector<std::string> sources;            ///< none is empty
    std::span<const std::string_view> tokens{};  ///< what a reader looks at
    std::uint64_t changes{2};                    ///< in one mutant, at most
    std::uint64_t longest{40};                   ///< of a change, in bytes
    Place place{};                               ///< none: the token replaces a few bytes
  };

  explicit Mutator(Materials materials) : materials_{std::move(materials)} {}

  [[nodiscard]] std::string mutant(std::uint64_t number) const {
    Draw draw{number};
    std::string text = any_source(draw);
    for (std::uint64_t left = draw.between(1, materials_.changes); left > 0 && !text.empty();
         --left) {
      change(draw, text);
    }
    return text;
  }

 private:
  [[nodiscard]] const std::string& any_source(Draw& draw) const {
    return materials_.sources[draw.below(materials_.sources.size())];
  }

  [[nodiscard]] std::string_view any_token(Draw& draw) const {
    return materials_.tokens[draw.below(materials_.tokens.size())];
  }

  void change(Draw& draw, std::string& text) const {
    const std::size_t at = draw.below(text.size());
    const std::size_t length = draw.between(1, materials_.longest);
    const std::string& other = any_source(draw);
    switch (draw.below(14)) {
      case 0:  // another byte, of any value
        text[at] = static_cast<char>(draw.below(256));
        return;
      case 1:
        text.erase(at, length);
        return;
      case 2:
        text.insert(at, text.substr(draw.below(text.size()), length));
        return;
      case 3:
        text.resize(at);
        return;
      case 4:
        text.insert(at, any_token(draw));
        return;
      case 5:
        text.replace(at, length, other.substr(draw.below(other.size()), length));
        return;
      case 6:
        text[at] = other[draw.below(other.size())];
        return;
      case 7:
      case 8:
      case 9:
        replace_digit(draw, text, at);
        return;
      default:
        place(draw, text, at);
    }
  }

  static void replace_digit(Draw& draw, std::string& text, std::size_t at) {
    const std::size_t digit = text.find_first_of("0123456789", at);
    if (digit != std::string::npos) {
      text[digit] = "0123456789"[draw.below(10)];
    }
  }

  void place(Draw& draw, std::string& text, std::size_t at) const {
    if (materials_.place) {
      materials_.place(text, at, any_token(draw));
    } else {
      text.replace(at, draw.between(1, 3), any_token(draw));
    }
  }

  Materials materials_;
};

/// Nothing in it could confuse a terminal.
[[nodiscard]] inline bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c >= 0x20 && c < 0x7F; });
}

}  // namespace pmusim::test
