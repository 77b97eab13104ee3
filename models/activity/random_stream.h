// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/activity/distribution.h"
#include "models/activity/event_stream.h"
#include "models/common/random.h"
#include "models/common/result.h"

namespace pmusim {

/// Independent amounts, one draw of `distribution` a cycle.
///
/// @param random  names the stream: cycle i has the same amount in every stream with equal
/// `random`.
[[nodiscard]] std::unique_ptr<EventStream> random_stream(const Distribution& distribution,
                                                         CounterRandom random);

/// Bursts: a chain of two states, busy and idle, whose stretches have geometric lengths.
struct BurstParameters {
  double mean_burst_cycles{10};  ///< at least 1
  double mean_gap_cycles{90};    ///< at least 1
  std::uint32_t amount{1};       ///< in each busy cycle
};

/// A stream of bursts. At the start of each block of 4,096 cycles the state is drawn anew from
/// the stationary distribution: any block can be made without those before it. So a stretch that is
/// long compared with a block is cut or joined there; the mean amount a cycle stays exact.
///
/// @error invalid_input  a mean below 1 or not finite.
[[nodiscard]] Result<std::unique_ptr<EventStream>> burst_stream(const BurstParameters& bursts,
                                                                CounterRandom random);

}  // namespace pmusim
