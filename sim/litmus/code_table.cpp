// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/code_table.h"

#include <map>

#include <fmt/format.h>

#include "models/common/expect.h"
#include "models/common/text.h"
#include "models/pmu/named_pmu_registers.h"

namespace pmusim::litmus {
namespace {

/// Code addresses of a thread: apart from those of other threads and from data.
constexpr std::uint64_t kCodeBase = 0x40'0000;
constexpr std::uint64_t kCodeStride = 0x10'0000;

/// Threads of one test, at most.
constexpr std::size_t kMostThreads = 32;

struct Cell {
  std::size_t offset{};
  std::string_view text;  ///< without blanks around it
};

using Row = std::vector<Cell>;

/// Splits at | and ; and notes a last row without ;.
std::vector<Row> rows_of(SourceText& source, Part part) {
  std::vector<Row> rows;
  Row row;
  std::size_t start = part.from;
  for (std::size_t i = part.from; i < part.to; ++i) {
    const char c = source.text()[i];
    if (c == '|' || c == ';') {
      row.push_back({source.skip_blanks(start, i), source.trimmed(start, i)});
      start = i + 1;
    }
    if (c == ';') {
      rows.push_back(std::move(row));
      row.clear();
    }
  }
  const std::string_view rest = source.trimmed(start, part.to);
  if (!row.empty() || !rest.empty()) {
    const std::size_t at = rest.empty() ? row.front().offset : source.skip_blanks(start, part.to);
    source.problem(at, "the row is not ended", "expected ; at the end of each row of the table");
  }
  return rows;
}

/// The number of threads that the first row names; 0, with the problem noted, if it is wrong.
std::size_t read_threads(SourceText& source, const Row& header) {
  if (header.size() > kMostThreads) {
    source.problem(header[kMostThreads].offset,
                   ErrorCode::not_modelled,
                   fmt::format("{} threads", header.size()),
                   fmt::format("a test has at most {}", kMostThreads));
    return 0;
  }
  for (std::size_t thread = 0; thread < header.size(); ++thread) {
    const std::string expected = fmt::format("P{}", thread);
    if (header[thread].text != expected) {
      source.problem(
          header[thread].offset,
          fmt::format("found \"{}\" at the head of a column", printable(header[thread].text)),
          fmt::format("expected {}; the first row names the threads: P0 | P1 ;", expected));
      return 0;
    }
  }
  return header.size();
}

/// False, with the problem noted, when a row has not one cell for each thread.
bool check_row(SourceText& source, const Row& row, std::size_t threads) {
  for (const Cell& cell : row) {
    if (const std::size_t line_end = cell.text.find('\n'); line_end != std::string_view::npos) {
      source.problem(cell.offset,
                     fmt::format("\"{}\" goes on over the end of the line",
                                 printable(cell.text.substr(
                                     0, cell.text.find_last_not_of(" \t\r\n", line_end) + 1))),
                     "is a ; missing at the end of the row?");
      return false;
    }
  }
  if (row.size() != threads) {
    source.problem(row.front().offset,
                   fmt::format("the row has {} column{}, the table {}",
                               row.size(),
                               row.size() == 1 ? "" : "s",
                               threads),
                   "write one cell for each thread; it may be empty: STR X0,[X1] |  ;");
    return false;
  }
  return true;
}

/// Whether a cell has an instruction and not labels only.
bool has_instruction(std::string_view cell) {
  cell = cell.substr(0, cell.find("//"));
  const std::size_t colon = cell.rfind(':');
  return cell.find_first_not_of(" \t\r", colon == std::string_view::npos ? 0 : colon + 1) !=
         std::string_view::npos;
}

ThreadCode assemble(SourceText& source, const std::vector<Cell>& cells, std::size_t thread) {
  std::vector<isa::SourceLine> lines;
  std::map<std::string, std::size_t> line_starts;
  ThreadCode code;
  for (const Cell& cell : cells) {
    const auto [line, column] = source.position(cell.offset);
    lines.push_back({.where = fmt::format("{}:{}", source.file(), line),
                     .text = std::string{cell.text},
                     .column = column});
    line_starts.emplace(lines.back().where, cell.offset - (column - 1));
    if (has_instruction(cell.text)) {
      code.offsets.push_back(cell.offset);
    }
  }
  auto program = isa::assemble(lines, kCodeBase + thread * kCodeStride, named_pmu_registers());
  if (!program) {
    for (const Error& error : program.error()) {
      const std::size_t colon = error.where.rfind(':');
      const std::size_t column = read_number(error.where.substr(colon + 1)).value_or(0);
      source.problems().add(error, line_starts[error.where.substr(0, colon)] + column);
    }
    return {};
  }
  PMUSIM_EXPECT(program->code.size() == code.offsets.size(), "a cell is one instruction");
  code.program = std::move(*program);
  return code;
}

}  // namespace

std::vector<ThreadCode> read_code(SourceText& source, Part part) {
  const std::vector<Row> rows = rows_of(source, part);
  if (rows.empty()) {
    source.problem(source.skip_blanks(part.from, part.to),
                   "no code",
                   "expected a table: P0 | P1 ; and a row for each instruction");
    return {};
  }
  const std::size_t threads = read_threads(source, rows.front());
  std::vector<std::vector<Cell>> columns(threads);
  for (std::size_t i = 1; i < rows.size() && threads > 0; ++i) {
    if (!check_row(source, rows[i], threads)) {
      continue;
    }
    for (std::size_t thread = 0; thread < threads; ++thread) {
      columns[thread].push_back(rows[i][thread]);
    }
  }
  std::vector<ThreadCode> code;
  code.reserve(threads);
  for (std::size_t thread = 0; thread < threads; ++thread) {
    code.push_back(assemble(source, columns[thread], thread));
  }
  return code;
}

}  // namespace pmusim::litmus
