// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kernel_model/core/kernel_observer.h"
#include "models/activity/activity_port.h"
#include "models/common/cpu_port.h"
#include "models/common/sysreg.h"
#include "models/pmu/counting_rules.h"
#include "models/pmu/pmu_core.h"
#include "sim/engine/listed_activity.h"
#include "sim/engine/timeline_recorder.h"
#include "sim/engine/truth/event_tracks.h"
#include "sim/engine/truth/intended.h"
#include "sim/engine/truth/occurrences.h"
#include "sim/engine/truth/watched_events.h"
#include "sim/engine/truth/window_log.h"

namespace pmusim::engine {

/// What an event should have counted on a CPU, and where that differs from what its counter did.
struct EventSums {
  std::uint64_t intended{};
  std::uint64_t lost{};
  std::uint64_t leaked{};
  std::uint64_t intended_cycles{};  ///< in which it was meant to count
  std::uint64_t counting_cycles{};  ///< in which its counter counted
};

/// The ground truth of one CPU. It stands between the CPU and its PMU and sees every cycle and
/// every register access, on both sides of the comparison: what an event is meant to count follows
/// from its attributes and from who executes (intended.h), what its counter counts from the
/// registers alone (counting_rules.h). Occurrences come from copies of the activities.
///
/// Cycles between which nothing of that changes are looked at together.
class CpuTruth final : public ActivityPort, public SysRegPort {
 public:
  CpuTruth(CpuId id, PmuCore& pmu, const ActivityCopies& copies);

  /// The CPU, whose cycles number the windows, and all events. Before the first cycle.
  void watch(const CpuPort& cpu, const WatchedEvents& events);

  /// Tells `recorder` whose code runs, and keeps what the counters did and every window. Before the
  /// first cycle.
  void record(TimelineRecorder& recorder);

  /// Tells `sink` of every window when it ends. Before the first cycle.
  void send_windows_to(WindowLog::Sink sink) { windows_.send_to(std::move(sink)); }

  // From the CPU.
  void begin(const ExecutionContext& context,
             ActivitySource& activity,
             std::uint64_t from) override;

  [[nodiscard]] Cycles plan(Cycles limit) override { return pmu_.plan(limit); }

  void commit(Cycles elapsed) override;

  [[nodiscard]] bool interrupt_level() const override { return pmu_.interrupt_level(); }

  void synchronize_context() override;
  [[nodiscard]] SysRegRead read(SysReg reg, const ExecutionContext& who) const override;
  AccessOutcome write(SysReg reg, RegValue value, const ExecutionContext& who) override;

  // From the kernel.
  void place_changed(kernel::Place place);
  void task_switched(kernel::TaskIndex task);
  void counter_used(kernel::EventIndex event,
                    kernel::CounterUse use,
                    unsigned counter,
                    bool chained);
  void event_enabled(kernel::EventIndex event, kernel::TaskIndex task, bool enabled);

  /// The end of the run: closes all windows.
  void finish();

  [[nodiscard]] CpuId id() const { return id_; }

  /// The events that have been on this CPU: its own, and those of tasks that ran here. Ascending.
  [[nodiscard]] std::vector<kernel::EventIndex> seen() const;

  /// @pre the event is among those seen.
  [[nodiscard]] const EventSums& sums(kernel::EventIndex event) const;

  /// The PMU has the event, so that there is something to count. @pre it is among those seen.
  [[nodiscard]] bool can_occur(kernel::EventIndex event) const;

  /// The last counter that the event had here, by bit of PMCNTENSET_EL0; nothing if it never had
  /// one.
  [[nodiscard]] std::optional<unsigned> last_counter(kernel::EventIndex event) const;

  [[nodiscard]] const WindowLog& windows() const { return windows_; }

  /// What the counters did, if that was recorded.
  [[nodiscard]] const EventTracks* tracks() const { return tracks_.get(); }

 private:
  enum class Difference : std::uint8_t { none, blackout, leak, threshold };

  /// An event in the present stretch.
  struct Flags {
    bool intended{};
    bool enabled{};   ///< its counter is started and switched on
    bool counting{};  ///< ... and counts what happens here
    Difference difference{Difference::none};
    Cause cause{};

    friend bool operator==(const Flags&, const Flags&) = default;
  };

