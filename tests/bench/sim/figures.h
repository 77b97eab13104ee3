// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tests/bench/support/measured_run.h"
#include "tests/bench/support/table.h"
#include "tests/bench/support/workload.h"

namespace pmusim::bench {

/// Where figures go, and how much work goes into one.
struct Figures {
  Table table{false};
  unsigned rounds{5};       ///< the median of so many runs
  std::uint64_t shrink{1};  ///< simulations are so many times shorter

  /// The workload at this size.
  [[nodiscard]] Workload sized(Workload workload) const {
    workload.cycles /= shrink;
    return workload;
  }
};

/// bare_loop() over the whole ring again and again, all six counters. @param filtered  by the level
/// of each cycle; otherwise all cycles count
[[nodiscard]] Run bare_loops(bool filtered, const Figures& figures);

// Each adds the rows of one group.

/// The bare loop itself.
void bare_figures(Figures& figures);
/// Recorded counts.
void dense_figures(Figures& figures);
/// Random, constant, periodic and run-length streams.
void stream_figures(Figures& figures);
/// Overflow interrupts at an exact cycle.
void interrupt_figures(Figures& figures);
/// `--step cycle`.
void cycle_figures(Figures& figures);
/// VCD, off and on.
void wave_figures(Figures& figures);
/// 64 CPUs.
void scaling_figures(Figures& figures);
/// The modelled Linux with guests and ground truth (GuestMix).
void guest_figures(Figures& figures);
/// The modelled Linux with 250 to 4,000 tasks that each have two events of their own, in short
/// turns: more tasks should not make a turn dearer.
void task_figures(Figures& figures);

}  // namespace pmusim::bench
