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

/// Four CPUs, two guests of two vCPUs each, twelve events on six counters: hosts enter and leave
/// guests, events rotate, and every entry and exit has its windows. About `spans` spans in all.
[[nodiscard]] engine::RunResult study_run(std::uint64_t spans);

}  // namespace pmusim::test
