// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/sweep/point.h"

namespace pmusim::sweep {

/// A line of a journal with its check and its line feed.
[[nodiscard]] std::string journal_line(std::string_view json);

/// The JSON of the line that `text` begins with; nothing when it is incomplete or damaged.
[[nodiscard]] std::optional<std::string_view> first_line(std::string_view text);

/// How many bytes a line with this JSON takes.
[[nodiscard]] std::size_t line_length(std::string_view json);

[[nodiscard]] std::string measures_json(const std::vector<std::string>& measures);

/// @param list  the number of the list of its measures.
[[nodiscard]] std::string point_json(const PointResult& result, std::size_t list);

/// What a line after the first says.
struct ParsedLine {
  std::optional<std::vector<std::string>> measures;  ///< a list of measures, else
  PointResult result;                                ///< a point; its values have no measures yet
  std::size_t list{};
};

/// Nothing when it is none of ours.
[[nodiscard]] std::optional<ParsedLine> parse_line(std::string_view text);

}  // namespace pmusim::sweep
