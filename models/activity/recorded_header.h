// SPDX-License-Identifier: Apache-2.0
//
// What a recorded file says before its amounts: which events have a column. Enough to check that a
// scenario may refer to it, at a cost that does not grow with its cycles.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/problems.h"
#include "models/common/units.h"

namespace pmusim {

/// The events of a recorded file in the order of its columns. Reads the header, and of a
/// comma-separated file the first row of amounts; rows after it are looked at where something is
/// wrong before them, so that all is told at once.
///
/// @error io  the file is missing, cannot be opened, or is not a regular file.
/// @error invalid_input  it is empty or not in the format: every fault of what is read; `where` has
/// its name with line and column, or with the byte offset.
[[nodiscard]] Checked<std::vector<EventId>> read_recorded_header(const std::string& path);

/// The same for the content of a file in one of the two formats. @param name  for messages.
[[nodiscard]] Checked<std::vector<EventId>> read_csv_header(std::string_view text,
                                                            const std::string& name);
[[nodiscard]] Checked<std::vector<EventId>> read_binary_header(std::span<const std::byte> bytes,
                                                               const std::string& name);

}  // namespace pmusim
