// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/recordings.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/activity/event_text.h"
#include "models/activity/events.h"
#include "models/activity/recorded_header.h"
#include "sim/scenario/nearest.h"
#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {
namespace {

constexpr std::size_t kListedColumns = 8;

/// The event whose column the stream plays; nothing when no event has that name.
std::optional<EventId> wanted_event(const JsonNode& node, const RecordedStream& stream) {
  if (stream.column.empty()) {
    return parse_event_name(node.key);
  }
  const auto named = read_event(stream.column);
  return named ? std::optional{*named} : std::nullopt;
}

/// The columns as a hint: the one that a misspelt name means, or what there is.
std::string columns_hint(std::span<const EventId> columns, std::string_view wanted) {
  std::vector<std::string> names;
  for (const EventId column : columns) {
    names.push_back(event_text(column));
  }
  std::vector<std::string_view> candidates;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!is_made_by_pmu(columns[i])) {
      candidates.emplace_back(names[i]);
    }
  }
  if (std::string near = suggestion(wanted, candidates); !near.empty()) {
    return near;
  }
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kListedColumns); ++i) {
    list += (i == 0 ? "" : ", ") + names[i];
  }
  const std::size_t more = names.size() - std::min(names.size(), kListedColumns);
  return "its columns are " + list + (more == 0 ? "" : fmt::format(" and {} more", more));
}

void report_faults(ReadContext& in, NodeId at, const std::string& path, const Problems& faults) {
  std::error_code ignored;
  const bool exists = std::filesystem::exists(path, ignored);
  for (const Error& fault : faults.listed()) {
    in.problem(at,
               recording_fault({}, fault).what,
               exists ? fault.hint : "paths are relative to the folder of the scenario");
  }
  in.count_unlisted(faults.count() - faults.listed().size());
}

}  // namespace

std::filesystem::path recordings_folder(const std::string& scenario_file) {
  return std::filesystem::path{scenario_file}.parent_path();
}

std::string recording_path(const std::filesystem::path& folder, const RecordedStream& stream) {
  return (folder / stream.file).string();
}

bool check_recording(ReadContext& in, NodeId at, const RecordedStream& stream) {
  const std::string path = recording_path(in.folder, stream);
  auto found = in.recordings.find(path);
  const bool is_first = found == in.recordings.end();
  if (is_first) {
    found = in.recordings.emplace(path, read_recorded_header(path)).first;
  }
  const auto& columns = found->second;
  if (!columns) {
    if (is_first || columns.error().listed().front().code == ErrorCode::io) {
      report_faults(in, in.document.member(at, "file"), path, columns.error());
    }
    return false;
  }
  const JsonNode& node = in.document[at];
  const auto event = wanted_event(node, stream);
  if (stream.column.empty() && (!event || is_made_by_pmu(*event))) {
    return true;  // the stream's own event is wrong, which is a problem of its key
  }
  if (event && std::ranges::find(*columns, *event) != columns->end()) {
    return true;
  }
  const std::string_view wanted = stream.column.empty() ? node.key : stream.column;
  return in.problem(in.document.member_or_self(at, stream.column.empty() ? "file" : "column"),
                    fmt::format("recorded file {}: found no column \"{}\"",
                                printable(path, kLongestShownPath),
                                printable(wanted)),
                    in.is_full() ? std::string{} : columns_hint(*columns, wanted));
}

Error recording_fault(const std::string& place, const Error& fault) {
  return {.code = fault.code,
          .where = place,
          .what = fmt::format("recorded file {}: {}", fault.where, fault.what),
          .hint = fault.hint};
}

}  // namespace pmusim::scenario
