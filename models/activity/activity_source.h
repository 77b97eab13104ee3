// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/activity/stream_view.h"
#include "models/common/units.h"

namespace pmusim {

/// What a CPU does while it runs one piece of work, as event counts per cycle. The PMU pulls: it
/// asks for the events that some counter selects, and for no others.
class ActivitySource {
 public:
  ActivitySource() = default;
  ActivitySource(const ActivitySource&) = delete;
  ActivitySource& operator=(const ActivitySource&) = delete;
  virtual ~ActivitySource() = default;

  /// The amounts of `event` from cycle `from` of this activity on.
  ///
  /// The answer is a function of (event, from + i) alone: it depends neither on who asks nor on how
  /// the cycles are cut into requests. An event that the activity does not produce is constant 0.
  ///
  /// @param from  counts the cycles that the work itself has executed, from 0.
  /// @param wanted  how many cycles the caller can use, at least 1; the view may cover fewer or
  /// more.
  /// @return  a view that stays valid until `view` is called for the same event again.
  [[nodiscard]] virtual StreamView view(EventId event,
                                        std::uint64_t from,
                                        std::uint64_t wanted) = 0;
};

}  // namespace pmusim
