// SPDX-License-Identifier: Apache-2.0
//
// Small helpers for text that people write.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pmusim {

/// A decimal number, or a hexadecimal one after "0x" or "0X". Nothing when the text is neither, has
/// anything besides, or does not fit 64 bits.
[[nodiscard]] inline std::optional<std::uint64_t> read_number(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = is_hex ? text.substr(2) : text;
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
  const bool is_number = error == std::errc{} && end == digits.data() + digits.size();
  return is_number ? std::optional{value} : std::nullopt;
}

/// How many single characters must be inserted, removed or changed to turn one text into the other,
/// without regard to the case of ASCII letters. Costs a.size() * b.size().
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  constexpr auto lower_case = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c + 0; };
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (lower_case(a[i]) == lower_case(b[j]) ? 0U : 1U);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

/// Bytes of a text that a message repeats, at most.
inline constexpr std::size_t kExcerptBytes = 60;

/// The same for the path of a file.
inline constexpr std::size_t kLongestShownPath = 1024;

/// `text` cut to `most` bytes, with everything unprintable escaped ("\x1b"): fit for a message and
/// for a terminal, and always valid UTF-8.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = kExcerptBytes);

}  // namespace pmusim
