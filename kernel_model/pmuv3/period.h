// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of sampling periods and counts; no register is touched here.
#pragma once

#include <cstdint>

#include "kernel_model/perf/perf_event.h"

namespace pmusim::kernel {

/// The greatest value of the event's counter as the driver treats it: 64 or 32 bits.
/// @linux v6.18 drivers/perf/arm_pmu.c arm_pmu_event_max_period
[[nodiscard]] std::uint64_t max_period(const HwPerfEvent& hw);

/// An event that does not sample counts in periods of half its counter, so that a late interrupt
/// loses nothing. @linux __hw_perf_event_init
void set_counting_period(HwPerfEvent& hw);

/// Begins the next period, or goes on with the present one; the counter is to be programmed with
/// `hw.prev_count & max_period`. @linux v6.18 drivers/perf/arm_pmu.c armpmu_event_set_period
/// @return  a period has ended
[[nodiscard]] bool set_period(HwPerfEvent& hw);

/// Adds what the counter has moved since `hw.prev_count`, which it replaces.
/// @linux v6.18 drivers/perf/arm_pmu.c armpmu_event_update
void update_count(PerfEvent& event, std::uint64_t counter);

}  // namespace pmusim::kernel
