// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel_model/abi/perf_event_attr.h"
#include "kernel_model/core/kernel_observer.h"
#include "models/activity/activity_port.h"
#include "models/common/cpu_port.h"
#include "models/common/sysreg.h"
#include "models/pmu/counting_rules.h"
#include "models/pmu/pmu_core.h"
#include "sim/engine/timeline_recorder.h"
#include "sim/engine/truth/event_tracks.h"
#include "sim/engine/truth/intended.h"
#include "sim/engine/truth/occurrences.h"
#include "sim/engine/truth/window_log.h"

namespace pmusim::engine {

/// An event as it was asked for.
struct WatchedEvent {
  kernel::EventIndex index{};
  abi::PerfEventAttr attr;
  std::optional<CpuId> cpu;  ///< counts on this CPU only
  /// Counts while one of these runs: a task and those that inherited from it. None: whatever runs.
  std::vector<kernel::TaskIndex> tasks;

  [[nodiscard]] bool counts_for(kernel::TaskIndex task) const;
};

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

  /// The CPU, whose cycles number the windows, and the events that may count on it. Before the
  /// first cycle.
  void watch(const CpuPort& cpu, std::vector<WatchedEvent> events);

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
  void event_enabled(kernel::EventIndex event, bool enabled);

  /// The event is of one task alone, without inheritance.
  [[nodiscard]] bool is_of_one_task(kernel::EventIndex event) const;

  /// The end of the run: closes all windows.
  void finish();

  [[nodiscard]] CpuId id() const { return id_; }

  [[nodiscard]] const std::vector<WatchedEvent>& events() const { return events_; }

  [[nodiscard]] const EventSums& sums(std::size_t watched) const { return states_[watched].sums; }

  /// The last counter that the event had, by bit of PMCNTENSET_EL0; nothing if it never had one.
  [[nodiscard]] std::optional<unsigned> last_counter(std::size_t watched) const {
    return states_[watched].last_counter;
  }

  [[nodiscard]] const WindowLog& windows() const { return windows_; }

  /// What the counters did, if that was recorded; by position of the event.
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

  struct State {
    EventId event;
    Threshold want;
    std::size_t quantity{};  ///< events of equal number and threshold are summed once
    bool enabled{};
    bool had_counter{};  ///< when its events began to be taken off, or exchanged
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
    std::optional<CycleTime> since_read_first;
    CycleTime since_read_last;
  };

  struct Quantity {
    EventId event;
    Threshold threshold;
    std::uint64_t summed{};  ///< cycles of the stretch that `sum` covers
    std::uint64_t sum{};
  };

  void settle_now();
  void evaluate();
  [[nodiscard]] Flags flags_of(const State& state, const WatchedEvent& event) const;
  [[nodiscard]] CountStatus status_of(const State& state) const;
  [[nodiscard]] Cause cause_of_no_counter(const State& state) const;
  [[nodiscard]] Cause cause_of_blackout(const State& state, CountStatus status) const;
  [[nodiscard]] Who who() const;
  [[nodiscard]] Threshold threshold_of(const State& state) const;
  void close_windows();
  void tell_recorder();
  void change_flags(std::size_t watched, const Flags& flags);
  void close_window(State& state);
  void add_stretch(State& state);
  void sum_ahead();
  std::uint64_t sum_of(std::size_t quantity);
  void counter_was_read(unsigned counter);
  void counter_was_written(unsigned counter);
  void drop_since_read(State& state, kernel::EventIndex index);
  void lose_rewritten();
  [[nodiscard]] std::optional<unsigned> counter_of(SysReg reg) const;
  std::size_t quantity_of(EventId event, const Threshold& threshold);
  State* find(kernel::EventIndex event);

  CpuId id_;
  PmuCore& pmu_;
  const ActivityCopies& copies_;
  const CpuPort* cpu_{};
  std::vector<WatchedEvent> events_;
  std::vector<State> states_;
  std::vector<std::size_t> position_;  ///< by EventIndex: position in events_ + 1
  std::vector<Quantity> quantities_;
  WindowLog windows_;
  TimelineRecorder* recorder_{};
  std::unique_ptr<EventTracks> tracks_;

  ExecutionContext context_;
  kernel::Place place_{kernel::Place::boot};
  kernel::TaskIndex task_{kernel::kNoTask};
  ActivitySource* activity_{};
  std::uint64_t from_{};  ///< of the activity, at the stretch's first cycle
  CycleTime stretch_first_;
  CycleTime passed_;         ///< own cycles that have ended
  std::uint64_t stretch_{};  ///< cycles that have passed with the present flags
  std::uint64_t ahead_{};    ///< how many of them the last sum_ahead() saw
  bool is_stale_{true};      ///< the flags have to be found anew
  bool has_rewritten_{};
};

}  // namespace pmusim::engine
