// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/occurrences.h"

#include <algorithm>
#include <array>

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

/// So many cycles from the first one on have the same amount; there may be more.
std::uint64_t equal_cycles(const StreamView& view) {
  switch (view.kind) {
    case StreamView::Kind::constant:
      return view.cycles;
    case StreamView::Kind::runs:
      return static_cast<const Run*>(view.data)->cycles - view.skip;
    case StreamView::Kind::pulses:
      return view.phase == 0 ? 1 : view.period - view.phase;
    default:
      return 1;
  }
}

/// Calls visit(amount, cycles) for what the first `cycles` cycles consist of, in any order.
template <class Visit>
void for_each_amount(StreamView view, std::uint64_t cycles, Visit&& visit) {
  if (view.kind == StreamView::Kind::dense8) {
    const auto* amounts = static_cast<const std::uint8_t*>(view.data);
    std::array<std::uint64_t, 256> times{};
    for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
      ++times[amounts[cycle]];
    }
    for (std::uint32_t amount = 0; amount <= view.greatest; ++amount) {
      if (times[amount] != 0) {
        visit(amount, times[amount]);
      }
    }
    return;
  }
  while (cycles > 0) {
    const std::uint64_t times = std::min(equal_cycles(view), cycles);
    visit(amount_now(view), times);
    advance(view, times);
    cycles -= times;
  }
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
    for_each_amount(view, piece, [&](std::uint32_t amount, std::uint64_t times) {
      const std::uint64_t wanted = want.increment(amount, false, want.condition(amount));
      const std::uint64_t had = have.increment(amount, false, have.condition(amount));
      sums.wanted += wanted * times;
      sums.lost += wanted > had ? (wanted - had) * times : 0;
      sums.leaked += had > wanted ? (had - wanted) * times : 0;
    });
    from += piece;
    cycles -= piece;
  }
  return sums;
}

}  // namespace pmusim::engine
