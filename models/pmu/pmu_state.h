// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "models/common/units.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim {

/// All state of a PMU: what registers hold, and the little that no register shows. Copying it is a
/// snapshot.
struct PmuState {
  RegValue pmcr{};  ///< without N, P and C
  RegValue
      count_enable{};   ///< PMCNTENSET/CLR: bit n event counter n, 31 cycle, 32 instruction counter
  RegValue overflow{};  ///< PMOVSSET/CLR
  RegValue interrupt_enable{};  ///< PMINTENSET/CLR
  RegValue selr{};
  RegValue userenr{};
  RegValue uacr{};
  RegValue cycle_filter{};        ///< PMCCFILTR_EL0
  RegValue instruction_filter{};  ///< PMICFILTR_EL0
  RegValue cycle_counter{};
  RegValue instruction_counter{};
  RegValue mdcr_el2{};
  RegValue mdcr_el3{};
  std::array<RegValue, kMaxEventCounters> event_type{};
  std::array<RegValue, kMaxEventCounters> event_counter{};

  /// SW_INCR occurrences since the last cycle, a count for each event counter.
  std::array<std::uint32_t, kMaxEventCounters> software_increments{};
  /// Bit n: the threshold condition of event counter n in the last cycle in which it was evaluated.
  /// Kept with FEAT_PMUv3_EDGE only.
  std::uint32_t edge_condition{};
  /// Counting cycles since the divided cycle counter last moved, 0 to 63.
  std::uint8_t divider{};

  friend bool operator==(const PmuState&, const PmuState&) = default;
};

static_assert(std::is_trivially_copyable_v<PmuState>);

/// The state as it is out of a Cold reset: everything off, MDCR_EL2.HPMN at the number of event
/// counters. Fields that the architecture leaves UNKNOWN are zero.
[[nodiscard]] PmuState reset_state(const PmuConfig& config);

/// The value that `reg` holds, without access checks, masks or side effects: a backdoor for
/// scenarios, dumps and tests. Indirect and write-only registers read as zero.
[[nodiscard]] RegValue raw(const PmuConfig& config, const PmuState& state, PmuRegister reg);

/// Puts `value` into `reg` the same way; bits that the configuration does not implement stay zero.
void set_raw(const PmuConfig& config, PmuState& state, PmuRegister reg, RegValue value);

}  // namespace pmusim
