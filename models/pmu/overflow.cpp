// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/overflow.h"

#include "models/pmu/counting_rules.h"

namespace pmusim {

OverflowPosition overflow_position(const PmuConfig& config,
                                   const PmuState& state,
                                   unsigned counter) {
  if (!config.at_least(PmuVersion::p5)) {
    return OverflowPosition::bit32_of_32;
  }
  const bool second = (second_range(config, state) >> counter & 1U) != 0;
  const bool is_long = second ? is_set<regs::kMdcrEl2, "HLP">(state.mdcr_el2)
                              : is_set<regs::kPmcrEl0, "LP">(state.pmcr);
  return is_long ? OverflowPosition::bit64 : OverflowPosition::bit32_of_64;
}

OverflowPosition cycle_counter_overflow(const PmuConfig& config, const PmuState& state) {
  const bool is_long = !config.aarch32 || is_set<regs::kPmcrEl0, "LC">(state.pmcr);
  return is_long ? OverflowPosition::bit64 : OverflowPosition::bit32_of_64;
}

}  // namespace pmusim
