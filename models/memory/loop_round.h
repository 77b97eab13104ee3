// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/memory/window.h"

namespace pmusim::memory {

/// Whether the latest accesses of a window belong to a round of a loop that leaves no trace: from
/// one execution of an instruction to the next one, behind which no access was fetched, no register
/// is changed that matters there, and nothing is written but what an acquire atomic has read just
/// before. Then nothing is lost when fetching ends at `Window::Stop::instances`.
///
/// Proof. Take an execution that goes on from this state, and leave out the accesses of the round.
/// That is an execution of the program, with the same final state: the thread comes to the same
/// instruction, with the same registers as far as they matter, and all reads can take the same
/// values. It is allowed: an access that is not there orders nothing, and takes no order from
/// others. As to the atomics: nobody writes the location between their halves, so a value read from
/// their write can be read from the write before it, which became visible earlier. If that is an
/// own store, younger reads now take its value; what that makes them wait for, the acquire has
/// waited for. An execution with the fewest accesses for its final state has no such round then, so
/// fetching need not go beyond one.
[[nodiscard]] bool has_idle_round(const Window& window);

}  // namespace pmusim::memory
