// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "models/common/result.h"

namespace pmusim::report {

/// Makes `text` the whole content of the file at `path`, creating missing folders.
///
/// The file appears complete or not at all: the text goes into a temporary file in the same folder,
/// is flushed to the medium, and replaces what was there. A device or pipe is written directly.
///
/// @error io  a folder or the file cannot be created, or the text does not fit; what was at `path`
/// stays.
[[nodiscard]] Result<void> write_file(const std::string& path, std::string_view text);

/// The same for content that does not fit into memory: `write` gets an open descriptor, and returns
/// 0 or an error number.
[[nodiscard]] Result<void> write_file_with(const std::string& path,
                                           const std::function<int(int descriptor)>& write);

/// The error of a file that could not be written.
[[nodiscard]] tl::unexpected<Error> cannot_write(const std::string& path, int error_number);

}  // namespace pmusim::report
