// SPDX-License-Identifier: Apache-2.0
//
// What a run found out, before anybody formats it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/common/units.h"
#include "sim/engine/timeline.h"

namespace pmusim::engine {

/// Why a counter did not count in some cycles, and in how many.
struct WhyNot {
  /// "disabled", "filtered", "prohibited", "frozen", "debug_state"; of a counter that could count
  /// "threshold", "no_edge", "divided", "no_occurrences", "not_implemented",
  /// "set_back".
  std::string reason;
  Cycles cycles;

  friend bool operator==(const WhyNot&, const WhyNot&) = default;
};

/// A counter at the end of the run.
struct CounterResult {
  std::string name;  ///< "PMEVCNTR0_EL0", "PMCCNTR_EL0", "PMICNTR_EL0"
  std::optional<EventId> event;
  RegValue value{};
  bool overflow_flag{};
  bool is_set_up{};  ///< software gave it an event, a filter or its interrupt
  Cycles counting;   ///< cycles in which it could count
  std::vector<WhyNot> why;

  friend bool operator==(const CounterResult&, const CounterResult&) = default;
};

/// A value that the scenario asked for by an MRS item.
struct ReadResult {
  std::string name;
  std::string reg;
  CycleTime at;
  std::optional<RegValue> value;  ///< nothing when the access trapped or was UNDEFINED
  std::string outcome;            ///< "done", "undefined", "trap_to_el1", ...

  friend bool operator==(const ReadResult&, const ReadResult&) = default;
};

/// An MSR item that was not performed.
struct RefusedWrite {
  std::string reg;
  CycleTime at;
  std::string outcome;  ///< "undefined", "trap_to_el1", ...

  friend bool operator==(const RefusedWrite&, const RefusedWrite&) = default;
};

/// An interrupt that a CPU took.
struct InterruptResult {
  std::string source;  ///< "pmu", "timer", "ipi"
  CycleTime raised;    ///< own cycle at which the line was published
  CycleTime taken;     ///< own cycle at which the handler's first cycle starts

  friend bool operator==(const InterruptResult&, const InterruptResult&) = default;
};

struct CpuResult {
  std::string name;
  std::string type;
  std::uint32_t frequency_mhz{};
  CycleTime cycles;     ///< executed
  CycleTime elapsed{};  ///< of its clock: with those in which WFI or idling stopped it
  std::vector<CounterResult> counters;
  std::vector<std::pair<std::string, RegValue>> registers;  ///< control registers at the end
  std::vector<ReadResult> reads;                            ///< the first 10,000
  std::uint64_t reads_made{};                               ///< all of them
  std::vector<RefusedWrite> refused_writes{};               ///< the first 1,000
  std::uint64_t writes_refused{};                           ///< all of them
  std::uint64_t interrupts_taken{};
  std::vector<std::uint64_t>
      interrupts_by_source;                 ///< as scenario::InterruptSource: pmu, timer, ipi
  std::vector<InterruptResult> interrupts;  ///< the first 1,000
  std::uint64_t deepest_interrupt{};  ///< handled at once, at most: 2 is an interrupt in a handler

  friend bool operator==(const CpuResult&, const CpuResult&) = default;
};

/// What an event should have counted, and what its counter missed or took in addition. `intended =
/// count + lost - leaked`.
struct EventTruth {
  std::uint64_t intended{};
  std::uint64_t lost{};
  std::uint64_t leaked{};

  friend bool operator==(const EventTruth&, const EventTruth&) = default;
};

/// One event of a perf group on one CPU.
struct PerfEventCount {
  CpuId cpu;
  std::string counter;
  std::uint64_t count{};
  std::vector<WhyNot> why;
  std::optional<EventTruth> truth{};  ///< with the modelled Linux

  friend bool operator==(const PerfEventCount&, const PerfEventCount&) = default;
};

struct PerfEventResult {
  std::string name;
  std::string event;
  std::uint64_t count{};
  std::uint64_t overflows{};
  std::uint64_t enabled_ns{};
  std::uint64_t running_ns{};
  std::vector<WhyNot> why;
  std::vector<PerfEventCount> per_cpu;
  std::optional<EventTruth> truth{};  ///< with the modelled Linux
  std::uint64_t samples{};
  std::uint64_t guest_samples{};  ///< of them, attributed to a guest
  std::uint64_t throttles{};

  friend bool operator==(const PerfEventResult&, const PerfEventResult&) = default;
};

/// The windows of one event with one kind and cause.
struct WindowsOfCause {
  std::string event;
  std::string kind;  ///< "blackout", "leak"
  std::string cause;
  bool is_guest_switch{};
  std::uint64_t windows{};
  std::uint64_t cycles{};
  std::uint64_t count{};     ///< occurrences lost or leaked
  std::uint64_t shortest{};  ///< cycles
  std::uint64_t longest{};
  /// Lengths: how many windows have at least `first` and fewer than twice as many cycles.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_length;

  friend bool operator==(const WindowsOfCause&, const WindowsOfCause&) = default;
};

struct WindowResult {
  std::string event;
  CpuId cpu;
  std::string kind;
  std::string cause;
  std::string context;
  std::uint64_t first_cycle{};
  std::uint64_t last_cycle{};  ///< inclusive
  std::uint64_t count{};

  friend bool operator==(const WindowResult&, const WindowResult&) = default;
};

/// Where counts differ from what was intended.
struct WindowsResult {
  std::vector<WindowsOfCause> by_cause;
  std::vector<WindowResult> first;  ///< at most 1,000: those that begin first, by time and CPU
  std::uint64_t guest_entries{};

  friend bool operator==(const WindowsResult&, const WindowsResult&) = default;
};

/// What a location of shared memory holds at the end.
struct LocationResult {
  static constexpr std::uint64_t kShownWords = 64;

  std::string name;
  std::uint64_t address{};
  std::vector<std::uint64_t> words;  ///< the first kShownWords

  friend bool operator==(const LocationResult&, const LocationResult&) = default;
};

struct RunResult {
  std::string scenario;
  std::uint64_t seed{};
  bool complete{true};
  bool gave_up{};  ///< the modelled Linux, or a program, could not go on; `notes` says why
  /// Intended, lost and leaked do not explain a count: a fault of the model. `notes` says where.
  bool contradicts_itself{};
  std::string pmu_write_effect;
  std::uint64_t simulated_ps{};
  std::vector<CpuResult> cpus;
  std::vector<PerfEventResult> events;
  std::optional<WindowsResult> windows{};  ///< with the modelled Linux
  std::vector<LocationResult> memory{};
  /// What a user should know of this run: a task that waits for ever, say. One sentence each.
  std::vector<std::string> notes{};
  /// Present when RunOptions::record_timeline asked for it.
  std::optional<Timeline> timeline{};

  friend bool operator==(const RunResult&, const RunResult&) = default;
};

}  // namespace pmusim::engine
