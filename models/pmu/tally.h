// SPDX-License-Identifier: Apache-2.0
//
// What a counter adds over many cycles of a stream, without visiting each: closed forms for
// constant and pulsed streams, a step a run for run-length streams, SIMD for dense ones.
#pragma once

#include <cstdint>
#include <optional>

#include "models/activity/stream_view.h"
#include "models/pmu/threshold.h"

namespace pmusim {

/// The sum of increments over the first `cycles` cycles of `view`.
///
/// @param condition  the threshold condition in the last cycle evaluated; afterwards that of the
/// last cycle.
/// @pre 1 <= cycles <= view.cycles, and the sum stays below 2^63.
[[nodiscard]] std::uint64_t tally(const StreamView& view,
                                  std::uint64_t cycles,
                                  const Threshold& threshold,
                                  bool& condition);

/// The first of `cycles` cycles at whose end the sum of increments has reached `distance` (at least
/// 1). For streams other than dense ones; those have a Lookahead.
[[nodiscard]] std::optional<std::uint64_t> first_reaching(const StreamView& view,
                                                          std::uint64_t cycles,
                                                          const Threshold& threshold,
                                                          bool condition,
                                                          std::uint64_t distance);

/// Calls `use` with the typed pointer to the amounts of a dense view.
template <class Use>
auto with_amounts(const StreamView& view, Use&& use) {
  switch (view.kind) {
    case StreamView::Kind::dense16:
      return use(static_cast<const std::uint16_t*>(view.data));
    case StreamView::Kind::dense32:
      return use(static_cast<const std::uint32_t*>(view.data));
    default:
      return use(static_cast<const std::uint8_t*>(view.data));
  }
}

[[nodiscard]] constexpr bool is_dense(StreamView::Kind kind) {
  return kind == StreamView::Kind::dense8 || kind == StreamView::Kind::dense16 ||
         kind == StreamView::Kind::dense32;
}

}  // namespace pmusim
