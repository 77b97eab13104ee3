// SPDX-License-Identifier: Apache-2.0
#include "models/activity/recorded_activity.h"

#include <algorithm>
#include <set>

#include "models/activity/event_text.h"
#include "models/activity/mapped_file.h"

namespace pmusim {

namespace {

tl::unexpected<Error> wrong(std::string what, std::string hint) {
  return fail(ErrorCode::invalid_input, "recorded activity", std::move(what), std::move(hint));
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

Result<RecordedActivity> load_recorded_activity(const std::string& path) {
  const auto file = map_file(path);
  if (!file) {
    return tl::unexpected{file.error()};
  }
  if (path.ends_with(".csv")) {
    const std::string_view text{reinterpret_cast<const char*>(file->bytes.data()),
                                file->bytes.size()};
    return read_recorded_csv(text, path);
  }
  return read_recorded_binary(file->owner, file->bytes, path);
}

}  // namespace pmusim
