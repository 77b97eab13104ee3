// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/memory/bit_set.h"
#include "models/memory/window.h"

namespace pmusim::memory {

/// The loads of a window, by the number of their access, that may take place now and whose value
/// nothing depends on: neither of the thread nor of the question. When they do is of concern only
/// to accesses that come after them.
[[nodiscard]] BitSet unread_loads(const Window& window);

}  // namespace pmusim::memory
