// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/abi/ring_order.h"
#include "models/memory/explorer.h"
#include "sim/explore/protocol_result.h"

namespace pmusim::explore {

/// Explores the two sides of the ring in every order that the memory model allows: can the reader
/// take a word before it was written (*stale*), or one of a younger record (*overwritten*)?
///
/// With A left out, the writer may copy a record although data_tail showed no room. Such executions
/// are no news, so that *overwritten* asks only for those in which the writer always saw room: what
/// a core would do that lets stores pass an unresolved branch.
///
/// Each question is asked of all records at once, which takes the fewest states while the reader is
/// held to one record. Where it runs ahead, states multiply with each record that it may have read:
/// after `together` states the question is asked of one record after the other, of which the words
/// of all others do not matter. A stop for which a user's limit is the reason stays one.
///
/// @param limits  for each of the at most six questions that are asked
/// @pre shape.is_valid()
/// @error not_modelled  more words or longer programs than the explorer holds
[[nodiscard]] Result<RingVerdict> explore_ring(const abi::RingShape& shape,
                                               const abi::RingOrder& order,
                                               const memory::ExploreLimits& limits = {},
                                               std::uint64_t together = 30'000);

}  // namespace pmusim::explore
