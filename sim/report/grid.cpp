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

/// Characters, not bytes, of UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

Grid::Grid(std::vector<Column> columns, std::size_t indent)
    : columns_{std::move(columns)}, indent_{indent} {
  for (const Column& column : columns_) {
    widths_.push_back(width_of(column.heading));
  }
}

void Grid::row(std::vector<std::string> cells) {
  PMUSIM_EXPECT(cells.size() == columns_.size(), "a cell for each column");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    widths_[i] = std::max(widths_[i], width_of(cells[i]));
  }
  lines_.push_back({std::move(cells), false});
}

void Grid::remark(std::string text) {
  lines_.push_back({{std::move(text)}, true});
}

std::string Grid::aligned(const std::vector<std::string>& cells) const {
  std::string line(indent_, ' ');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (widths_[i] == 0) {
      continue;
    }
    const std::string padding(widths_[i] - width_of(cells[i]), ' ');
    line += columns_[i].align == Align::right ? padding + cells[i] : cells[i] + padding;
    line += std::string(kGap, ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string Grid::text() const {
  std::string text;
  if (std::ranges::any_of(columns_, [](const Column& column) { return !column.heading.empty(); })) {
    std::vector<std::string> headings;
    std::ranges::transform(columns_, std::back_inserter(headings), &Column::heading);
    text += aligned(headings);
  }
  for (const Line& line : lines_) {
    text += line.is_remark ? std::string(indent_ + kRemarkIndent, ' ') + line.cells.front() + "\n"
                           : aligned(line.cells);
  }
  return text;
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
