// SPDX-License-Identifier: Apache-2.0
//
// Source: Arm ARM DDI 0487, "The Performance Monitors Extension" and the register descriptions.
// Field positions are typed here once more as bit numbers.
#include "tests/support/pmu_oracle.h"

namespace pmusim::test {
namespace {

constexpr unsigned kCycle = 31;
constexpr unsigned kInstruction = 32;

bool bit(RegValue value, unsigned position) {
  return ((value >> position) & 1U) == 1;
}

RegValue field(RegValue value, unsigned high, unsigned low) {
  RegValue result = 0;
  for (unsigned position = low; position <= high; ++position) {
    result |= static_cast<RegValue>(bit(value, position)) << (position - low);
  }
  return result;
}

}  // namespace

bool PmuOracle::is_second_range(unsigned counter) const {
  return config_.el2 && counter < kCycle && counter >= field(state.mdcr_el2, 4, 0);
}

bool PmuOracle::range_enabled(unsigned counter) const {
  return is_second_range(counter) ? bit(state.mdcr_el2, 7) : bit(state.pmcr, 0);
}

bool PmuOracle::events_prohibited(unsigned counter, const ExecutionContext& context) const {
  const bool p7 = config_.version >= PmuVersion::p7;
  const bool spme = bit(state.mdcr_el3, 17);
  const bool mpmx = p7 && bit(state.mdcr_el3, 35);
  const bool secure =
      context.security == SecurityState::secure ||
      (context.security == SecurityState::root && config_.readings.secure_controls_cover_root);
  if (config_.el3 && secure && !spme) {
    if (p7 ? !mpmx : config_.readings.spme_prohibits_before_p7) {
      return true;
    }
  }
  if (config_.el3 && context.level == ExceptionLevel::el3 && mpmx) {
    const bool runs_by_other_rule =
        counter == kInstruction && config_.el2 && config_.readings.instruction_counter_runs_at_el3;
    if (!spme || (!is_second_range(counter) && !runs_by_other_rule)) {
      return true;
    }
  }
  const bool hpmd = config_.version >= PmuVersion::p1 && config_.el2 && bit(state.mdcr_el2, 17);
  return context.level == ExceptionLevel::el2 && hpmd && !is_second_range(counter);
}

bool PmuOracle::cycle_counter_stopped(const ExecutionContext& context) const {
  const bool p5 = config_.version >= PmuVersion::p5;
  const bool p7 = config_.version >= PmuVersion::p7;
  const bool secure =
      context.security == SecurityState::secure ||
      (context.security == SecurityState::root && config_.readings.secure_controls_cover_root);
  const bool by_sccd = p5 && config_.el3 && secure && bit(state.mdcr_el3, 23);
  const bool by_hccd =
      p5 && config_.el2 && context.level == ExceptionLevel::el2 && bit(state.mdcr_el2, 23);
  const bool by_mccd =
      p7 && config_.el3 && context.level == ExceptionLevel::el3 && bit(state.mdcr_el3, 34);
  return by_sccd || by_hccd || by_mccd;
}

bool PmuOracle::is_frozen(unsigned counter, RegValue flags) const {
  if (config_.version < PmuVersion::p7) {
    return false;
  }
  const bool second = is_second_range(counter);
  if (!(second ? bit(state.mdcr_el2, 29) : bit(state.pmcr, 9))) {
    return false;
  }
  for (unsigned other = 0; other < config_.event_counters; ++other) {
    if (is_second_range(other) == second && bit(flags, other)) {
      return true;
    }
  }
  if (second) {
    return false;
  }
  return (config_.instruction_counter && bit(flags, kInstruction)) ||
         (!config_.readings.cycle_flag_never_freezes && bit(flags, kCycle));
}

bool PmuOracle::passes_filter(RegValue filter, const ExecutionContext& context) const {
  const bool p = bit(filter, 31);
  const bool u = bit(filter, 30);
  const bool nsk = config_.el3 && bit(filter, 29);
  const bool nsu = config_.el3 && bit(filter, 28);
  const bool nsh = config_.el2 && bit(filter, 27);
  const bool m = config_.el3 && bit(filter, 26);
  const bool sh = config_.el3 && config_.secure_el2 && bit(filter, 24);
  const bool rlk = config_.rme && bit(filter, 22);
  const bool rlu = config_.rme && bit(filter, 21);
  const bool rlh = config_.rme && bit(filter, 20);
  if (context.level == ExceptionLevel::el3) {
    return m == p;
  }
  const auto by_level = [&](bool at_el0, bool at_el1, bool at_el2) {
    const bool above_el0 = context.level == ExceptionLevel::el1 ? at_el1 : at_el2;
    return context.level == ExceptionLevel::el0 ? at_el0 : above_el0;
  };
  if (context.security == SecurityState::non_secure) {
    return by_level(u == nsu, p == nsk, nsh);
  }
  if (context.security == SecurityState::secure) {
    return by_level(!u, !p, nsh != sh);
  }
  return by_level(u == rlu, p == rlk, nsh != rlh);
}

PmuOracle::Verdict PmuOracle::verdict(unsigned counter,
                                      RegValue flags,
                                      const ExecutionContext& context) const {
  if (context.debug_state) {
    return Verdict::halted;
  }
  if (!bit(state.count_enable, counter) || !range_enabled(counter)) {
    return Verdict::disabled;
  }
  bool prohibited = events_prohibited(counter, context);
  bool frozen = is_frozen(counter, flags);
  if (counter == kCycle) {
    const bool dp = bit(state.pmcr, 5);
    prohibited = (dp && prohibited) || cycle_counter_stopped(context);
    frozen = dp && frozen;
  }
  if (prohibited) {
    return Verdict::prohibited;
  }
  if (frozen) {
    return Verdict::frozen;
  }
  RegValue filter = 0;
  bool filter_applies = true;
  if (counter == kCycle) {
    filter = state.cycle_filter;
  } else if (counter == kInstruction) {
    filter = state.instruction_filter;
  } else {
    filter = state.event_type[counter];
    const bool counts_chain = counter % 2 != 0 && field(filter, 15, 0) == 0x1e;
    filter_applies = !(config_.readings.chain_ignores_filter && counts_chain);
  }
  return filter_applies && !passes_filter(filter, context) ? Verdict::filtered : Verdict::counts;
}

bool PmuOracle::may_count(unsigned counter, const ExecutionContext& context) {
  const RegValue flags = config_.readings.freeze_from_next_cycle ? flags_at_start_ : state.overflow;
  const Verdict now = verdict(counter, flags, context);
  seen.counted += now == Verdict::counts ? 1U : 0U;
  seen.filtered += now == Verdict::filtered ? 1U : 0U;
  seen.prohibited += now == Verdict::prohibited ? 1U : 0U;
  seen.second_range += now == Verdict::counts && is_second_range(counter) ? 1U : 0U;
  if (now == Verdict::frozen && verdict(counter, 0, context) == Verdict::counts) {
    ++seen.frozen;
    seen.frozen_same_cycle +=
        verdict(counter, flags_at_start_, context) == Verdict::counts ? 1U : 0U;
  }
  return now == Verdict::counts;
}

void PmuOracle::tick(const ExecutionContext& context, const CycleEvents& events) {
  flags_at_start_ = state.overflow;
  line_was_ = interrupt_level();
  const bool switched_off = !bit(state.pmcr, 0) && !(config_.el2 && bit(state.mdcr_el2, 7));
  std::uint64_t retired = 0;
  for (unsigned counter = 0; counter < config_.event_counters; ++counter) {
    const RegValue selected = field(state.event_type[counter], 15, 0);
    accumulator_[counter] = state.software_increments[counter] + (selected == 0x11 ? 1U : 0U);
    state.software_increments[counter] = 0;
    for (const auto& [event, amount] : events) {
      accumulator_[counter] += event == selected ? amount : 0U;
    }
  }
  for (const auto& [event, amount] : events) {
    retired += event == 0x08 ? amount : 0U;
    seen.wide_amount += amount > 255 ? 1U : 0U;
  }
  if (switched_off) {
    accumulator_.fill(0);
  }
  seen.at_el3 += context.level == ExceptionLevel::el3 ? 1U : 0U;
  visit_instruction_counter(retired, context);
  for (unsigned counter = 0; counter < config_.event_counters; ++counter) {
    visit_event_counter(counter, context);
  }
  visit_cycle_counter(context);
  seen.line_rose += interrupt_level() && !line_was_ ? 1U : 0U;
}

void PmuOracle::visit_instruction_counter(std::uint64_t occurrences,
                                          const ExecutionContext& context) {
  if (!config_.instruction_counter || !may_count(kInstruction, context)) {
    return;
  }
  const RegValue before = state.instruction_counter;
  state.instruction_counter += occurrences;
  seen.instruction_counter += occurrences != 0 ? 1U : 0U;
  if (state.instruction_counter < before) {
    state.overflow |= RegValue{1} << kInstruction;
  }
}

bool PmuOracle::condition(unsigned counter, std::uint64_t amount) const {
  const RegValue type = state.event_type[counter];
  const bool has_threshold = config_.threshold_bits > 0;
  const RegValue threshold = has_threshold ? field(type, 43, 32) : 0;
  const RegValue compare = has_threshold ? field(type, 63, 62) : 0;
  switch (compare) {
    case 0:
      return amount != threshold;
    case 1:
      return amount == threshold;
    case 2:
      return amount >= threshold;
    default:
      return amount < threshold;
  }
}

/// Without FEAT_PMUv3_EDGE there is no history.
void PmuOracle::set_history(unsigned counter, bool condition) {
  if (!config_.edge) {
    return;
  }
  state.edge_condition &= ~(std::uint32_t{1} << counter);
  state.edge_condition |= static_cast<std::uint32_t>(condition) << counter;
}

std::uint64_t PmuOracle::through_threshold(unsigned counter, std::uint64_t amount) {
  const RegValue type = state.event_type[counter];
  const bool now = condition(counter, amount);
  const bool before = bit(state.edge_condition, counter);
  set_history(counter, now);
  const bool counts_cycles = config_.threshold_bits > 0 && bit(type, 61);
  if (config_.edge && bit(type, 60)) {
    const bool edge = counts_cycles ? (now && !before) : (now != before);
    seen.edge += edge ? 1U : 0U;
    return edge ? 1U : 0U;
  }
  if (!now) {
    seen.threshold_drop += amount != 0 ? 1U : 0U;
    return 0;
  }
  return counts_cycles ? 1 : amount;
}

void PmuOracle::visit_event_counter(unsigned counter, const ExecutionContext& context) {
  const std::uint64_t amount = accumulator_[counter];
  accumulator_[counter] = 0;
  if (!may_count(counter, context)) {
    if (config_.readings.edge_history_is_previous_cycle) {
      set_history(counter, condition(counter, 0));
    }
    return;
  }
  const RegValue selected = field(state.event_type[counter], 15, 0);
  seen.software += selected == 0 ? amount : 0U;
  increase(counter, through_threshold(counter, amount));
}

void PmuOracle::increase(unsigned counter, std::uint64_t increment) {
  const RegValue before = state.event_counter[counter];
  bool long_counter = false;
  if (config_.version >= PmuVersion::p5) {
    state.event_counter[counter] = before + increment;
    long_counter = is_second_range(counter) ? bit(state.mdcr_el2, 26) : bit(state.pmcr, 7);
  } else {
    state.event_counter[counter] = (before + increment) % (RegValue{1} << 32);
  }
  // Room below the overflow position, in a type that holds 2^64.
  __extension__ using Wide = unsigned __int128;
  const Wide limit = Wide{1} << (long_counter ? 64 : 32);
  const Wide low_part = Wide{before} % limit;
  if (low_part + increment < limit) {
    return;
  }
  state.overflow |= RegValue{1} << counter;
  ++seen.overflow;
  seen.overflow64 += long_counter ? 1U : 0U;
  seen.jump_over += low_part + increment > limit ? 1U : 0U;
  if (!long_counter) {
    give_chain(counter);
  }
}

void PmuOracle::give_chain(unsigned counter) {
  const unsigned next = counter + 1;
  if (counter % 2 != 0 || next >= config_.event_counters ||
      field(state.event_type[next], 15, 0) != 0x1e) {
    return;
  }
  if (config_.readings.no_chain_across_ranges && is_second_range(next) &&
      !is_second_range(counter)) {
    return;
  }
  accumulator_[next] += 1;
  ++seen.chain;
  seen.chain_threshold += field(state.event_type[next], 63, 60) != 0 ? 1U : 0U;
}

void PmuOracle::visit_cycle_counter(const ExecutionContext& context) {
  if (!may_count(kCycle, context)) {
    return;
  }
  const bool lc = !config_.aarch32 || bit(state.pmcr, 6);
  if (!lc && bit(state.pmcr, 3)) {
    state.divider = static_cast<std::uint8_t>(state.divider + 1);
    if (state.divider < 64) {
      return;
    }
    state.divider = 0;
    ++seen.divided;
  }
  ++state.cycle_counter;
  const bool overflowed = lc ? state.cycle_counter == 0 : field(state.cycle_counter, 31, 0) == 0;
  if (overflowed) {
    state.overflow |= RegValue{1} << kCycle;
    ++seen.overflow;
    seen.overflow64 += lc ? 1U : 0U;
  }
}

bool PmuOracle::interrupt_level() const {
  for (unsigned counter = 0; counter <= kInstruction; ++counter) {
    if (bit(state.overflow, counter) && bit(state.interrupt_enable, counter) &&
        range_enabled(counter)) {
      return true;
    }
  }
  return false;
}

}  // namespace pmusim::test
