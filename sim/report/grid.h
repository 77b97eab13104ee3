// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace pmusim::report {

enum class Align : std::uint8_t { left, right };

/// A column of text.
struct Column {
  std::string heading;
  Align align{Align::left};
};

/// Lines up rows of text in columns that are as wide as their widest cell; an empty column takes no
/// room.
class Grid {
 public:
  /// @param columns  their headings; if all are empty no heading line is printed.
  /// @param indent   blanks before each line.
  explicit Grid(std::vector<Column> columns, std::size_t indent = 0);

  /// @pre one cell for each column.
  void row(std::vector<std::string> cells);

  /// A line that runs across the columns, below the last row.
  void remark(std::string text);

  [[nodiscard]] bool empty() const { return lines_.empty(); }

  [[nodiscard]] std::string text() const;

 private:
  struct Line {
    std::vector<std::string> cells;  ///< one: a remark
    bool is_remark{};
  };

  [[nodiscard]] std::string aligned(const std::vector<std::string>& cells) const;

  std::vector<Column> columns_;
  std::vector<std::size_t> widths_;
  std::vector<Line> lines_;
  std::size_t indent_;
};

/// `text` broken at blanks into lines of at most `width` characters; a longer word stands alone.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace pmusim::report
