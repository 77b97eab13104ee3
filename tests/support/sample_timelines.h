// SPDX-License-Identifier: Apache-2.0
//
// Timelines that no simulation made: their windows are where this file puts them.
#pragma once

#include <cstdint>

#include "sim/engine/run_result.h"

namespace pmusim::test {

/// Two CPUs of 2000 and 1500 MHz, two events, a handful of spans; every kind of thing once.
///
/// On cpu0: a blackout of "cycles" in cycles 1000 to 1039, a leak of "instructions" in 4000 to
/// 4000.
[[nodiscard]] engine::RunResult small_run();

/// The same with names that would be markup or script if they were not text.
[[nodiscard]] engine::RunResult hostile_run();

/// The small run with events that take turns: on cpu0 "instructions" also has a blackout of cause
/// "rotation" in cycles 5990 to 5999, and waits for a counter (not_scheduled) from 6000 on; on cpu1
/// it never has one, and waits in cycles 0 to 2999.
[[nodiscard]] engine::RunResult waiting_run();

/// Four CPUs, two guests of two vCPUs each, twelve events on six counters: hosts enter and leave
/// guests, events rotate, and every entry and exit has its windows. About `spans` spans in all.
[[nodiscard]] engine::RunResult study_run(std::uint64_t spans);

}  // namespace pmusim::test
