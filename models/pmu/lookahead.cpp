// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/lookahead.h"

#include <algorithm>

#include "models/pmu/tally.h"

namespace pmusim {
namespace {

std::uint64_t width_of(StreamView::Kind kind) {
  switch (kind) {
    case StreamView::Kind::dense16:
      return 2;
    case StreamView::Kind::dense32:
      return 4;
    default:
      return 1;
  }
}

/// How many cycles `later` lies behind `earlier` in the same view.
std::uint64_t cycles_between(const StreamView& earlier, const StreamView& later) {
  const auto bytes =
      static_cast<const std::uint8_t*>(later.data) - static_cast<const std::uint8_t*>(earlier.data);
  return static_cast<std::uint64_t>(bytes) / width_of(earlier.kind);
}

}  // namespace

std::uint64_t Lookahead::Ahead::evaluated() const {
  return std::min((prefix.size() - 1) * kBlock, view.cycles);
}

bool Lookahead::Ahead::condition_before(std::uint64_t cycle) const {
  if (cycle == 0 || !threshold.counts_edges()) {
    return condition;
  }
  StreamView previous = view;
  advance(previous, cycle - 1);
  return threshold.condition(amount_now(previous));
}

std::uint64_t Lookahead::Ahead::part(std::uint64_t first, std::uint64_t last) const {
  if (first == last) {
    return 0;
  }
  bool before = condition_before(first);
  StreamView piece = view;
  advance(piece, first);
  return tally(piece, last - first, threshold, before);
}

std::uint64_t Lookahead::Ahead::sum_to(std::uint64_t cycles) {
  const std::uint64_t block = cycles / kBlock;
  if (marked_cycles < block * kBlock || marked_cycles > cycles) {
    marked_cycles = block * kBlock;
    marked_sum = prefix[block];
  }
  marked_sum += part(marked_cycles, cycles);
  marked_cycles = cycles;
  return marked_sum;
}

std::uint64_t Lookahead::Ahead::locate(std::uint64_t block, std::uint64_t target) {
  constexpr std::uint64_t kStep = 64;
  std::uint64_t at = std::max(block * kBlock, marked_cycles);
  std::uint64_t sum = sum_to(at);
  const std::uint64_t end = std::min((block + 1) * kBlock, view.cycles);
  for (; at + kStep < end; at += kStep) {
    const std::uint64_t step = part(at, at + kStep);
    if (sum + step >= target) {
      break;
    }
    sum += step;
  }
  StreamView rest = view;
  advance(rest, at);
  bool before = condition_before(at);
  with_amounts(rest, [&](const auto* amounts) {
    for (;; ++at, ++amounts) {
      const bool now = threshold.condition(*amounts);
      const std::uint32_t increment = threshold.increment(*amounts, before, now);
      if (sum + increment >= target) {
        return;
      }
      sum += increment;
      before = now;
    }
  });
  marked_cycles = at;
  marked_sum = sum;
  return at;
}

/// Bytes in several blocks at once, which costs little more than one block; what lies behind the
/// block wanted is used by later calls.
void Lookahead::Ahead::evaluate_next_blocks() {
  constexpr std::uint64_t kBlocks = 8;
  const std::uint64_t first = evaluated();
  if (view.kind == StreamView::Kind::dense8 && !threshold.counts_edges() &&
      first + kBlocks * kBlock <= view.cycles) {
    std::array<std::uint64_t, kBlocks> sums{};
    sum_blocks(static_cast<const std::uint8_t*>(view.data) + first, threshold, sums);
    for (const std::uint64_t sum : sums) {
      prefix.push_back(prefix.back() + sum);
    }
    return;
  }
  const std::uint64_t last = std::min(first + kBlock, view.cycles);
  prefix.push_back(prefix.back() + part(first, last));
}

Lookahead::Ahead* Lookahead::known(unsigned counter, const Feed& feed, const Threshold& threshold) {
  Ahead& ahead = ahead_[counter];
  return ahead.generation == feed.generation && ahead.threshold == threshold ? &ahead : nullptr;
}

std::optional<std::uint64_t> Lookahead::first_reaching(unsigned counter,
                                                       const Feed& feed,
                                                       std::uint64_t cycles,
                                                       const Threshold& threshold,
                                                       bool condition,
                                                       std::uint64_t distance) {
  Ahead& ahead = ahead_[counter];
  if (known(counter, feed, threshold) == nullptr ||
      cycles_between(ahead.view, feed.view) > ahead.evaluated()) {
    ahead.generation = feed.generation;
    ahead.threshold = threshold;
    ahead.view = feed.view;
    ahead.condition = condition;
    ahead.prefix.assign(1, 0);
    ahead.marked_cycles = 0;
    ahead.marked_sum = 0;
  }
  const std::uint64_t here = cycles_between(ahead.view, feed.view);
  const std::uint64_t target = ahead.sum_to(here) + distance;
  const std::uint64_t last_block = (here + cycles - 1) / kBlock;
  for (std::uint64_t block = here / kBlock; block <= last_block; ++block) {
    if (block + 1 == ahead.prefix.size()) {
      ahead.evaluate_next_blocks();
    }
    if (ahead.prefix[block + 1] >= target) {
      const std::uint64_t cycle = ahead.locate(block, target) - here;
      return cycle < cycles ? std::optional{cycle} : std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> Lookahead::sum(unsigned counter,
                                            const Feed& feed,
                                            std::uint64_t cycles,
                                            const Threshold& threshold) {
  Ahead* ahead = known(counter, feed, threshold);
  if (ahead == nullptr) {
    return std::nullopt;
  }
  const std::uint64_t here = cycles_between(ahead->view, feed.view);
  if (here + cycles > ahead->evaluated()) {
    return std::nullopt;
  }
  const std::uint64_t before = ahead->sum_to(here);
  return ahead->sum_to(here + cycles) - before;
}

void Lookahead::forget_edges() {
  for (Ahead& ahead : ahead_) {
    if (ahead.threshold.counts_edges()) {
      ahead.generation = 0;
    }
  }
}

}  // namespace pmusim
