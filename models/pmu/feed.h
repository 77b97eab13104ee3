// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/activity/stream_view.h"
#include "models/common/units.h"

namespace pmusim {

/// The stream of one event, trimmed to the present cycle: the view's first cycle is the next one to
/// be counted.
struct Feed {
  enum class Origin : std::uint8_t {
    activity,     ///< the activity has the event
    every_cycle,  ///< CPU_CYCLES
    divider,      ///< CPU_CYCLES behind the divider of the cycle counter
    nothing,      ///< SW_INCR and CHAIN: their occurrences are added in the cycle itself
  };

  EventId event;
  Origin origin{};
  bool wanted{};               ///< some lane counts from it
  StreamView view;             ///< a view of 0 cycles has to be refilled
  std::uint64_t generation{};  ///< unlike that of every other view ever held
};

/// PMCR_EL0.D: the cycle counter counts once every so many cycles.
inline constexpr std::uint64_t kCycleDivision = 64;

/// Who makes `event`.
/// @param is_divided  for CPU_CYCLES: as the cycle counter sees it with PMCR_EL0.D
[[nodiscard]] Feed::Origin origin_of(EventId event, bool is_divided);

/// A feed at its beginning; one from the activity still has to be refilled.
/// @param divider  PmuState::divider
[[nodiscard]] Feed open_feed(EventId event,
                             Feed::Origin origin,
                             std::uint8_t divider,
                             std::uint64_t generation);

/// PmuState::divider ahead of the first cycle of a view from a divider.
[[nodiscard]] std::uint8_t divider_before(const StreamView& view);

/// The amount in the first cycle of the view. Inline: it is on the path of every single cycle.
[[nodiscard]] inline std::uint32_t amount_now(const StreamView& view) {
  if (view.kind == StreamView::Kind::dense8) {  // ahead of the switch: the usual kind
    return *static_cast<const std::uint8_t*>(view.data);
  }
  switch (view.kind) {
    case StreamView::Kind::dense8:
      break;
    case StreamView::Kind::constant:
      return view.amount;
    case StreamView::Kind::pulses:
      return view.phase == 0 ? view.amount : 0;
    case StreamView::Kind::runs:
      return static_cast<const Run*>(view.data)->amount;
    case StreamView::Kind::dense16:
      return *static_cast<const std::uint16_t*>(view.data);
    case StreamView::Kind::dense32:
      return *static_cast<const std::uint32_t*>(view.data);
  }
  return 0;
}

/// Drops the first `cycles` cycles of the view. @pre cycles <= view.cycles
void advance(StreamView& view, std::uint64_t cycles);

/// Drops the first cycle of the view.
inline void advance_one(StreamView& view) {
  if (view.kind == StreamView::Kind::dense8) {
    --view.cycles;
    view.data = static_cast<const std::uint8_t*>(view.data) + 1;
  } else if (view.kind == StreamView::Kind::constant) {
    --view.cycles;
  } else {
    advance(view, 1);
  }
}

}  // namespace pmusim
