// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel_model/abi/perf_event_attr.h"
#include "kernel_model/core/kernel_observer.h"
#include "models/common/units.h"

namespace pmusim::kernel {

/// @linux v6.18 include/linux/perf_event.h enum perf_event_state
enum class EventState : std::int8_t { error = -2, off = -1, inactive = 0, active = 1 };

/// What the driver keeps of an event. @linux struct hw_perf_event
struct HwPerfEvent {
  RegValue config_base{};  ///< PMEVTYPER<n>_EL0
  bool is_64bit{};         ///< ARMPMU_EVT_64BIT
  int idx{-1};             ///< the counter's bit, 31 cycle, 32 instruction; -1: none
  bool chained{};          ///< idx is the odd counter of a pair
  bool stopped{true};      ///< PERF_HES_STOPPED
  std::uint64_t prev_count{};
  std::int64_t period_left{};
  std::uint64_t sample_period{};
  std::uint64_t last_period{};
  std::uint64_t interrupts{};      ///< in the current tick; kMaxInterrupts: throttled
  std::uint64_t interrupts_seq{};  ///< the tick that they belong to
  std::uint64_t freq_time_stamp{};
  std::uint64_t freq_count_stamp{};
};

inline constexpr std::uint64_t kMaxInterrupts = ~std::uint64_t{0};

/// PerfEvent::pmu of software events: they need no counter and always fit.
inline constexpr std::size_t kSoftwarePmu = ~std::size_t{0};

struct PerfContext;

/// One event on one CPU or in one task. @linux struct perf_event
struct PerfEvent {
  EventIndex index{};
  std::string name;
  abi::PerfEventAttr attr;
  std::optional<CpuId> cpu;  ///< counts on this CPU only
  TaskIndex task{kNoTask};   ///< counts while this task runs; kNoTask: whatever runs on `cpu`
  std::size_t pmu{};         ///< whose event it is, by order of registration
  PerfEvent* leader{};       ///< itself, if it leads a group or is alone
  std::vector<PerfEvent*> siblings;

  PerfContext* context{};  ///< that it is scheduled with
  PerfEvent* parent{};     ///< the opened event that this one was inherited from

  EventState state{EventState::off};
  HwPerfEvent hw;
  std::uint64_t count{};
  std::uint64_t total_time_enabled{};  ///< nanoseconds, as struct perf_event has them
  std::uint64_t total_time_running{};
  std::uint64_t time_stamp{};

  std::uint64_t event_limit{};  ///< samples until it is disabled; 0: no limit
  bool pending_disable{};       ///< the limit was reached: off as soon as an interrupt can do it

  std::uint64_t overflows{};  ///< periods that ended
  std::uint64_t samples{};
  std::uint64_t guest_samples{};  ///< of them, attributed to the guest
  std::uint64_t throttles{};

  [[nodiscard]] bool is_sampling() const { return attr.sample_period != 0; }

  [[nodiscard]] bool is_software() const { return pmu == kSoftwarePmu; }

  /// Its period is adjusted to a frequency. @linux is_event_in_freq_mode
  [[nodiscard]] bool is_in_frequency_mode() const { return attr.freq && attr.sample_period != 0; }

  [[nodiscard]] bool is_leader() const { return leader == this; }
};

}  // namespace pmusim::kernel
