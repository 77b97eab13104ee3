// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "models/common/result.h"

namespace pmusim::scenario {

/// What a file is expected to be, for the hints of messages.
struct FileKind {
  std::string_view name{"a JSON file"};
  std::string_view if_too_large{"long recordings belong in a file of their own"};
};

/// The whole content of a regular file.
///
/// Opens nothing that could block or never end: a directory, device, pipe or socket is refused.
///
/// @error invalid_input  there is no such file, it is not a regular file, cannot be read, or is
/// larger than `limit`.
[[nodiscard]] Result<std::string> read_regular_file(const std::string& path,
                                                    std::size_t limit,
                                                    const FileKind& expected = {});

}  // namespace pmusim::scenario
