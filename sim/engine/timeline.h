// SPDX-License-Identifier: Apache-2.0
//
// What happened when, for pictures of a run: recorded only when somebody asks for one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/context.h"
#include "models/common/interrupt_port.h"
#include "models/common/units.h"

namespace pmusim::engine {

/// Whose code a CPU executes.
enum class World : std::uint8_t { host, hypervisor, guest, idle };

/// A run of one CPU. All cycles are those of its own clock; cycle c starts at
/// ceil(c * 10^6 / frequency_mhz) picoseconds.
struct CpuTimeline {
  /// Cycles `first` up to, without, `end` in one place. Contiguous and in order.
  struct ContextSpan {
    CycleTime first;
    CycleTime end;
    ExceptionLevel level{};
    SecurityState security{};
    World world{};
    std::uint32_t task{};  ///< index into Timeline::tasks

    friend bool operator==(const ContextSpan&, const ContextSpan&) = default;
  };

  /// What an event did on this CPU in cycles `first` up to, without, `end`. In order; cycles that
  /// no span covers: the event has no counter.
  struct CounterSpan {
    CycleTime first;
    CycleTime end;
    bool enabled{};         ///< its counter is switched on (PMCNTENSET and PMCR.E)
    bool counting{};        ///< ... and no filter keeps it from counting here
    std::uint64_t count{};  ///< occurrences that the counter took in the span

    friend bool operator==(const CounterSpan&, const CounterSpan&) = default;
  };

  struct EventTrack {
    std::uint32_t event{};  ///< index into Timeline::events
    std::string counter;    ///< the last one that it had: "PMEVCNTR0_EL0", "PMCCNTR_EL0"; or "none"
    std::vector<CounterSpan> spans{};

    friend bool operator==(const EventTrack&, const EventTrack&) = default;
  };

  struct Interrupt {
    InterruptLine line{};
    CycleTime raised;  ///< the line was published
    CycleTime taken;   ///< the handler's first cycle

    friend bool operator==(const Interrupt&, const Interrupt&) = default;
  };

  enum class WindowKind : std::uint8_t { blackout, leak };

  /// Cycles in which an event counted something else than intended.
  struct Window {
    std::uint32_t event{};  ///< index into Timeline::events
    WindowKind kind{};
    std::string cause;
    std::string context;  ///< where the CPU was: "hyp_el2_entry_after_switch", ...
    CycleTime first;
    CycleTime last;         ///< inclusive
    std::uint64_t count{};  ///< occurrences lost or leaked

    friend bool operator==(const Window&, const Window&) = default;
  };

  std::string name;
  std::uint32_t frequency_mhz{};
  CycleTime end;
  std::vector<ContextSpan> contexts{};
  std::vector<EventTrack> events{};  ///< those that may count here, in the order of the timeline's
  std::vector<Interrupt> interrupts{};
  std::vector<Window> windows{};

  friend bool operator==(const CpuTimeline&, const CpuTimeline&) = default;
};

struct Timeline {
  std::vector<std::string> tasks;   ///< names; vCPUs among them
  std::vector<std::string> events;  ///< names as in the result
  std::vector<CpuTimeline> cpus;
  /// What was counted was compared with what was intended: the windows are all that there are. If
  /// not, their absence says nothing.
  bool compared{};
  /// Spans that were left out because the recording reached its limit; the page says so.
  std::uint64_t left_out{};

  friend bool operator==(const Timeline&, const Timeline&) = default;
};

}  // namespace pmusim::engine
