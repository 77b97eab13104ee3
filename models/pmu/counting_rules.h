// SPDX-License-Identifier: Apache-2.0
//
// May a counter count? Each rule is a function of registers and context alone.
// Source: Arm ARM DDI 0487, "The Performance Monitors Extension": sections on controlling the
// counters, prohibiting event counting, freezing, filtering, overflow.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/common/context.h"
#include "models/pmu/pmu_state.h"

namespace pmusim {

/// Whether a counter may count, or the first reason why it may not.
enum class CountStatus : std::uint8_t {
  counting,
  debug_state,
  disabled,
  prohibited,
  frozen,
  filtered
};
inline constexpr std::size_t kCountStatuses = 6;

[[nodiscard]] std::string_view to_string(CountStatus status);

/// The bits of the event counters that belong to the second range: index HPMN and above. Without
/// EL2 all counters are in the first range.
[[nodiscard]] inline RegValue second_range(const PmuConfig& config, const PmuState& state) {
  constexpr RegValue kEventCounters = (RegValue{1} << kMaxEventCounters) - 1;
  const RegValue first = (RegValue{1} << get<regs::kMdcrEl2, "HPMN">(state.mdcr_el2)) - 1;
  return config.el2 ? kEventCounters & ~first : 0;
}

/// EL2 exists and is enabled in the Security state of `context`.
[[nodiscard]] bool el2_enabled(const PmuConfig& config, const ExecutionContext& context);

/// PMCR_EL0.E for the first range, the cycle and the instruction counter; MDCR_EL2.HPME for the
/// second range.
[[nodiscard]] bool is_globally_enabled(const PmuConfig& config,
                                       const PmuState& state,
                                       unsigned counter);

/// The counter's PMCNTENSET bit and its global enable.
[[nodiscard]] bool is_enabled(const PmuConfig& config, const PmuState& state, unsigned counter);

/// Event counting is prohibited for the counter in `context`. For the cycle counter this includes
/// SCCD, HCCD and MCCD, and the event rules only as far as PMCR_EL0.DP lets them reach it.
[[nodiscard]] bool is_prohibited(const PmuConfig& config,
                                 const PmuState& state,
                                 unsigned counter,
                                 const ExecutionContext& context);

/// The flags that freeze the range of `counter` when set; 0 if its range does not freeze.
[[nodiscard]] RegValue freezing_flags(const PmuConfig& config,
                                      const PmuState& state,
                                      unsigned counter);

/// The filter bits of an event type or filter register exclude `context`.
/// @pre bits of unimplemented features are zero, as they are in every PmuState.
[[nodiscard]] bool is_filtered(RegValue filter, const ExecutionContext& context);

/// The register that holds the filter bits of `counter`.
[[nodiscard]] RegValue filter_of(const PmuState& state, unsigned counter);

/// The rules that hold alike for all counters of a range (the event counters below HPMN, those from
/// HPMN on, the cycle counter, the instruction counter): Debug state, global enable, prohibition,
/// freeze.
///
/// @param flags  the overflow flags that freeze; they may be older than the state's own.
/// @param counter  any counter of the range.
[[nodiscard]] CountStatus range_status(const PmuConfig& config,
                                       const PmuState& state,
                                       RegValue flags,
                                       unsigned counter,
                                       const ExecutionContext& context);

/// The status of one counter when that of its range is known: its own enable bit and filter come
/// in.
[[nodiscard]] CountStatus counter_status(const PmuConfig& config,
                                         const PmuState& state,
                                         CountStatus range,
                                         unsigned counter,
                                         const ExecutionContext& context);

/// All rules together.
[[nodiscard]] CountStatus count_status(const PmuConfig& config,
                                       const PmuState& state,
                                       RegValue flags,
                                       unsigned counter,
                                       const ExecutionContext& context);

/// Flags that drive the interrupt line when set: interrupt enabled and the range globally enabled.
[[nodiscard]] RegValue interrupt_mask(const PmuConfig& config, const PmuState& state);

/// PMCR_EL0.E and MDCR_EL2.HPME are both 0: events are not even recorded.
[[nodiscard]] bool is_switched_off(const PmuConfig& config, const PmuState& state);

}  // namespace pmusim
