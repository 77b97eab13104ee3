// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/counting_rules.h"

namespace pmusim {
namespace {

using namespace regs;

constexpr RegValue bit(unsigned index) {
  return RegValue{1} << index;
}

constexpr RegValue kEventCounterBits = bit(kCycleCounter) - 1;

/// "First-like": every counter but the event counters of the second range.
bool in_second_range(const PmuConfig& config, const PmuState& state, unsigned counter) {
  return counter < kCycleCounter && (second_range(config, state) & bit(counter)) != 0;
}

/// Secure state for the purpose of SPME, MPMX and SCCD.
bool counts_as_secure(const PmuConfig& config, const ExecutionContext& context) {
  if (!config.el3) {
    return false;
  }
  if (context.security == SecurityState::secure) {
    return true;  // without RME this includes EL3
  }
  return context.security == SecurityState::root && config.readings.secure_controls_cover_root;
}

bool prohibited_in_secure_state(const PmuConfig& config,
                                const PmuState& state,
                                const ExecutionContext& context) {
  if (!counts_as_secure(config, context) || is_set<kMdcrEl3, "SPME">(state.mdcr_el3)) {
    return false;
  }
  if (config.at_least(PmuVersion::p7)) {
    return !is_set<kMdcrEl3, "MPMX">(state.mdcr_el3);
  }
  return config.readings.spme_prohibits_before_p7;
}

bool prohibited_at_el3(const PmuConfig& config,
                       const PmuState& state,
                       unsigned counter,
                       const ExecutionContext& context) {
  if (context.level != ExceptionLevel::el3 || !config.at_least(PmuVersion::p7) ||
      !is_set<kMdcrEl3, "MPMX">(state.mdcr_el3)) {
    return false;
  }
  if (!is_set<kMdcrEl3, "SPME">(state.mdcr_el3)) {
    return true;
  }
  const bool excepted = counter == kInstructionCounter &&
                        config.readings.instruction_counter_runs_at_el3 && config.el2;
  return !in_second_range(config, state, counter) && !excepted;
}

bool prohibited_at_el2(const PmuConfig& config,
                       const PmuState& state,
                       unsigned counter,
                       const ExecutionContext& context) {
  return context.level == ExceptionLevel::el2 && config.at_least(PmuVersion::p1) &&
         is_set<kMdcrEl2, "HPMD">(state.mdcr_el2) && !in_second_range(config, state, counter);
}

bool events_prohibited(const PmuConfig& config,
                       const PmuState& state,
                       unsigned counter,
                       const ExecutionContext& context) {
  return prohibited_in_secure_state(config, state, context) ||
         prohibited_at_el3(config, state, counter, context) ||
         prohibited_at_el2(config, state, counter, context);
}

/// SCCD, HCCD and MCCD: the controls of the cycle counter alone, whatever DP says.
bool cycle_counter_stopped(const PmuConfig& config,
                           const PmuState& state,
                           const ExecutionContext& context) {
  const bool secure = counts_as_secure(config, context) && is_set<kMdcrEl3, "SCCD">(state.mdcr_el3);
  const bool el2 = context.level == ExceptionLevel::el2 && is_set<kMdcrEl2, "HCCD">(state.mdcr_el2);
  const bool el3 = context.level == ExceptionLevel::el3 && is_set<kMdcrEl3, "MCCD">(state.mdcr_el3);
  return (config.at_least(PmuVersion::p5) && (secure || el2)) ||
         (config.at_least(PmuVersion::p7) && el3);
}

}  // namespace

std::string_view to_string(CountStatus status) {
  switch (status) {
    case CountStatus::counting:
      return "counting";
    case CountStatus::debug_state:
      return "debug_state";
    case CountStatus::disabled:
      return "disabled";
    case CountStatus::prohibited:
      return "prohibited";
    case CountStatus::frozen:
      return "frozen";
    case CountStatus::filtered:
      return "filtered";
  }
  return "?";
}

bool el2_enabled(const PmuConfig& config, const ExecutionContext& context) {
  if (!config.el2) {
    return false;
  }
  switch (context.security) {
    case SecurityState::non_secure:
    case SecurityState::realm:
      return true;
    case SecurityState::secure:
      return config.secure_el2 && context.secure_el2_enabled;
    case SecurityState::root:
      return false;
  }
  return false;
}

bool is_globally_enabled(const PmuConfig& config, const PmuState& state, unsigned counter) {
  return in_second_range(config, state, counter) ? is_set<kMdcrEl2, "HPME">(state.mdcr_el2)
                                                 : is_set<kPmcrEl0, "E">(state.pmcr);
}

bool is_enabled(const PmuConfig& config, const PmuState& state, unsigned counter) {
  return (state.count_enable & bit(counter)) != 0 && is_globally_enabled(config, state, counter);
}

bool is_prohibited(const PmuConfig& config,
                   const PmuState& state,
                   unsigned counter,
                   const ExecutionContext& context) {
  if (counter != kCycleCounter) {
    return events_prohibited(config, state, counter, context);
  }
  const bool by_events =
      is_set<kPmcrEl0, "DP">(state.pmcr) && events_prohibited(config, state, counter, context);
  return by_events || cycle_counter_stopped(config, state, context);
}

RegValue freezing_flags(const PmuConfig& config, const PmuState& state, unsigned counter) {
  if (!config.at_least(PmuVersion::p7)) {
    return 0;
  }
  if (in_second_range(config, state, counter)) {
    return is_set<kMdcrEl2, "HPMFZO">(state.mdcr_el2) ? second_range(config, state) : 0;
  }
  if (!is_set<kPmcrEl0, "FZO">(state.pmcr) ||
      (counter == kCycleCounter && !is_set<kPmcrEl0, "DP">(state.pmcr))) {
    return 0;
  }
  const RegValue cycle_flag = config.readings.cycle_flag_never_freezes ? 0 : bit(kCycleCounter);
  return (kEventCounterBits & ~second_range(config, state)) | cycle_flag | bit(kInstructionCounter);
}

bool is_filtered(RegValue filter, const ExecutionContext& context) {
  const bool p = is_set<kPmevtyperEl0, "P">(filter);
  const bool u = is_set<kPmevtyperEl0, "U">(filter);
  const bool nsh = is_set<kPmevtyperEl0, "NSH">(filter);
  const bool non_secure = context.security == SecurityState::non_secure;
  const bool realm = context.security == SecurityState::realm;
  switch (context.level) {
    case ExceptionLevel::el0:
      return u != ((non_secure && is_set<kPmevtyperEl0, "NSU">(filter)) ||
                   (realm && is_set<kPmevtyperEl0, "RLU">(filter)));
    case ExceptionLevel::el1:
      return p != ((non_secure && is_set<kPmevtyperEl0, "NSK">(filter)) ||
                   (realm && is_set<kPmevtyperEl0, "RLK">(filter)));
    case ExceptionLevel::el2: {
      const bool other =
          (context.security == SecurityState::secure && is_set<kPmevtyperEl0, "SH">(filter)) ||
          (realm && is_set<kPmevtyperEl0, "RLH">(filter));
      return nsh == other;
    }
    case ExceptionLevel::el3:
      return p != is_set<kPmevtyperEl0, "M">(filter);
  }
  return false;
}

RegValue filter_of(const PmuState& state, unsigned counter) {
  switch (counter) {
    case kCycleCounter:
      return state.cycle_filter;
    case kInstructionCounter:
      return state.instruction_filter;
    default:
      return state.event_type[counter];
  }
}

CountStatus range_status(const PmuConfig& config,
                         const PmuState& state,
                         RegValue flags,
                         unsigned counter,
                         const ExecutionContext& context) {
  if (context.debug_state) {
    return CountStatus::debug_state;
  }
  if (!is_globally_enabled(config, state, counter)) {
    return CountStatus::disabled;
  }
  if (is_prohibited(config, state, counter, context)) {
    return CountStatus::prohibited;
  }
  const bool frozen = (flags & freezing_flags(config, state, counter)) != 0;
  return frozen ? CountStatus::frozen : CountStatus::counting;
}

CountStatus counter_status(const PmuConfig& config,
                           const PmuState& state,
                           CountStatus range,
                           unsigned counter,
                           const ExecutionContext& context) {
  if (range == CountStatus::debug_state) {
    return range;
  }
  if ((state.count_enable & bit(counter)) == 0) {
    return CountStatus::disabled;
  }
  if (range != CountStatus::counting) {
    return range;
  }
  // CHAIN exists for odd counters only; an even one that selects it is an ordinary counter.
  const bool ignores_filter = config.readings.chain_ignores_filter && counter < kCycleCounter &&
                              counter % 2 != 0 &&
                              (state.event_type[counter] & 0xffffU) == kChainEventNumber;
  const bool filtered = !ignores_filter && is_filtered(filter_of(state, counter), context);
  return filtered ? CountStatus::filtered : CountStatus::counting;
}

CountStatus count_status(const PmuConfig& config,
                         const PmuState& state,
                         RegValue flags,
                         unsigned counter,
                         const ExecutionContext& context) {
  const CountStatus range = range_status(config, state, flags, counter, context);
  return counter_status(config, state, range, counter, context);
}

RegValue interrupt_mask(const PmuConfig& config, const PmuState& state) {
  const RegValue second = second_range(config, state);
  RegValue globally_enabled = 0;
  if (is_set<kPmcrEl0, "E">(state.pmcr)) {
    globally_enabled |= ~second;
  }
  if (is_set<kMdcrEl2, "HPME">(state.mdcr_el2)) {
    globally_enabled |= second;
  }
  return state.interrupt_enable & globally_enabled;
}

bool is_switched_off(const PmuConfig& config, const PmuState& state) {
  return !is_set<kPmcrEl0, "E">(state.pmcr) &&
         !(config.el2 && is_set<kMdcrEl2, "HPME">(state.mdcr_el2));
}

}  // namespace pmusim