  /// An event on this CPU.
  // NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): what belongs together stands together
  struct State {
    kernel::EventIndex index{};
    const WatchedEvent* watched{};
    EventId event;
    Threshold want;
    std::size_t quantity{};  ///< events of equal number and threshold are summed once
    bool counts_here{};      ///< for whatever runs, or for the present task
    bool is_live{};
    bool enabled{};                  ///< for whatever runs, or for the last task it counted for
    std::uint64_t had_counter_at{};  ///< the last exchange_ that found it with a counter
    kernel::CounterUse use{kernel::CounterUse::none};
    unsigned counter{};
    bool chained{};
    std::optional<unsigned> last_counter;
    Flags flags;
    Threshold have;
    EventSums sums;
    Window window;  ///< open if flags.difference says so
    std::optional<Window> also_leaks;

    // Occurrences since the counter was read last: they are lost if it is written before it is read
    // again.
    bool was_read{};
    bool is_rewritten{};  ///< written, but the write has not taken effect
    std::uint64_t since_read{};
    CycleTime since_read_first;
    CycleTime since_read_last;

    // Occurrences since the driver knew the counter's value: since it was started, read or written.
    std::uint64_t unknown{};
    CycleTime unknown_first;
    CycleTime unknown_last;
  };

  struct Quantity {
    EventId event;
    Threshold threshold;
    std::uint64_t stretch{};  ///< which stretch the rest is of; older ones count as none
    std::uint64_t summed{};   ///< cycles of the stretch that `sum` covers
    std::uint64_t sum{};
  };

  void settle_now();
  void evaluate();
  [[nodiscard]] Flags flags_of(const State& state) const;
  [[nodiscard]] CountStatus status_of(const State& state) const;
  [[nodiscard]] Cause cause_of_no_counter(const State& state) const;
  [[nodiscard]] Cause cause_of_blackout(const State& state, CountStatus status) const;
  [[nodiscard]] Cause cause_of_leak() const;
  [[nodiscard]] Who who() const;
  [[nodiscard]] Threshold threshold_of(const State& state) const;
  [[nodiscard]] bool can_occur(EventId event) const;
  [[nodiscard]] ActivitySource& source_of(EventId event);
  void close_windows();
  void tell_recorder();
  void change_flags(State& state, const Flags& flags);
  void close_window(State& state);
  void add_stretch(State& state);
  void sum_ahead();
  std::uint64_t sum_of(std::size_t quantity);
  void counter_was_read(unsigned counter);
  void counter_was_written(unsigned counter);
  void drop_since_read(State& state);
  void lose_wrapped(State& state);
  void lose_rewritten();
  [[nodiscard]] static std::optional<unsigned> counter_of(SysReg reg);
  std::size_t quantity_of(EventId event, const Threshold& threshold);
  State* state_of(kernel::EventIndex event);
  void make_live(std::span<const kernel::EventIndex> events);
  void drop_the_dead();

  CpuId id_;
  PmuCore& pmu_;
  const ActivityCopies& copies_;
  const CpuPort* cpu_{};
  const WatchedEvents* events_{};
  std::map<kernel::EventIndex, State> states_;  ///< of the events that have been here
  /// The events to which anything can happen, ascending. All others count for no task that runs
  /// here, have no counter and no flags. Whatever changes costs these alone.
  std::vector<State*> live_;
  std::vector<Quantity> quantities_;
  WindowLog windows_;
  TimelineRecorder* recorder_{};
  std::unique_ptr<EventTracks> tracks_;

  ExecutionContext context_;
  kernel::Place place_{kernel::Place::boot};
  kernel::TaskIndex task_{kernel::kNoTask};
  ActivitySource* activity_{};
  SteadyActivity silence_{{}, ~std::uint64_t{0}};  ///< of events that the PMU does not have
  std::uint64_t from_{};  ///< of the activity, at the stretch's first cycle
  CycleTime stretch_first_;
  CycleTime passed_;          ///< own cycles that have ended
  std::uint64_t stretch_{};   ///< cycles that have passed with the present flags
  std::uint64_t ahead_{};     ///< how many of them the last sum_ahead() saw
  std::uint64_t settled_{};   ///< stretches that have ended
  std::uint64_t exchange_{};  ///< how often events began to be taken off, or exchanged
  bool is_stale_{true};       ///< the flags have to be found anew
  bool has_rewritten_{};
};

}  // namespace pmusim::engine
