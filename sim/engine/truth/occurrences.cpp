// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/occurrences.h"

#include <algorithm>

#include "models/activity/events.h"
#include "models/pmu/feed.h"
#include "models/pmu/tally.h"

namespace pmusim::engine {

namespace {

StreamView view_of(ActivitySource& activity,
                   EventId event,
                   std::uint64_t from,
                   std::uint64_t cycles) {
  if (event == kCpuCycles) {
    return {.kind = StreamView::Kind::constant, .greatest = 1, .cycles = cycles, .amount = 1};
  }
  return activity.view(event, from, cycles);
}

}  // namespace

std::uint64_t occurrences(ActivitySource& activity,
                          EventId event,
                          const Threshold& threshold,
                          std::uint64_t from,
                          std::uint64_t cycles) {
  std::uint64_t sum = 0;
  while (cycles > 0) {
    const StreamView view = view_of(activity, event, from, cycles);
    const std::uint64_t piece = std::min(view.cycles, cycles);
    if (view.kind == StreamView::Kind::constant && threshold.is_identity()) {
      sum += std::uint64_t{view.amount} * piece;
    } else {
      bool condition = false;
      sum += tally(view, piece, threshold, condition);
    }
    from += piece;
    cycles -= piece;
  }
  return sum;
}

ThresholdDifference compare_thresholds(ActivitySource& activity,
                                       EventId event,
                                       const Threshold& want,
                                       const Threshold& have,
                                       std::uint64_t from,
                                       std::uint64_t cycles) {
  ThresholdDifference sums;
  while (cycles > 0) {
    StreamView view = view_of(activity, event, from, cycles);
    const std::uint64_t piece = std::min(view.cycles, cycles);
    for (std::uint64_t cycle = 0; cycle < piece; ++cycle) {
      const std::uint32_t amount = amount_now(view);
      const std::uint64_t wanted = want.increment(amount, false, want.condition(amount));
      const std::uint64_t had = have.increment(amount, false, have.condition(amount));
      sums.wanted += wanted;
      sums.lost += wanted > had ? wanted - had : 0;
      sums.leaked += had > wanted ? had - wanted : 0;
      advance_one(view);
    }
    from += piece;
    cycles -= piece;
  }
  return sums;
}

}  // namespace pmusim::engine
