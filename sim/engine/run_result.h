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

namespace pmusim::engine {

/// Why a counter did not count in some cycles, and in how many.
struct WhyNot {
  std::string reason;  ///< "disabled", "filtered", "prohibited", "frozen", "threshold",
                       ///< "no_occurrences", "debug_state"
  Cycles cycles;

  friend bool operator==(const WhyNot&, const WhyNot&) = default;
};

/// A counter at the end of the run.
struct CounterResult {
  std::string name;  ///< "PMEVCNTR0_EL0", "PMCCNTR_EL0", "PMICNTR_EL0"
  std::optional<EventId> event;
  RegValue value{};
  bool overflow_flag{};
  Cycles counting;  ///< cycles in which it could count
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

/// One event of a perf group on one CPU.
struct PerfEventCount {
  CpuId cpu;
  std::string counter;
  std::uint64_t count{};
  std::vector<WhyNot> why;

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

  friend bool operator==(const PerfEventResult&, const PerfEventResult&) = default;
};

struct RunResult {
  std::string scenario;
  std::uint64_t seed{};
  bool complete{true};
  std::string pmu_write_effect;
  std::uint64_t simulated_ps{};
  std::vector<CpuResult> cpus;
  std::vector<PerfEventResult> events;
  /// What a user should know of this run: a task that waits for ever, say. One sentence each.
  std::vector<std::string> notes{};

  friend bool operator==(const RunResult&, const RunResult&) = default;
};

}  // namespace pmusim::engine
