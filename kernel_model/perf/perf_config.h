// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pmusim::kernel {

/// How an interrupt is held against the limit of its tick; the kernel changed it twice.
enum class ThrottleTest : std::uint8_t {
  at_limit,               ///< from mid-2025: >=, at every interrupt
  above_limit,            ///< 6.3: >, from the second interrupt of a tick on
  at_limit_after_second,  ///< before 6.3: >=, from the second interrupt of a tick on
};

/// Where releases of the perf core differ. Defaults: 6.18.
struct PerfVersion {
  ThrottleTest throttle_test{ThrottleTest::at_limit};
  bool throttles_whole_group{true};       ///< from 6.16; before, the one event, by the driver
  bool adjusts_leaders_only{true};        ///< frequency mode at ticks, from 6.9
  bool guest_samples_need_include{true};  ///< from 6.13: exclude_guest is looked at
};

/// The machine-wide settings of perf.
struct PerfConfig {
  std::uint64_t hz{250};                   ///< CONFIG_HZ, at least 1
  std::uint64_t max_sample_rate{100'000};  ///< kernel.perf_event_max_sample_rate
  std::uint64_t mux_interval_ns{};         ///< perf_event_mux_interval_ms; 0: one tick
  int paranoid{2};                         ///< kernel.perf_event_paranoid
  bool privileged{true};                   ///< who opens has CAP_PERFMON
  PerfVersion version{};

  [[nodiscard]] std::uint64_t tick_ns() const { return kNanoseconds / hz; }

  [[nodiscard]] std::uint64_t mux_ns() const {
    return mux_interval_ns != 0 ? mux_interval_ns : tick_ns();
  }

  /// Interrupts of one event in one tick before it is throttled.
  [[nodiscard]] std::uint64_t max_samples_per_tick() const {
    return (max_sample_rate + hz - 1) / hz;
  }

  static constexpr std::uint64_t kNanoseconds = 1'000'000'000;
};

}  // namespace pmusim::kernel
