// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "kernel_model/abi/ring_order.h"
#include "sim/explore/race_result.h"
#include "sim/scenario/protocol_spec.h"

namespace pmusim::explore {

/// Sends records through the ring on the timed pipelines of `models/memory/timed`, a CPU for each
/// side, and counts what the reader finds; the first bad record is explained. Run N takes the N-th
/// number of `seed`; the same seed gives the same counts.
///
/// When `stop` becomes true it ends within a few million cycles, with what it had counted.
///
/// @pre shape.can_loop()
[[nodiscard]] RaceVerdict race_ring(const abi::RingShape& shape,
                                    const abi::RingOrder& order,
                                    const scenario::RaceSpec& race,
                                    std::uint64_t seed,
                                    const std::atomic<bool>& stop);

}  // namespace pmusim::explore
