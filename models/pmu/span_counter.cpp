// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/span_counter.h"

#include <algorithm>
#include <utility>

#include "models/common/expect.h"
#include "models/pmu/tally.h"

namespace pmusim {
namespace {

/// Keeps every sum of increments of a stretch below 2^63: the longest stretch times the greatest
/// amount.
constexpr std::uint64_t kLongestStretch = std::uint64_t{1} << 31U;

constexpr RegValue bit(unsigned index) {
  return RegValue{1} << index;
}

}  // namespace

SpanCounter::SpanCounter(const PmuConfig& config, PmuState& state)
    : config_{config}, state_{state} {
  for (Preparation& preparation : preparations_) {
    preparation.lanes.reserve(kInstructionCounter + 1);
    preparation.feeds.reserve(kInstructionCounter + 1);
  }
}

void SpanCounter::begin(const ExecutionContext& context,
                        ActivitySource& activity,
                        std::uint64_t from) {
  if (!goes_on(activity, from)) {
    flush_log();  // the log looks at the feeds
    std::swap(current_, aside_);
    take_up(activity, from);
  }
  if (current_->context != context) {
    current_->context = context;
    current_->is_valid = false;
  }
}

bool SpanCounter::goes_on(const ActivitySource& activity, std::uint64_t from) const {
  return current_->activity == &activity && current_->position == from;
}

/// What was set aside goes on where it stopped, or makes way for something else.
void SpanCounter::take_up(ActivitySource& activity, std::uint64_t from) {
  if (goes_on(activity, from)) {
    current_->is_valid = current_->is_valid && !divides_;  // the divider ran on in the meantime
    if (current_->is_valid) {
      refresh_flags();
      if (config_.edge) {
        lookahead_.forget_edges();
      }
    }
    return;
  }
  current_->activity = &activity;
  current_->position = from;
  current_->feeds.clear();
  current_->is_valid = false;
  if (aside_->activity == &activity) {
    aside_->activity = nullptr;
  }
}

void SpanCounter::observe_every_flag(bool on) {
  observe_every_flag_ = on;
  discard_preparations();
}

bool SpanCounter::interrupt_level() const {
  return (state_.overflow & (current_->is_valid ? line_mask_ : interrupt_mask(config_, state_))) !=
         0;
}

const CountingLog& SpanCounter::log() {
  flush_log();
  return log_;
}

// Planning.

inline void SpanCounter::refill(Feed& feed, std::uint64_t wanted) {
  if (feed.view.cycles == 0) [[unlikely]] {
    fetch(feed, wanted);
  }
}

void SpanCounter::fetch(Feed& feed, std::uint64_t wanted) {
  feed.view = current_->activity->view(feed.event, current_->position, wanted);
  feed.generation = ++generations_;
  PMUSIM_EXPECT(feed.view.cycles != 0, "an activity gave a view of no cycles");
}

std::uint64_t SpanCounter::plan(std::uint64_t limit) {
  if (!current_->is_valid) {
    prepare();
  }
  if (idle_) {
    plan_ = {limit, false};
  } else if (limit == 1 || has_software_increments_) {
    plan_ = {1, true};  // one cycle is exact whatever happens in it
  } else {
    plan_ = {std::min(limit, kLongestStretch), false};
    for (const Lane& lane : current_->lanes) {
      if (!lane.matters) {
        continue;
      }
      const Plan found = plan_lane(lane, plan_.cycles);
      plan_.ends_special = found.cycles == plan_.cycles ? plan_.ends_special || found.ends_special
                                                        : found.ends_special;
      plan_.cycles = found.cycles;
    }
  }
  return plan_.cycles;
}

SpanCounter::Plan SpanCounter::plan_lane(const Lane& lane, std::uint64_t limit) {
  Feed& feed = current_->feeds[lane.feed];
  refill(feed, limit);
  const std::uint64_t distance = distance_to_overflow(*lane.value, lane.overflow_at);
  if (distance == 0) {
    return {limit, false};  // 2^64: out of reach of any stretch
  }
  // Nothing is known of the amounts behind the view.
  const std::uint64_t covered = std::min(limit, feed.view.cycles);
  const std::uint64_t greatest = lane.threshold.greatest_increment(feed.view.greatest);
  if (covered * greatest < distance) {
    return {covered, false};
  }
  const bool dense = is_dense(feed.view.kind);
  const std::uint64_t searched = dense ? std::min(covered, Lookahead::kFarthest) : covered;
  const bool condition = condition_of(lane);
  const auto found = dense
                         ? lookahead_.first_reaching(
                               lane.counter, feed, searched, lane.threshold, condition, distance)
                         : first_reaching(feed.view, searched, lane.threshold, condition, distance);
  return found ? Plan{*found + 1, true} : Plan{searched, false};
}

// Counting many cycles.

void SpanCounter::commit(std::uint64_t elapsed) {
  if (!current_->is_valid) {
    prepare();
  }
  const bool was_planned = elapsed == 1 || elapsed <= plan_.cycles;
  PMUSIM_EXPECT(was_planned, "more cycles committed than planned");
  if (elapsed == 1) {
    one_cycle();
  } else if (plan_.ends_special && elapsed == plan_.cycles) {
    bulk(elapsed - 1);
    one_cycle();
  } else {
    bulk(elapsed);
  }
  plan_ = {};
}

void SpanCounter::bulk(std::uint64_t cycles) {
  while (cycles != 0) {
    std::uint64_t piece = cycles;
    for (Feed& feed : current_->feeds) {
      refill(feed, cycles);
      piece = std::min(piece, feed.view.cycles);
    }
    if (!idle_) {
      for (const Lane& lane : current_->lanes) {
        bulk_lane(lane, piece);
      }
    }
    finish_stretch(piece);
    cycles -= piece;
  }
}

void SpanCounter::bulk_lane(const Lane& lane, std::uint64_t cycles) {
  const Feed& feed = current_->feeds[lane.feed];
  bool condition = condition_of(lane);
  if (lane.matters && is_dense(feed.view.kind)) {
    if (const auto known = lookahead_.sum(lane.counter, feed, cycles, lane.threshold)) {
      StreamView last = feed.view;
      advance(last, cycles - 1);
      set_condition(lane, lane.threshold.condition(amount_now(last)));
      return add_to(lane, *known);
    }
  }
  const std::uint64_t increments = tally(feed.view, cycles, lane.threshold, condition);
  set_condition(lane, condition);
  add_to(lane, increments);
}

void SpanCounter::add_to(const Lane& lane, std::uint64_t increments) {
  const Sum sum = add(*lane.value, increments, lane.overflow_at);
  *lane.value = sum.value;
  log_.note_increment(lane.counter, increments);
  if (sum.overflowed) {
    state_.overflow |= bit(lane.counter);
  }
}

void SpanCounter::finish_stretch(std::uint64_t cycles) {
  for (Feed& feed : current_->feeds) {
    if (cycles == 1) {
      advance_one(feed.view);
    } else {
      advance(feed.view, cycles);
    }
  }
  if (divides_ && !divider_stands_) {
    finish_divider();
  }
  divider_stands_ = false;
  state_.edge_condition =
      (state_.edge_condition & ~current_->idle_history) | current_->idle_condition;
  if (has_software_increments_) {
    state_.software_increments.fill(0);
    has_software_increments_ = false;
  }
  current_->position += cycles;
  now_ += cycles;
}

void SpanCounter::finish_divider() {
  for (const Feed& feed : current_->feeds) {
    if (feed.origin == Feed::Origin::divider) {
      state_.divider = divider_before(feed.view);
    }
  }
}

// Counting one cycle, visit by visit.

/// What software and other counters add to the amount of the event.
std::uint32_t SpanCounter::added_amount(const Lane& lane) const {
  const std::uint32_t software = has_software_increments_ && lane.counter < kMaxEventCounters
                                     ? state_.software_increments[lane.counter]
                                     : 0;
  return software + (lane.counts_chain ? chain_given_ >> lane.counter & 1U : 0);
}

/// The increment of a counter for which more than the amount of its event counts.
std::uint32_t SpanCounter::full_increment(const Lane& lane, std::uint32_t amount) {
  amount += added_amount(lane);
  const bool now = lane.threshold.condition(amount);
  const std::uint32_t increment = lane.threshold.increment(amount, condition_of(lane), now);
  set_condition(lane, now);
  return increment;
}

inline void SpanCounter::visit(const Lane& lane, std::uint32_t increment) {
  const Sum sum = add(*lane.value, increment, lane.overflow_at);
  *lane.value = sum.value;
  log_.note_increment(lane.counter, increment);
  if (sum.overflowed) [[unlikely]] {
    state_.overflow |= bit(lane.counter);
    chain_given_ |= lane.gives_chain ? std::uint32_t{1} << (lane.counter + 1U) : 0;
  }
}

void SpanCounter::one_cycle() {
  for (Feed& feed : current_->feeds) {
    refill(feed, 1);
  }
  const RegValue flags_before = state_.overflow;
  if (!idle_) {
    chain_given_ = 0;
    const Feed* const feeds = current_->feeds.data();
    for (const Lane& lane : current_->lanes) {
      if (state_.overflow != flags_before && !still_counts(lane)) [[unlikely]] {
        skip(lane);
        continue;
      }
      const std::uint32_t amount = amount_now(feeds[lane.feed].view);
      const bool is_plain = lane.is_plain && !has_software_increments_;
      visit(lane,
            is_plain ? lane.threshold.increment(amount, lane.threshold.condition(amount))
                     : full_increment(lane, amount));
    }
  }
  finish_stretch(1);
  if (state_.overflow != flags_before) {
    flags_changed();
  }
}

/// The visit of a counter that an earlier visit of the same cycle froze.
void SpanCounter::skip(const Lane& lane) {
  if (config_.readings.edge_history_is_previous_cycle) {
    set_condition(lane, lane.threshold.condition(0));
  }
  if (lane.counter == kCycleCounter) {
    divider_stands_ = true;  // prepare() follows this cycle, and reads it from the state
  }
}

/// A flag was set in this cycle, ahead of this visit.
bool SpanCounter::still_counts(const Lane& lane) {
  if (config_.readings.freeze_from_next_cycle) {
    return true;
  }
  const CountStatus status =
      count_status(config_, state_, state_.overflow, lane.counter, current_->context);
  if (status != CountStatus::counting) {
    log_.correct(lane.counter, status);
  }
  return status == CountStatus::counting;
}

}  // namespace pmusim
