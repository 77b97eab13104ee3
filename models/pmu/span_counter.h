// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/activity/activity_source.h"
#include "models/common/context.h"
#include "models/pmu/counting_rules.h"
#include "models/pmu/feed.h"
#include "models/pmu/lookahead.h"
#include "models/pmu/overflow.h"
#include "models/pmu/pmu_state.h"
#include "models/pmu/register_access.h"
#include "models/pmu/threshold.h"

namespace pmusim {

/// How often each counter was in each counting status.
class CountingLog {
 public:
  /// Cycles that `counter` (0..30, 31, 32) spent in `status`.
  [[nodiscard]] std::uint64_t cycles(unsigned counter, CountStatus status) const {
    return cycles_[counter][static_cast<std::size_t>(status)];
  }

  /// Cycles in which the counter could count and its event did occur in the activity, at least now
  /// and then.
  [[nodiscard]] std::uint64_t cycles_with_event(unsigned counter) const {
    return with_event_[counter];
  }

  /// Whether the counter ever counted anything. Its value does not tell: software writes it, and it
  /// wraps.
  [[nodiscard]] bool has_counted(unsigned counter) const { return (counted_ >> counter & 1U) != 0; }

  void add(unsigned counter, CountStatus status, std::uint64_t cycles) {
    cycles_[counter][static_cast<std::size_t>(status)] += cycles;
  }

  /// One cycle that counts as `counting`, or will, was in truth one of `status`.
  void correct(unsigned counter, CountStatus status) {
    --cycles_[counter][static_cast<std::size_t>(CountStatus::counting)];
    add(counter, status, 1);
  }

  void add_with_event(unsigned counter, std::uint64_t cycles) { with_event_[counter] += cycles; }

  void note_increment(unsigned counter, std::uint64_t increment) {
    counted_ |= std::uint64_t{increment != 0} << counter;
  }

 private:
  std::array<std::array<std::uint64_t, kCountStatuses>, kInstructionCounter + 1> cycles_{};
  std::array<std::uint64_t, kInstructionCounter + 1> with_event_{};
  std::uint64_t counted_{};  ///< a bit for each counter
};

/// Counts spans. This is the only counting core: one cycle and a million cycles go through the same
/// code.
///
/// A *lane* is a counter that may count in the present state and context; a *feed* is the stream of
/// an event that some lane needs. While no flag that matters changes, each lane adds the sum of its
/// increments (`bulk`). The cycle in which one does change is executed visit by visit, as the
/// manual tells it (`one_cycle`).
class SpanCounter {
 public:
  /// Both must outlive the counter.
  SpanCounter(const PmuConfig& config, PmuState& state);

  // As ActivityPort says.
  void begin(const ExecutionContext& context, ActivitySource& activity, std::uint64_t from);
  [[nodiscard]] std::uint64_t plan(std::uint64_t limit);
  void commit(std::uint64_t elapsed);
  [[nodiscard]] bool interrupt_level() const;

  /// Something outside changed the state.
  void state_changed() {
    discard_preparations();
    described_ = false;
  }

  /// Software wrote a register whose writes reach so far.
  void written(WriteReach reach);

  /// Ends every plan at the next flag that changes, whether or not anything else depends on it.
  void observe_every_flag(bool on);

  /// The log up to the last committed cycle.
  [[nodiscard]] const CountingLog& log();

  /// Committed cycles since construction.
  [[nodiscard]] std::uint64_t now() const { return now_; }

 private:
  /// A counter that may count, in the order of visits: instruction counter, event counters, cycle
  /// counter.
  struct Lane {
    RegValue* value{};          ///< in the state
    std::uint32_t condition{};  ///< bit of PmuState::edge_condition; 0 where edges do not exist
    std::uint8_t counter{};
    std::uint8_t feed{};
    bool is_plain{};  ///< without edge and CHAIN: the amount of the event decides alone
    bool counts_chain{};
    bool gives_chain{};  ///< a 32-bit overflow gives the next counter one CHAIN
    bool matters{};      ///< the next overflow changes more than this counter and its flag
    OverflowPosition overflow_at{};
    Threshold threshold;
  };

