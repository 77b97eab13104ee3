// SPDX-License-Identifier: Apache-2.0
//
// What things are called in every form of a result.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/engine/run_result.h"
#include "sim/scenario/scenario.h"

namespace pmusim::report {

/// In the order of scenario::InterruptSource.
inline constexpr std::array<std::string_view, scenario::kInterruptSources> kInterruptSourceNames{
    "pmu", "timer", "ipi"};

/// The name of a CPU of this result.
[[nodiscard]] std::string cpu_name(const engine::RunResult& result, CpuId cpu);

/// "equals", "at_least", "at_most", "approx".
[[nodiscard]] std::string_view op_name(scenario::Expectation::Op op);

/// A sentence for a reason of engine::WhyNot, without full stop; the reason itself when there is
/// none.
[[nodiscard]] std::string_view reason_in_words(std::string_view reason);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace pmusim::report
