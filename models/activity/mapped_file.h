// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "models/common/result.h"

namespace pmusim {

/// The bytes of a regular file, mapped read-only.
struct MappedFile {
  std::shared_ptr<const void> owner;  ///< keeps `bytes` valid; aligned to a page
  std::span<const std::byte> bytes;
};

/// @error io  is missing, cannot be opened or mapped, or is not a regular file (a directory, a
/// pipe, a device); `where` is the path, fit for a terminal.
[[nodiscard]] Result<MappedFile> map_file(const std::string& path);

}  // namespace pmusim
