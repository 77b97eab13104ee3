// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/tally.h"

#include <algorithm>

#include "models/pmu/dense_kernels.h"

namespace pmusim {
namespace {

/// Pulses in the first `cycles` cycles when the next one comes after `wait` cycles.
std::uint64_t pulses_in(std::uint64_t cycles, std::uint64_t wait, std::uint64_t period) {
  return cycles > wait ? (cycles - wait - 1) / period + 1 : 0;
}

/// Edges from one level of the condition to another, each seen `times` times.
std::uint64_t edges(const Threshold& threshold, bool before, bool now, std::uint64_t times) {
  return threshold.is_edge(before, now) ? times : 0;
}

std::uint64_t tally_constant(std::uint32_t amount,
                             std::uint64_t cycles,
                             const Threshold& threshold,
                             bool& condition) {
  const bool now = threshold.condition(amount);
  const bool before = condition;
  condition = now;
  if (threshold.counts_edges()) {
    return edges(threshold, before, now, 1);
  }
  return threshold.increment(amount, before, now) * cycles;
}

std::uint64_t tally_pulses(const StreamView& view,
                           std::uint64_t cycles,
                           const Threshold& threshold,
                           bool& condition) {
  if (view.period == 1) {
    return tally_constant(view.amount, cycles, threshold, condition);
  }
  const bool on = threshold.condition(view.amount);
  const bool off = threshold.condition(0);
  const std::uint64_t wait = view.phase == 0 ? 0 : view.period - view.phase;
  const std::uint64_t pulses = pulses_in(cycles, wait, view.period);
  const bool last_is_pulse = pulses > 0 && (cycles - 1 - wait) % view.period == 0;
  const bool before = condition;
  condition = last_is_pulse ? on : off;
  if (!threshold.counts_edges()) {
    return threshold.increment(view.amount, before, on) * pulses +
           threshold.increment(0, before, off) * (cycles - pulses);
  }
  const bool first_is_pulse = wait == 0;
  const std::uint64_t into_pulse = pulses - static_cast<std::uint64_t>(first_is_pulse);
  const std::uint64_t out_of_pulse = pulses - static_cast<std::uint64_t>(last_is_pulse);
  return edges(threshold, before, first_is_pulse ? on : off, 1) +
         edges(threshold, off, on, into_pulse) + edges(threshold, on, off, out_of_pulse);
}

std::uint64_t tally_runs(const StreamView& view,
                         std::uint64_t cycles,
                         const Threshold& threshold,
                         bool& condition) {
  const auto* run = static_cast<const Run*>(view.data);
  std::uint64_t sum = 0;
  std::uint64_t left = cycles;
  std::uint64_t here = run->cycles - view.skip;
  if (threshold.counts_edges()) {
    for (;; ++run, here = run->cycles) {
      sum += tally_constant(run->amount, here, threshold, condition);
      if (here >= left) {
        return sum;
      }
      left -= here;
    }
  }
  for (;; ++run, here = run->cycles) {
    const bool now = threshold.condition(run->amount);
    sum += threshold.increment(run->amount, false, now) * std::min(here, left);
    if (here >= left) {
      condition = now;
      return sum;
    }
    left -= here;
  }
}

std::uint64_t tally_dense(const StreamView& view,
                          std::uint64_t cycles,
                          const Threshold& threshold,
                          bool& condition) {
  const bool before = condition;
  return with_amounts(view, [&](const auto* amounts) -> std::uint64_t {
    condition = threshold.condition(amounts[cycles - 1]);
    if (!threshold.counts_edges()) {
      return sum_increments(amounts, cycles, threshold);
    }
    if constexpr (sizeof(*amounts) == 1) {
      return count_edges(amounts, cycles, threshold, before);
    } else {
      std::uint64_t sum = 0;
      bool previous = before;
      for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
        const bool now = threshold.condition(amounts[cycle]);
        sum += threshold.increment(amounts[cycle], previous, now);
        previous = now;
      }
      return sum;
    }
  });
}

/// For streams whose prefix sums cost nothing: the first cycle whose prefix sum reaches the
/// distance. @pre that of all cycles reaches it
std::uint64_t bisect(const StreamView& view,
                     std::uint64_t cycles,
                     const Threshold& threshold,
                     bool condition,
                     std::uint64_t distance) {
  const auto reaches = [&](std::uint64_t count) {
    bool scratch = condition;
    return tally(view, count, threshold, scratch) >= distance;
  };
  std::uint64_t low = 1;
  std::uint64_t high = cycles;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (reaches(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low - 1;
}

std::optional<std::uint64_t> first_reaching_in_runs(const StreamView& view,
                                                    std::uint64_t cycles,
                                                    const Threshold& threshold,
                                                    bool condition,
                                                    std::uint64_t distance) {
  const auto* run = static_cast<const Run*>(view.data);
  std::uint64_t past = 0;
  std::uint64_t here = run->cycles - view.skip;
  for (std::uint64_t sum = 0; past < cycles; past += here, ++run, here = run->cycles) {
    const std::uint64_t in_run = std::min(here, cycles - past);
    const StreamView constant{.greatest = run->amount, .cycles = in_run, .amount = run->amount};
    bool after = condition;
    const std::uint64_t added = tally_constant(run->amount, in_run, threshold, after);
    if (sum + added >= distance) {
      return past + bisect(constant, in_run, threshold, condition, distance - sum);
    }
    sum += added;
    condition = after;
    if (past + here >= cycles) {
      break;
    }
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t tally(const StreamView& view,
                    std::uint64_t cycles,
                    const Threshold& threshold,
                    bool& condition) {
  switch (view.kind) {
    case StreamView::Kind::constant:
      return tally_constant(view.amount, cycles, threshold, condition);
    case StreamView::Kind::pulses:
      return tally_pulses(view, cycles, threshold, condition);
    case StreamView::Kind::runs:
      return tally_runs(view, cycles, threshold, condition);
    case StreamView::Kind::dense8:
    case StreamView::Kind::dense16:
    case StreamView::Kind::dense32:
      return tally_dense(view, cycles, threshold, condition);
  }
  return 0;
}

std::optional<std::uint64_t> first_reaching(const StreamView& view,
                                            std::uint64_t cycles,
                                            const Threshold& threshold,
                                            bool condition,
                                            std::uint64_t distance) {
  if (view.kind == StreamView::Kind::runs) {
    return first_reaching_in_runs(view, cycles, threshold, condition, distance);
  }
  bool after = condition;
  if (tally(view, cycles, threshold, after) < distance) {
    return std::nullopt;
  }
  return bisect(view, cycles, threshold, condition, distance);
}

}  // namespace pmusim