  /// What a lane of a counter would be, as far as registers alone decide it.
  struct LaneSource {
    Lane lane;
    EventId event;
    Feed::Origin origin{};
  };

  /// What prepare() found out: which counters count in one context, and from which streams.
  struct Preparation {
    ExecutionContext context;
    ActivitySource* activity{};
    std::uint64_t position{};      ///< in the activity
    bool is_valid{};               ///< what follows is what state and context say
    std::uint32_t idle_history{};  ///< counters whose edge history a cycle without counting changes
    std::uint32_t idle_condition{};  ///< their condition in such a cycle
    std::array<CountStatus, kInstructionCounter + 1> status{};
    std::vector<Lane> lanes;
    std::vector<Feed> feeds;
  };

  /// A stretch that can be committed at once.
  struct Plan {
    std::uint64_t cycles{};
    bool ends_special{};  ///< a flag that matters, or more, changes in its last cycle
  };

  void discard_preparations();
  [[nodiscard]] bool goes_on(const ActivitySource& activity, std::uint64_t from) const;
  void take_up(ActivitySource& activity, std::uint64_t from);
  void prepare();
  void refresh_flags();
  void prepare_controls();
  void describe_lanes();
  [[nodiscard]] LaneSource describe_lane(unsigned counter);
  void flags_changed();
  void prepare_range(unsigned first, unsigned end);
  void add_lane(unsigned counter);
  [[nodiscard]] std::uint8_t feed_for(EventId event, Feed::Origin origin);
  [[nodiscard]] bool gives_chain(unsigned counter) const;
  [[nodiscard]] bool flag_matters(unsigned counter) const;
  [[nodiscard]] RegValue& value_of(unsigned counter);

  [[nodiscard]] bool condition_of(const Lane& lane) const {
    return (state_.edge_condition & lane.condition) != 0;
  }

  void set_condition(const Lane& lane, bool condition) {
    state_.edge_condition =
        (state_.edge_condition & ~lane.condition) | (condition ? lane.condition : 0);
  }

  void note_status(unsigned counter, CountStatus status);
  void flush_log();

  void drop_unwanted_feeds();
  void refill(Feed& feed, std::uint64_t wanted);
  void fetch(Feed& feed, std::uint64_t wanted);
  [[nodiscard]] Plan plan_lane(const Lane& lane, std::uint64_t limit);

  void bulk(std::uint64_t cycles);
  void bulk_lane(const Lane& lane, std::uint64_t cycles);

  void one_cycle();
  [[nodiscard]] std::uint32_t added_amount(const Lane& lane) const;
  [[nodiscard]] std::uint32_t full_increment(const Lane& lane, std::uint32_t amount);
  void visit(const Lane& lane, std::uint32_t increment);
  void skip(const Lane& lane);
  [[nodiscard]] bool still_counts(const Lane& lane);

  void add_to(const Lane& lane, std::uint64_t increments);
  void finish_stretch(std::uint64_t cycles);
  void finish_divider();

  const PmuConfig& config_;
  PmuState& state_;
  std::uint64_t now_{};
  std::uint64_t generations_{};

  /// Two take turns, as a task and the handler that interrupts it do, so that neither is found out
  /// anew. They never have an activity in common: a new view of a stream ends the old one.
  std::array<Preparation, 2> preparations_;
  Preparation* current_{&preparations_.front()};
  Preparation* aside_{&preparations_.back()};

  bool observe_every_flag_{};
  bool idle_{};  ///< E and HPME are 0: nothing is recorded
  bool has_software_increments_{};
  bool divider_stands_{};      ///< in the cycle at hand, because its counter does not count
  bool divides_{};             ///< the cycle counter counts every 64th cycle
  RegValue line_mask_{};       ///< flags that drive the line when set
  RegValue freezing_flags_{};  ///< flags that freeze some counter when set
  std::array<LaneSource, kInstructionCounter + 1> lane_sources_{};
  bool described_{};             ///< lane_sources_ is what the registers say
  std::uint32_t chain_given_{};  ///< counters that got a CHAIN in the cycle at hand

  Plan plan_;

  Lookahead lookahead_;
  CountingLog log_;
  std::uint64_t logged_until_{};
};

}  // namespace pmusim
