// SPDX-License-Identifier: Apache-2.0
#include "tests/property/models/pmu/random_pmu.h"

#include <algorithm>
#include <string>

#include "models/common/expect.h"

namespace pmusim::test {
namespace {

constexpr std::initializer_list<unsigned> kEventNumbers{
    0x24, 0x24, 0x3c, 0x08, 0x08, 0x11, 0x00, 0x00, 0x4006};

RegValue flag(bool value, unsigned position) {
  return static_cast<RegValue>(value) << position;
}

/// Half of the filters count everywhere, the others are anything.
RegValue random_filter(Draw& draw) {
  constexpr RegValue kCountAtEl2 = RegValue{1} << 27U;
  return draw.one_in(2) ? kCountAtEl2 : draw.bits() & 0xffff'0000U;
}

RegValue random_event_type(Draw& draw, const PmuConfig& config, unsigned counter) {
  const bool chain = counter % 2 != 0 ? !draw.one_in(3) : draw.one_in(12);
  const RegValue event = chain ? 0x1e : RegValue{draw.pick(kEventNumbers)};
  const RegValue threshold = draw.one_in(2) ? 0 : random_threshold(draw, config.edge);
  return event | random_filter(draw) | threshold;
}

/// Close below an overflow position, or anywhere.
RegValue random_value(Draw& draw) {
  const RegValue away = draw.between(1, draw.pick<std::uint64_t>({3, 40, 400, 3000, 100'000}));
  switch (draw.below(8)) {
    case 0:
      return draw.bits();
    case 1:
    case 2:
      return 0 - away;
    case 3:
      return (RegValue{draw.below(1000)} << 32U) + draw.below(1000);
    default:
      return (draw.one_in(2) ? 0 : draw.bits() << 32U) + (RegValue{1} << 32U) - away;
  }
}

RegValue random_counters(Draw& draw) {
  RegValue bits = 0;
  for (unsigned counter = 0; counter <= kInstructionCounter; ++counter) {
    bits |= flag(draw.one_in(12), counter);
  }
  return bits;
}

RegValue random_control(Draw& draw) {
  RegValue value = flag(!draw.one_in(8), 0);
  for (const unsigned position : {3U, 5U, 9U}) {
    value |= flag(draw.one_in(2), position);
  }
  return value | flag(draw.one_in(3), 6) | flag(draw.one_in(3), 7);
}

RegValue random_mdcr_el2(Draw& draw, const PmuConfig& config) {
  const unsigned least = config.hpmn0 || config.event_counters == 0 ? 0 : 1;
  const RegValue hpmn = draw.between(least, config.event_counters);
  return hpmn | flag(!draw.one_in(4), 7) | flag(draw.one_in(4), 17) | flag(draw.one_in(4), 23) |
         flag(draw.one_in(2), 26) | flag(draw.one_in(2), 29);
}

RegValue random_mdcr_el3(Draw& draw) {
  return flag(!draw.one_in(3), 17) | flag(draw.one_in(4), 23) | flag(draw.one_in(4), 34) |
         flag(draw.one_in(4), 35);
}

/// The register called `name`, which exists.
PmuRegister named(const std::string& name) {
  const auto reg = find_register(name);
  PMUSIM_EXPECT(reg.has_value(), "a test names a register that does not exist");
  return *reg;
}

void write(PmuCore& core, const std::string& name, RegValue value) {
  static_cast<void>(core.write(encoding_of(named(name)), value, highest_context(core.config())));
}

}  // namespace

PmuConfig random_config(Draw& draw) {
  PmuConfig config;
  config.version = draw.pick({PmuVersion::p0,
                              PmuVersion::p1,
                              PmuVersion::p4,
                              PmuVersion::p5,
                              PmuVersion::p7,
                              PmuVersion::p8,
                              PmuVersion::p9,
                              PmuVersion::p9,
                              PmuVersion::p9});
  config.event_counters =
      static_cast<unsigned>(draw.one_in(12) ? draw.pick({0U, 1U, 31U}) : draw.between(2, 8));
  config.el2 = !draw.one_in(5);
  config.el3 = !draw.one_in(4);
  config.secure_el2 = config.el2 && config.el3 && draw.one_in(2);
  config.rme = config.el2 && config.el3 && draw.one_in(3);
  const bool threshold = config.at_least(PmuVersion::p4) && !draw.one_in(4);
  config.threshold_bits = threshold ? draw.pick({12U, 12U, 12U, 5U}) : 0;
  config.edge = threshold && !draw.one_in(3);
  config.instruction_counter = config.at_least(PmuVersion::p9) && !draw.one_in(4);
  config.hpmn0 = config.event_counters == 0 || draw.one_in(2);
  config.aarch32 = draw.one_in(2);
  if (draw.one_in(2)) {
    for (const ReadingDesc& reading : reading_table()) {
      config.readings.*reading.flag = draw.one_in(2);
    }
  }
  return config;
}

PmuState random_state(Draw& draw, const PmuConfig& config) {
  PmuState state = reset_state(config);
  const auto set = [&](const std::string& name, RegValue value) {
    set_raw(config, state, named(name), value);
  };
  set("PMCR_EL0", random_control(draw));
  set("MDCR_EL2", random_mdcr_el2(draw, config));
  set("MDCR_EL3", random_mdcr_el3(draw));
  set("PMCNTEN", ~random_counters(draw));
  set("PMINTEN", draw.bits());
  set("PMOVS", draw.one_in(3) ? random_counters(draw) : 0);
  set("PMCCFILTR_EL0", random_filter(draw));
  set("PMICFILTR_EL0", random_filter(draw));
  set("PMCCNTR_EL0", random_value(draw));
  set("PMICNTR_EL0", random_value(draw));
  for (unsigned counter = 0; counter < config.event_counters; ++counter) {
    const std::string index = std::to_string(counter);
    set("PMEVTYPER" + index + "_EL0", random_event_type(draw, config, counter));
    set("PMEVCNTR" + index + "_EL0", random_value(draw));
  }
  state.edge_condition = static_cast<std::uint32_t>(draw.bits());
  state.divider = static_cast<std::uint8_t>(draw.below(64));
  return state;
}

ExecutionContext random_context(Draw& draw, const PmuConfig& config) {
  using enum SecurityState;
  ExecutionContext context;
  context.debug_state = draw.one_in(30);
  const std::uint64_t level = draw.below(config.el3 ? 4 : 3);
  if (level == 3) {
    context.level = ExceptionLevel::el3;
    context.security = config.rme ? root : secure;
    return context;
  }
  context.security = draw.pick({non_secure, non_secure, secure, realm});
  if ((context.security == secure && !config.el3) || (context.security == realm && !config.rme)) {
    context.security = non_secure;
  }
  const bool has_el2 = context.security == secure ? config.secure_el2 : config.el2;
  context.level = level == 2 && !has_el2 ? ExceptionLevel::el1 : static_cast<ExceptionLevel>(level);
  return context;
}

ExecutionContext highest_context(const PmuConfig& config) {
  if (config.el3) {
    return {.level = ExceptionLevel::el3,
            .security = config.rme ? SecurityState::root : SecurityState::secure};
  }
  return {.level = config.el2 ? ExceptionLevel::el2 : ExceptionLevel::el1};
}

std::unique_ptr<ScriptedActivity> random_activity(Draw& draw, std::uint64_t cycles) {
  auto activity =
      std::make_unique<ScriptedActivity>(draw.pick<std::uint64_t>({0, 0, 3, 100}), draw.bits());
  for (const EventId event : {EventId{0x24}, EventId{0x3c}, EventId{0x08}, EventId{0x4006}}) {
    if (draw.one_in(12)) {
      continue;  // does not happen
    }
    for (std::uint64_t left = cycles; left != 0;) {
      const std::uint64_t length = std::min(left, draw.between(1, cycles));
      activity->add(event, random_segment(draw, length));
      left -= length;
    }
  }
  return activity;
}

std::vector<CycleEvents> written_out(const ScriptedActivity& activity, std::uint64_t cycles) {
  std::vector<CycleEvents> all(cycles);
  for (const EventId event : activity.events()) {
    for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
      all[cycle].emplace_back(event.value(), activity.amount(event, cycle));
    }
  }
  return all;
}

void random_write(Draw& draw, PmuCore& core, PmuOracle& oracle) {
  const PmuConfig& config = core.config();
  const auto counter = static_cast<unsigned>(draw.below(std::max(config.event_counters, 1U)));
  const bool has_counter = config.event_counters != 0;
  const std::string index = std::to_string(counter);
  const RegValue bits = draw.one_in(3) ? ~RegValue{0} : random_counters(draw) << 1U;
  const std::uint64_t choice = draw.below(20);
  if (choice < 4) {
    write(core, "PMOVSCLR_EL0", bits);
    oracle.write_pmovsclr(bits);
  } else if (choice < 11) {
    write(core, "PMSWINC_EL0", bits);
    oracle.write_pmswinc(bits);
  } else if (choice == 11) {
    write(core, "PMOVSSET_EL0", bits);
    oracle.write_pmovsset(bits);
  } else if (choice == 12) {
    write(core, "PMCNTENCLR_EL0", bits);
    oracle.write_pmcntenclr(bits);
  } else if (choice == 13) {
    write(core, "PMCNTENSET_EL0", bits);
    oracle.write_pmcntenset(bits);
  } else if (choice == 14) {
    const RegValue value = random_control(draw) | flag(draw.one_in(8), 1) | flag(draw.one_in(8), 2);
    write(core, "PMCR_EL0", value);
    oracle.write_pmcr(value);
  } else if (choice == 15) {
    write(core, "PMINTENSET_EL1", bits);
    oracle.write_pmintenset(bits);
  } else if (choice == 16) {
    write(core, "PMINTENCLR_EL1", bits);
    oracle.write_pmintenclr(bits);
  } else if (choice == 17) {
    const RegValue value = random_value(draw);
    write(core, "PMCCNTR_EL0", value);
    oracle.write_pmccntr(value);
  } else if (choice == 18 && has_counter) {
    const RegValue value = random_event_type(draw, config, counter);
    write(core, "PMEVTYPER" + index + "_EL0", value);
    oracle.write_pmevtyper(counter, value);
  } else if (has_counter) {
    const RegValue value = random_value(draw);
    write(core, "PMEVCNTR" + index + "_EL0", value);
    oracle.write_pmevcntr(counter, value);
  }
}

}  // namespace pmusim::test
