// SPDX-License-Identifier: Apache-2.0
#include "sim/report/grid.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "models/common/expect.h"

namespace pmusim::report {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kRemarkIndent = 4;
constexpr std::size_t kLeastLast = 24;
constexpr std::string_view kContinued = "  ";

/// Characters, not bytes, of UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// How many bytes of `text` make a line of at most `width` characters.
std::size_t line_end(std::string_view text, std::size_t width) {
  std::size_t end = 0;
  for (std::size_t characters = 0; characters < width; ++characters) {
    ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
      ++end;
    }
  }
  const std::size_t mark = text.substr(0, end).find_last_of(",/:_- ");
  return mark != std::string_view::npos && mark + 1 > end / 3 ? mark + 1 : end;
}

}  // namespace

Grid::Grid(std::vector<Column> columns, std::size_t indent, std::size_t width)
    : columns_{std::move(columns)}, indent_{indent}, width_{width} {}

void Grid::row(std::vector<std::string> cells) {
  PMUSIM_EXPECT(cells.size() == columns_.size(), "a cell for each column");
  lines_.push_back({std::move(cells), false});
}

void Grid::remark(std::string text) {
  lines_.push_back({{std::move(text)}, true});
}

std::size_t Grid::widest_cell(std::size_t column) const {
  std::size_t widest = width_of(columns_[column].heading);
  for (const Line& line : lines_) {
    widest = std::max(widest, line.is_remark ? 0 : width_of(line.cells[column]));
  }
  return widest;
}

std::vector<std::size_t> Grid::limits() const {
  std::vector<std::size_t> limits;
  std::size_t last = 0;  // column that takes room
  std::size_t before_last = indent_;
  std::size_t all = indent_;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::size_t widest = widest_cell(i);
    const std::size_t limit = columns_[i].widest;
    limits.push_back(limit == 0 ? widest : std::min(limit, widest));
    if (limits[i] > 0) {
      last = i;
      before_last = all;
      all += limits[i] + kGap;
    }
  }
  if (width_ > 0 && !limits.empty()) {
    const std::size_t left = width_ - std::min(width_, before_last);
    limits[last] = std::min(limits[last], std::max(kLeastLast, left));
  }
  return limits;
}

std::string Grid::aligned(const std::vector<std::string>& cells,
                          const std::vector<std::size_t>& limits) const {
  std::vector<std::vector<std::string>> pieces;
  std::size_t height = 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    pieces.push_back(width_of(cells[i]) <= limits[i] ? std::vector{cells[i]}
                                                     : broken(cells[i], limits[i]));
    height = std::max(height, pieces.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    text += std::string(indent_, ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (limits[i] == 0) {
        continue;
      }
      const std::string cell = line < pieces[i].size() ? pieces[i][line] : "";
      const std::string padding(limits[i] - width_of(cell), ' ');
      text += columns_[i].align == Align::right ? padding + cell : cell + padding;
      text += std::string(kGap, ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string Grid::text() const {
  const std::vector<std::size_t> widths = limits();
  std::string text;
  if (std::ranges::any_of(columns_, [](const Column& column) { return !column.heading.empty(); })) {
    std::vector<std::string> headings;
    std::ranges::transform(columns_, std::back_inserter(headings), &Column::heading);
    text += aligned(headings, widths);
  }
  for (const Line& line : lines_) {
    text += line.is_remark ? std::string(indent_ + kRemarkIndent, ' ') + line.cells.front() + "\n"
                           : aligned(line.cells, widths);
  }
  return text;
}

std::vector<std::string> broken(std::string_view text, std::size_t width) {
  PMUSIM_EXPECT(width > 2 * kContinued.size() - 1, "a line has room for more than its indent");
  std::vector<std::string> lines;
  std::string_view indent;
  while (width_of(text) > width - indent.size()) {
    const std::size_t end = line_end(text, width - indent.size());
    lines.push_back(std::string{indent} + std::string{text.substr(0, end)});
    text.remove_prefix(end);
    indent = kContinued;
  }
  lines.push_back(std::string{indent} + std::string{text});
  return lines;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(std::exchange(line, {}));
    }
    line += (line.empty() ? "" : " ") + std::string{word};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!line.empty()) {
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace pmusim::report
