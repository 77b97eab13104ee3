// SPDX-License-Identifier: Apache-2.0
//
// The part of SpanCounter that finds out, whenever state or context have changed, which counters
// count, from which streams, and whose next overflow matters to others.
#include <algorithm>
#include <bit>

#include "models/activity/events.h"
#include "models/pmu/identification.h"
#include "models/pmu/span_counter.h"

namespace pmusim {
namespace {

constexpr RegValue bit(unsigned index) {
  return RegValue{1} << index;
}

EventId event_of(RegValue event_type) {
  return EventId{static_cast<std::uint16_t>(event_type & 0xffffU)};
}

}  // namespace

RegValue& SpanCounter::value_of(unsigned counter) {
  switch (counter) {
    case kCycleCounter:
      return state_.cycle_counter;
    case kInstructionCounter:
      return state_.instruction_counter;
    default:
      return state_.event_counter[counter];
  }
}

bool SpanCounter::gives_chain(unsigned counter) const {
  const unsigned next = counter + 1;
  if (counter % 2 != 0 || next >= config_.event_counters ||
      event_of(state_.event_type[next]) != kChain ||
      overflow_position(config_, state_, counter) == OverflowPosition::bit64) {
    return false;
  }
  const RegValue second = second_range(config_, state_);
  const bool crosses = (second & bit(next)) != 0 && (second & bit(counter)) == 0;
  return !(crosses && config_.readings.no_chain_across_ranges);
}

bool SpanCounter::flag_matters(unsigned counter) const {
  if ((state_.overflow & bit(counter)) != 0) {
    return false;
  }
  const bool raises_line = (line_mask_ & bit(counter)) != 0 && (state_.overflow & line_mask_) == 0;
  return observe_every_flag_ || raises_line || (freezing_flags_ & bit(counter)) != 0;
}

SpanCounter::LaneSource SpanCounter::describe_lane(unsigned counter) {
  LaneSource source;
  Lane& lane = source.lane;
  lane.counter = static_cast<std::uint8_t>(counter);
  lane.value = &value_of(counter);
  lane.overflow_at = OverflowPosition::bit64;
  lane.is_plain = true;
  source.event = counter == kCycleCounter ? kCpuCycles : kInstRetired;
  if (counter < kMaxEventCounters) {
    source.event = event_of(state_.event_type[counter]);
    lane.condition = config_.edge ? std::uint32_t{1} << counter : 0;
    lane.threshold = Threshold{state_.event_type[counter]};
    lane.overflow_at = overflow_position(config_, state_, counter);
    lane.counts_chain = source.event == kChain;
    lane.gives_chain = gives_chain(counter);
    lane.is_plain = !config_.edge && !lane.counts_chain;
  } else if (counter == kCycleCounter) {
    lane.overflow_at = cycle_counter_overflow(config_, state_);
  }
  // An event counter may select what the implementation does not count; the other counters cannot.
  const bool is_counted = counter >= kMaxEventCounters || counts_event(config_, source.event);
  source.origin = is_counted ? origin_of(source.event, counter == kCycleCounter && divides_)
                             : Feed::Origin::nothing;
  return source;
}

void SpanCounter::describe_lanes() {
  described_ = true;
  divides_ = config_.aarch32 && is_set<regs::kPmcrEl0, "D">(state_.pmcr) &&
             !is_set<regs::kPmcrEl0, "LC">(state_.pmcr);
  for (unsigned counter = 0; counter < config_.event_counters; ++counter) {
    lane_sources_[counter] = describe_lane(counter);
  }
  lane_sources_[kCycleCounter] = describe_lane(kCycleCounter);
  lane_sources_[kInstructionCounter] = describe_lane(kInstructionCounter);
}

std::uint8_t SpanCounter::feed_for(EventId event, Feed::Origin origin) {
  const auto found = std::ranges::find_if(current_->feeds, [&](const Feed& feed) {
    return feed.event == event && feed.origin == origin;
  });
  if (found != current_->feeds.end()) {
    found->wanted = true;
    return static_cast<std::uint8_t>(found - current_->feeds.begin());
  }
  current_->feeds.push_back(open_feed(event, origin, state_.divider, ++generations_));
  return static_cast<std::uint8_t>(current_->feeds.size() - 1);
}

void SpanCounter::add_lane(unsigned counter) {
  const LaneSource& source = lane_sources_[counter];
  Lane& lane = current_->lanes.emplace_back(source.lane);
  lane.feed = feed_for(source.event, source.origin);
  lane.matters = lane.gives_chain || flag_matters(counter);
}

void SpanCounter::note_status(unsigned counter, CountStatus status) {
  current_->status[counter] = status;
  if (status == CountStatus::counting) {
    add_lane(counter);
  } else if (counter < kMaxEventCounters && config_.edge &&
             config_.readings.edge_history_is_previous_cycle) {
    current_->idle_history |= std::uint32_t{1} << counter;
    if (Threshold{state_.event_type[counter]}.condition(0)) {
      current_->idle_condition |= std::uint32_t{1} << counter;
    }
  }
}

void SpanCounter::discard_preparations() {
  current_->is_valid = false;
  aside_->is_valid = false;
}

void SpanCounter::prepare() {
  flush_log();
  current_->is_valid = true;
  prepare_controls();
  current_->lanes.clear();
  current_->idle_history = 0;
  current_->idle_condition = 0;
  if (divides_) {
    std::erase_if(current_->feeds,
                  [](const Feed& feed) { return feed.origin == Feed::Origin::divider; });
  }
  for (Feed& feed : current_->feeds) {
    feed.wanted = false;
  }
  if (config_.instruction_counter) {
    prepare_range(kInstructionCounter, kInstructionCounter + 1);
  }
  const auto first_range = static_cast<unsigned>(
      std::countr_zero(second_range(config_, state_) | bit(config_.event_counters)));
  prepare_range(0, first_range);
  prepare_range(first_range, config_.event_counters);
  prepare_range(kCycleCounter, kCycleCounter + 1);
  drop_unwanted_feeds();
  if (config_.edge) {
    lookahead_.forget_edges();
  }
}

void SpanCounter::written(WriteReach reach) {
  plan_ = {};
  switch (reach) {
    case WriteReach::values:
      break;
    case WriteReach::flags:
      flags_changed();
      break;
    case WriteReach::control:
      state_changed();
      break;
  }
}

/// Where flags freeze nothing, they decide only which overflows matter. What is set aside follows
/// when it is taken up.
void SpanCounter::flags_changed() {
  if (!current_->is_valid || freezing_flags_ != 0) {
    discard_preparations();
    return;
  }
  refresh_flags();
}

void SpanCounter::refresh_flags() {
  line_mask_ = interrupt_mask(config_, state_);
  for (Lane& lane : current_->lanes) {
    lane.matters = lane.gives_chain || flag_matters(lane.counter);
  }
}

void SpanCounter::prepare_range(unsigned first, unsigned end) {
  if (first >= end) {
    return;
  }
  const CountStatus range =
      range_status(config_, state_, state_.overflow, first, current_->context);
  for (unsigned counter = first; counter < end; ++counter) {
    note_status(counter, counter_status(config_, state_, range, counter, current_->context));
  }
}

void SpanCounter::prepare_controls() {
  if (!described_) {
    describe_lanes();
  }
  idle_ = is_switched_off(config_, state_);
  line_mask_ = interrupt_mask(config_, state_);
  freezing_flags_ = freezing_flags(config_, state_, kInstructionCounter);
  if (config_.event_counters > 0) {
    freezing_flags_ |= freezing_flags(config_, state_, config_.event_counters - 1);
  }
  has_software_increments_ =
      std::ranges::any_of(state_.software_increments, [](auto pending) { return pending != 0; });
}

void SpanCounter::drop_unwanted_feeds() {
  for (std::size_t index = current_->feeds.size(); index-- > 0;) {
    if (current_->feeds[index].wanted) {
      continue;
    }
    current_->feeds.erase(current_->feeds.begin() + static_cast<std::ptrdiff_t>(index));
    for (Lane& lane : current_->lanes) {
      lane.feed = static_cast<std::uint8_t>(lane.feed - (lane.feed > index ? 1 : 0));
    }
  }
}

void SpanCounter::flush_log() {
  const std::uint64_t cycles = now_ - logged_until_;
  logged_until_ = now_;
  if (cycles == 0) {
    return;
  }
  for (unsigned counter = 0; counter < config_.event_counters; ++counter) {
    log_.add(counter, current_->status[counter], cycles);
  }
  log_.add(kCycleCounter, current_->status[kCycleCounter], cycles);
  log_.add(kInstructionCounter, current_->status[kInstructionCounter], cycles);
  for (const Lane& lane : current_->lanes) {
    if (current_->feeds[lane.feed].view.greatest != 0) {
      log_.add_with_event(lane.counter, cycles);
    }
  }
}

}  // namespace pmusim
