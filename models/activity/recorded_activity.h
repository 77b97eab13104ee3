// SPDX-License-Identifier: Apache-2.0
//
// Activity recorded elsewhere (a wave dump, another simulator): one column of amounts for each
// event.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/activity/amount_column.h"
#include "models/common/problems.h"
#include "models/common/result.h"
#include "models/common/units.h"

namespace pmusim {

struct RecordedColumn {
  EventId event;
  AmountColumn amounts;
};

/// Columns of equal length, each for another event.
class RecordedActivity {
 public:
  /// @error invalid_input  no column, columns of different length, or one event twice.
  static Result<RecordedActivity> from_columns(std::vector<RecordedColumn> columns);

  [[nodiscard]] std::span<const RecordedColumn> columns() const { return columns_; }

  [[nodiscard]] std::uint64_t cycles() const { return columns_.front().amounts.cycles(); }

  /// The amounts of `event`, or nothing.
  [[nodiscard]] std::optional<AmountColumn> find(EventId event) const;

 private:
  explicit RecordedActivity(std::vector<RecordedColumn> columns) : columns_{std::move(columns)} {}

  std::vector<RecordedColumn> columns_;
};

/// Reads a file: comma-separated when its name ends in ".csv", else binary. Binary columns are not
/// copied but mapped; a program that shortens the file while it is in use breaks this process.
///
/// @error io  the file is missing, cannot be opened, or is not a regular file.
/// @error invalid_input  it is empty or not in the format: every fault that does not follow from
/// another; `where` has line and column, or the byte offset.
[[nodiscard]] Checked<RecordedActivity> load_recorded_activity(const std::string& path);

/// The binary format, as the README of this folder describes it.
///
/// @param bytes  starts at a multiple of 64 in memory; `owner` keeps it.
/// @param name  of the file, for messages.
[[nodiscard]] Checked<RecordedActivity> read_recorded_binary(
    const std::shared_ptr<const void>& owner,
    std::span<const std::byte> bytes,
    const std::string& name);
[[nodiscard]] std::string write_recorded_binary(const RecordedActivity& activity);

/// The comma-separated format: a row of event names or numbers, then one row of amounts a cycle.
[[nodiscard]] Checked<RecordedActivity> read_recorded_csv(std::string_view text,
                                                          const std::string& name);
[[nodiscard]] std::string write_recorded_csv(const RecordedActivity& activity);

}  // namespace pmusim
