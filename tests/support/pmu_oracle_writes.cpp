// SPDX-License-Identifier: Apache-2.0
//
// Register writes of the ticking PMU, at the highest Exception level. Source: Arm ARM DDI 0487, the
// registers' pages; field positions are typed here once more as bit numbers.
#include "tests/support/pmu_oracle.h"

namespace pmusim::test {
namespace {

constexpr unsigned kCycle = 31;
constexpr unsigned kInstruction = 32;

bool bit(RegValue value, unsigned position) {
  return ((value >> position) & 1U) == 1;
}

}  // namespace

RegValue PmuOracle::counter_bits() const {
  RegValue bits = RegValue{1} << kCycle;
  for (unsigned counter = 0; counter < config_.event_counters; ++counter) {
    bits |= RegValue{1} << counter;
  }
  return config_.instruction_counter ? bits | RegValue{1} << kInstruction : bits;
}

void PmuOracle::write_pmcr(RegValue value) {
  const bool p7 = config_.version >= PmuVersion::p7;
  const bool has_dp = config_.el3 || (config_.el2 && config_.version >= PmuVersion::p1) || p7;
  const bool was_divided = bit(state.pmcr, 3);
  state.pmcr = 0;
  const auto keep = [&](unsigned position, bool exists) {
    state.pmcr |= static_cast<RegValue>(exists && bit(value, position)) << position;
  };
  keep(0, true);
  keep(3, config_.aarch32);
  keep(5, has_dp);
  keep(6, config_.aarch32);
  keep(7, config_.version >= PmuVersion::p5);
  keep(9, p7);
  if (bit(value, 1)) {
    state.event_counter.fill(0);
  }
  if (bit(value, 2)) {
    state.cycle_counter = 0;
  }
  if (config_.readings.divider_phase_restarts) {
    state.divider = 0;
  } else if (!was_divided && bit(state.pmcr, 3)) {
    state.divider = 63;
  }
}

void PmuOracle::write_pmswinc(RegValue value) {
  for (unsigned counter = 0; counter < config_.event_counters; ++counter) {
    if (bit(value, counter) && state.event_type[counter] % 0x1'0000 == 0) {
      ++state.software_increments[counter];
    }
  }
}

void PmuOracle::write_pmovsclr(RegValue value) {
  state.overflow &= ~(value & counter_bits());
}

void PmuOracle::write_pmovsset(RegValue value) {
  state.overflow |= value & counter_bits();
}

void PmuOracle::write_pmcntenset(RegValue value) {
  state.count_enable |= value & counter_bits();
}

void PmuOracle::write_pmcntenclr(RegValue value) {
  state.count_enable &= ~(value & counter_bits());
}

void PmuOracle::write_pmintenset(RegValue value) {
  state.interrupt_enable |= value & counter_bits();
}

void PmuOracle::write_pmintenclr(RegValue value) {
  state.interrupt_enable &= ~(value & counter_bits());
}

void PmuOracle::write_pmevtyper(unsigned counter, RegValue value) {
  RegValue kept = 0;
  const auto keep = [&](unsigned position, bool exists) {
    kept |= static_cast<RegValue>(exists && bit(value, position)) << position;
  };
  for (unsigned position = 0; position < 16; ++position) {
    keep(position, position < 10 || config_.version >= PmuVersion::p1);
  }
  keep(20, config_.rme);
  keep(21, config_.rme);
  keep(22, config_.rme);
  keep(24, config_.el3 && config_.secure_el2);
  keep(26, config_.el3);
  keep(27, config_.el2);
  keep(28, config_.el3);
  keep(29, config_.el3);
  keep(30, true);
  keep(31, true);
  for (unsigned position = 0; position < config_.threshold_bits; ++position) {
    keep(32 + position, true);
  }
  keep(60, config_.edge);
  keep(61, config_.threshold_bits > 0);
  keep(62, config_.threshold_bits > 0);
  keep(63, config_.threshold_bits > 0);
  state.event_type[counter] = kept;
}

void PmuOracle::write_pmevcntr(unsigned counter, RegValue value) {
  state.event_counter[counter] = config_.version >= PmuVersion::p5 ? value : value % 0x1'0000'0000;
}

void PmuOracle::write_pmccntr(RegValue value) {
  state.cycle_counter = value;
}

void PmuOracle::write_pmzr(RegValue value) {
  for (unsigned counter = 0; counter < config_.event_counters; ++counter) {
    state.event_counter[counter] = bit(value, counter) ? 0 : state.event_counter[counter];
  }
  state.cycle_counter = bit(value, kCycle) ? 0 : state.cycle_counter;
  state.instruction_counter = bit(value, kInstruction) ? 0 : state.instruction_counter;
}

}  // namespace pmusim::test
