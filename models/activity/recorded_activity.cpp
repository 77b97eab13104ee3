// SPDX-License-Identifier: Apache-2.0
#include "models/activity/recorded_activity.h"

#include <algorithm>
#include <set>

#include "models/activity/event_text.h"
#include "models/activity/mapped_file.h"
#include "models/activity/recorded_header.h"
#include "models/common/text.h"

namespace pmusim {

namespace {

tl::unexpected<Error> wrong(std::string what, std::string hint) {
  return fail(ErrorCode::invalid_input, "recorded activity", std::move(what), std::move(hint));
}

bool is_csv(const std::string& path) {
  return path.ends_with(".csv");
}

std::string_view text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()};
}

Result<MappedFile> map_recording(const std::string& path) {
  auto file = map_file(path);
  if (file && file->bytes.empty()) {
    return fail(ErrorCode::invalid_input,
                printable(path, kLongestShownPath),
                is_csv(path)
                    ? "the file is empty, expected a row of events, then a row of amounts a cycle"
                    : "the file is empty, expected a recorded activity");
  }
  return file;
}

}  // namespace

Result<RecordedActivity> RecordedActivity::from_columns(std::vector<RecordedColumn> columns) {
  if (columns.empty()) {
    return wrong("no column", "record at least one event");
  }
  std::set<EventId> seen;
  for (const RecordedColumn& column : columns) {
    if (column.amounts.cycles() != columns.front().amounts.cycles()) {
      return wrong("the column of " + event_text(column.event) + " has " +
                       std::to_string(column.amounts.cycles()) + " cycles, the first column " +
                       std::to_string(columns.front().amounts.cycles()),
                   "all columns cover the same cycles");
    }
    if (!seen.insert(column.event).second) {
      return wrong(event_text(column.event) + " has two columns", "an event has one column");
    }
  }
  return RecordedActivity{std::move(columns)};
}

std::optional<AmountColumn> RecordedActivity::find(EventId event) const {
  const auto found = std::ranges::find(columns_, event, &RecordedColumn::event);
  return found == columns_.end() ? std::nullopt : std::optional{found->amounts};
}

Checked<RecordedActivity> load_recorded_activity(const std::string& path) {
  const auto file = map_recording(path);
  if (!file) {
    return tl::unexpected{Problems{file.error()}};
  }
  const std::string name = printable(path, kLongestShownPath);
  return is_csv(path) ? read_recorded_csv(text_of(*file), name)
                      : read_recorded_binary(file->owner, file->bytes, name);
}

Checked<std::vector<EventId>> read_recorded_header(const std::string& path) {
  const auto file = map_recording(path);
  if (!file) {
    return tl::unexpected{Problems{file.error()}};
  }
  const std::string name = printable(path, kLongestShownPath);
  return is_csv(path) ? read_csv_header(text_of(*file), name)
                      : read_binary_header(file->bytes, name);
}

}  // namespace pmusim
