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
  std::size_t widest{0};  ///< longer cells go on in the next lines; 0: no limit
};

/// Lines up rows of text in columns that are as wide as their widest cell; an empty column takes no
/// room.
class Grid {
 public:
  /// @param columns  their headings; if all are empty no heading line is printed.
  /// @param indent   blanks before each line.
  /// @param width    of a line: cells of the last column that do not fit go on in the next lines;
  ///                 0: no limit. The column has 24 characters at least.
  explicit Grid(std::vector<Column> columns, std::size_t indent = 0, std::size_t width = 0);

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

  /// How wide the columns may be; 0: as wide as their widest cell.
  [[nodiscard]] std::vector<std::size_t> limits() const;
  [[nodiscard]] std::size_t widest_cell(std::size_t column) const;
  [[nodiscard]] std::string aligned(const std::vector<std::string>& cells,
                                    const std::vector<std::size_t>& limits) const;

  std::vector<Column> columns_;
  std::vector<Line> lines_;
  std::size_t indent_;
  std::size_t width_;
};

/// `text` in lines of at most `width` characters, the second and later ones indented by two blanks:
/// for names, which have no blanks. A line ends at a punctuation mark unless that makes it short.
///
/// @pre  width is at least 4.
[[nodiscard]] std::vector<std::string> broken(std::string_view text, std::size_t width);

/// `text` broken at blanks into lines of at most `width` characters; a longer word stands alone.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace pmusim::report
