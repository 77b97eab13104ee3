// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/memory/reductions.h"
#include "models/memory/window.h"

namespace pmusim::memory {

/// Whether fetching on from instruction `index`, from the end of `window`, might find an access
/// that could take place before anything older does. False is a proof that nothing is lost by
/// stopping: each access there stands behind a barrier that holds it back, or is a write that older
/// accesses hold back, or a read that may as well wait: for an older read of the same location
/// which could take place (`older_reads_first`), or because nothing depends on its value
/// (`unread_values`).
[[nodiscard]] bool may_find_more(const Window& window,
                                 unsigned index,
                                 const Reductions& reductions);

}  // namespace pmusim::memory
