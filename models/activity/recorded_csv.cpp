// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <set>

#include "models/activity/event_text.h"
#include "models/activity/recorded_activity.h"
#include "models/activity/recorded_header.h"
#include "models/common/text.h"

namespace pmusim {

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos
             ? std::string_view{}
             : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Takes what stands before the next `mark`, and the mark itself, from the front of `text`.
std::string_view take_until(std::string_view& text, char mark) {
  const auto end = std::min(text.find(mark), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return taken;
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& name) : rest_{text}, name_{name} {}

  /// The events of the header, and a look at the first row of amounts; at all rows if something is
  /// wrong.
  Checked<std::vector<EventId>> read_events() {
    read_head();
    if (problems_.empty()) {
      return std::move(events_);
    }
    read_rows();
    return tl::unexpected{std::move(problems_)};
  }

  Checked<RecordedActivity> read() {
    read_head();
    read_rows();
    if (!problems_.empty()) {
      return tl::unexpected{std::move(problems_)};
    }
    std::vector<RecordedColumn> columns;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      columns.push_back({events_[i], AmountColumn::copy_of(amounts_[i])});
      amounts_[i] = {};
    }
    return RecordedActivity::from_columns(std::move(columns)).map_error([](Error error) {
      return Problems{std::move(error)};
    });
  }

 private:
  void read_head() {
    read_header();
    if (rest_.empty()) {
      note(0, [] { return "found no row after the header, expected one row of amounts a cycle"; });
    } else {
      read_row();
    }
  }

  void read_rows() {
    while (!rest_.empty()) {
      read_row();
    }
  }

  void read_header() {
    line_ = 1;
    std::string_view line = take_until(rest_, '\n');
    std::set<EventId> seen;
    for (bool more = true; more;) {
      more = line.find(',') != std::string_view::npos;
      ++columns_;
      const auto event = read_event(without_blanks(take_until(line, ',')));
      if (!event) {
        note(columns_, [&] { return event.error().what; }, event.error().hint);
        continue;
      }
      events_.push_back(*event);
      if (!seen.insert(*event).second) {
        note(columns_, [&] {
          return "found " + event_text(*event) + " a second time, expected each event once";
        });
      }
    }
    amounts_.resize(columns_);
  }

  void read_row() {
    ++line_;
    std::string_view line = take_until(rest_, '\n');
    if (without_blanks(line).empty()) {
      return note(1, [] { return "found nothing" + std::string{kExpectedAmount}; });
    }
    std::size_t column = 0;
    for (bool more = true; more; ++column) {
      more = line.find(',') != std::string_view::npos;
      if (column == columns_) {
        return note(column + 1, [] {
          return "found a further amount, expected the end of the row, as in the header";
        });
      }
      read_amount(column, without_blanks(take_until(line, ',')));
    }
    if (column < columns_) {
      note(column, [&] {
        return "found the end of the row, expected amount " + std::to_string(column + 1) + " of " +
               std::to_string(columns_);
      });
    }
  }

  void read_amount(std::size_t column, std::string_view cell) {
    std::uint32_t amount = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), amount);
    if (error != std::errc{} || end != cell.data() + cell.size()) {
      note(column + 1, [&] {
        return (cell.empty() ? "found nothing" : "found \"" + printable(cell) + "\"") +
               std::string{kExpectedAmount};
      });
    } else if (problems_.empty()) {
      amounts_[column].push_back(amount);
    }
  }

  /// @param what  makes the text, if there is room for it
  template <class What>
  void note(std::size_t column, What&& what, const std::string& hint = {}) {
    if (problems_.is_full()) {
      problems_.count_unlisted(1);
      return;
    }
    problems_.add({ErrorCode::invalid_input,
                   name_ + ":" + std::to_string(line_) +
                       (column == 0 ? "" : ", column " + std::to_string(column)),
                   what(),
                   hint});
  }

  static constexpr std::string_view kExpectedAmount =
      ", expected an amount: a decimal number from 0 to 4294967295";

  std::string_view rest_;
  const std::string& name_;
  std::size_t line_{};
  std::size_t columns_{};
  std::vector<EventId> events_;
  std::vector<std::vector<std::uint32_t>> amounts_;  ///< by column; as far as nothing is wrong
  Problems problems_;
};

}  // namespace

Checked<RecordedActivity> read_recorded_csv(std::string_view text, const std::string& name) {
  return CsvReader{text, name}.read();
}

Checked<std::vector<EventId>> read_csv_header(std::string_view text, const std::string& name) {
  return CsvReader{text, name}.read_events();
}

std::string write_recorded_csv(const RecordedActivity& activity) {
  std::string out;
  for (const RecordedColumn& column : activity.columns()) {
    out += (out.empty() ? "" : ",") + event_text(column.event);
  }
  out += '\n';
  for (std::uint64_t cycle = 0; cycle < activity.cycles(); ++cycle) {
    const char* separator = "";
    for (const RecordedColumn& column : activity.columns()) {
      out += separator + std::to_string(column.amounts.at(cycle));
      separator = ",";
    }
    out += '\n';
  }
  return out;
}

}  // namespace pmusim
