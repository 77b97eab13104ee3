// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/counting_rules.h"

#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

using enum ExceptionLevel;
using enum SecurityState;

constexpr RegValue kE = 1;
constexpr RegValue kDp = 1U << 5U;
constexpr RegValue kFzo = 1U << 9U;
constexpr RegValue kHpme = 1U << 7U;
constexpr RegValue kHpmd = 1U << 17U;
constexpr RegValue kHccd = 1U << 23U;
constexpr RegValue kHpmfzo = 1U << 29U;
constexpr RegValue kSpme = 1U << 17U;
constexpr RegValue kSccd = 1U << 23U;
constexpr RegValue kMccd = RegValue{1} << 34U;
constexpr RegValue kMpmx = RegValue{1} << 35U;
constexpr unsigned kFirst = 0;   ///< an event counter of the first range
constexpr unsigned kSecond = 3;  ///< one of the second range
constexpr unsigned kCycle = 31;
constexpr unsigned kInstruction = 32;

PmuConfig config_of(PmuVersion version, bool rme = false) {
  PmuConfig config;
  config.version = version;
  config.secure_el2 = true;
  config.rme = rme;
  config.instruction_counter = version == PmuVersion::p9;
  config.readings = readings_of(PmuProfile::pseudocode);
  return config;
}

/// Three counters in each range, everything enabled, every filter open.
PmuState open_state() {
  PmuState state;
  constexpr RegValue kCountEverywhere = 1U << 27U;
  state.pmcr = kE;
  state.mdcr_el2 = kHpme | 3U;
  state.mdcr_el3 = kSpme;
  state.count_enable = ~RegValue{0};
  state.event_type.fill(kEvent.value() | kCountEverywhere);
  state.cycle_filter = state.instruction_filter = kCountEverywhere;
  return state;
}

CountStatus status(const PmuConfig& config,
                   const PmuState& state,
                   unsigned counter,
                   const ExecutionContext& context = kEl1) {
  return count_status(config, state, state.overflow, counter, context);
}

}  // namespace

TEST_CASE("with everything open every counter counts everywhere", "[pmu][rules]") {
  const PmuConfig config = config_of(PmuVersion::p9);
  for (const unsigned counter : {kFirst, kSecond, kCycle, kInstruction}) {
    for (const auto& context : {kEl0, kEl1, kEl2, kEl3, at(el1, secure), at(el2, secure)}) {
      CAPTURE(counter, to_string(context.level));
      CHECK(status(config, open_state(), counter, context) == CountStatus::counting);
    }
  }
}

TEST_CASE("E enables the first range and both fixed counters, HPME the second range",
          "[pmu][rules][enable]") {
  const PmuConfig config = config_of(PmuVersion::p9);
  PmuState state = open_state();
  state.pmcr = 0;
  CHECK(status(config, state, kFirst) == CountStatus::disabled);
  CHECK(status(config, state, kCycle) == CountStatus::disabled);
  CHECK(status(config, state, kInstruction) == CountStatus::disabled);
  CHECK(status(config, state, kSecond) == CountStatus::counting);
  CHECK_FALSE(is_switched_off(config, state));
  state.pmcr = kE;
  state.mdcr_el2 &= ~kHpme;
  CHECK(status(config, state, kFirst) == CountStatus::counting);
  CHECK(status(config, state, kSecond) == CountStatus::disabled);
  CHECK_FALSE(is_switched_off(config, state));
  state.pmcr = 0;
  CHECK(is_switched_off(config, state));
}

TEST_CASE("the ranges do not depend on the Exception level or on EL2 being enabled",
          "[pmu][rules][enable]") {
  const PmuConfig config = config_of(PmuVersion::p9);
  PmuState state = open_state();
  state.pmcr = 0;
  ExecutionContext context = at(el1, secure);
  context.secure_el2_enabled = false;
  CHECK(status(config, state, kSecond, context) == CountStatus::counting);
  CHECK(status(config, state, kSecond, kEl3) == CountStatus::counting);
  CHECK(status(config, state, kFirst, kEl3) == CountStatus::disabled);
}

TEST_CASE("HPMN divides the ranges: below it first, from it on second", "[pmu][rules][enable]") {
  PmuConfig config = config_of(PmuVersion::p9);
  PmuState state = open_state();
  for (const unsigned hpmn : {0U, 1U, 3U, 6U}) {
    state.mdcr_el2 = hpmn;
    for (unsigned counter = 0; counter < 6; ++counter) {
      CAPTURE(hpmn, counter);
      CHECK(((second_range(config, state) >> counter) & 1U) == (counter >= hpmn ? 1U : 0U));
    }
  }
  config.el2 = config.secure_el2 = false;
  state.mdcr_el2 = 0;
  CHECK(second_range(config, state) == 0);
}

TEST_CASE("a counter needs its own enable bit", "[pmu][rules][enable]") {
  const PmuConfig config = config_of(PmuVersion::p9);
  for (const unsigned counter : {kFirst, kSecond, kCycle, kInstruction}) {
    PmuState state = open_state();
    state.count_enable = ~(RegValue{1} << counter);
    CHECK(status(config, state, counter) == CountStatus::disabled);
    state.count_enable = RegValue{1} << counter;
    CHECK(status(config, state, counter) == CountStatus::counting);
  }
}

TEST_CASE("nothing counts in Debug state", "[pmu][rules]") {
  ExecutionContext halted = kEl1;
  halted.debug_state = true;
  for (const unsigned counter : {kFirst, kSecond, kCycle, kInstruction}) {
    CHECK(status(config_of(PmuVersion::p9), open_state(), counter, halted) ==
          CountStatus::debug_state);
  }
}

TEST_CASE("SPME and MPMX prohibit as the four combinations say", "[pmu][rules][prohibit]") {
  struct Row {
    RegValue control;
    bool secure_first, secure_second, el3_first, el3_second;  ///< counts there
  };

  // clang-format off
  const Row row = GENERATE(
      Row{0, false, false, false, false},
      Row{kMpmx, true, true, false, false},
      Row{kSpme, true, true, true, true},
      Row{kSpme | kMpmx, true, true, false, true});
  // clang-format on
  const PmuConfig config = config_of(PmuVersion::p9);
  PmuState state = open_state();
  state.mdcr_el3 = row.control;
  const auto counts = [&](unsigned counter, const ExecutionContext& context) {
    return status(config, state, counter, context) == CountStatus::counting;
  };
  CAPTURE(row.control);
  for (const auto level : {el0, el1, el2}) {
    CHECK(counts(kFirst, at(level, secure)) == row.secure_first);
    CHECK(counts(kInstruction, at(level, secure)) == row.secure_first);
    CHECK(counts(kSecond, at(level, secure)) == row.secure_second);
    CHECK(counts(kFirst, at(level)));  // Non-secure state is never prohibited by these
    CHECK(counts(kSecond, at(level)));
  }
  CHECK(counts(kFirst, kEl3) == row.el3_first);
  CHECK(counts(kInstruction, kEl3) == row.el3_first);
  CHECK(counts(kSecond, kEl3) == row.el3_second);
}

TEST_CASE("MPMX does not exist before PMUv3p7, and without EL3 nothing is prohibited",
          "[pmu][rules][prohibit]") {
  PmuState state = open_state();
  state.mdcr_el3 = kMpmx | kSpme;
  CHECK(status(config_of(PmuVersion::p5), state, kFirst, kEl3) == CountStatus::counting);
  state.mdcr_el3 = 0;
  PmuConfig config = config_of(PmuVersion::p9);
  config.el3 = config.secure_el2 = false;
  CHECK(status(config, state, kFirst, at(el1, secure)) == CountStatus::counting);
}

TEST_CASE("HPMD prohibits the first range at EL2 only, from PMUv3p1 on", "[pmu][rules][prohibit]") {
  PmuState state = open_state();
  state.mdcr_el2 |= kHpmd;
  const PmuConfig config = config_of(PmuVersion::p9);
  for (const auto security : {non_secure, secure}) {
    CHECK(status(config, state, kFirst, at(el2, security)) == CountStatus::prohibited);
    CHECK(status(config, state, kInstruction, at(el2, security)) == CountStatus::prohibited);
    CHECK(status(config, state, kSecond, at(el2, security)) == CountStatus::counting);
  }
  CHECK(status(config, state, kFirst, kEl1) == CountStatus::counting);
  CHECK(status(config, state, kFirst, kEl3) == CountStatus::counting);
  CHECK(status(config_of(PmuVersion::p1), state, kFirst, kEl2) == CountStatus::prohibited);
  CHECK(status(config_of(PmuVersion::p0), state, kFirst, kEl2) == CountStatus::counting);
}

TEST_CASE("prohibition reaches the cycle counter only through DP", "[pmu][rules][prohibit]") {
  const PmuConfig config = config_of(PmuVersion::p9);
  PmuState state = open_state();
  state.mdcr_el2 |= kHpmd;
  state.mdcr_el3 = 0;
  for (const auto& context : {kEl2, kEl3, at(el1, secure)}) {
    state.pmcr = kE;
    CHECK(status(config, state, kCycle, context) == CountStatus::counting);
    state.pmcr = kE | kDp;
    CHECK(status(config, state, kCycle, context) == CountStatus::prohibited);
  }
}

TEST_CASE("SCCD, HCCD and MCCD stop the cycle counter alone, whatever DP says",
          "[pmu][rules][prohibit]") {
  const auto dp = GENERATE(RegValue{0}, kDp);
  const PmuConfig config = config_of(PmuVersion::p9);
  PmuState state = open_state();
  state.pmcr |= dp;
  const auto stopped = [&](const PmuConfig& which, const ExecutionContext& context) {
    CHECK(status(which, state, kFirst, context) == CountStatus::counting);
    return status(which, state, kCycle, context) == CountStatus::prohibited;
  };
  SECTION("SCCD in Secure state, from PMUv3p5") {
    state.mdcr_el3 |= kSccd;
    CHECK(stopped(config, at(el0, secure)));
    CHECK(stopped(config, kEl3));
    CHECK_FALSE(stopped(config, kEl1));
    CHECK_FALSE(stopped(config_of(PmuVersion::p4), at(el0, secure)));
  }
  SECTION("HCCD at EL2, from PMUv3p5") {
    state.mdcr_el2 |= kHccd;
    CHECK(stopped(config, kEl2));
    CHECK(stopped(config, at(el2, secure)));
    CHECK_FALSE(stopped(config, kEl1));
    CHECK_FALSE(stopped(config, kEl3));
    CHECK_FALSE(stopped(config_of(PmuVersion::p4), kEl2));
  }
  SECTION("MCCD at EL3, from PMUv3p7") {
    state.mdcr_el3 |= kMccd;
    CHECK(stopped(config, kEl3));
    CHECK_FALSE(stopped(config, at(el2, secure)));
    CHECK_FALSE(stopped(config_of(PmuVersion::p5), kEl3));
  }
}

TEST_CASE("FZO freezes the first range on first-range flags, HPMFZO the second on its own",
          "[pmu][rules][freeze]") {
  const PmuConfig config = config_of(PmuVersion::p9);
  PmuState state = open_state();
  state.pmcr |= kFzo | kDp;
  state.mdcr_el2 |= kHpmfzo;
  const auto frozen = [&](unsigned counter) {
    return status(config, state, counter) == CountStatus::frozen;
  };
  SECTION("a first-range flag, even of a disabled counter") {
    state.overflow = 1U << 2U;
    state.count_enable &= ~RegValue{1U << 2U};
    CHECK(frozen(kFirst));
    CHECK(frozen(kCycle));
    CHECK(frozen(kInstruction));
    CHECK_FALSE(frozen(kSecond));
  }
  SECTION("the flag of the instruction counter") {
    state.overflow = RegValue{1} << 32U;
    CHECK(frozen(kFirst));
    CHECK_FALSE(frozen(kSecond));
  }
  SECTION("a second-range flag") {
    state.overflow = 1U << 5U;
    CHECK(frozen(kSecond));
    CHECK_FALSE(frozen(kFirst));
    CHECK_FALSE(frozen(kCycle));
  }
  SECTION("without its control a range does not freeze") {
    state.overflow = 1U << 0U | 1U << 5U;
    state.pmcr &= ~kFzo;
    CHECK_FALSE(frozen(kFirst));
    CHECK(frozen(kSecond));
    state.pmcr |= kFzo;
    state.mdcr_el2 &= ~kHpmfzo;
    CHECK(frozen(kFirst));
    CHECK_FALSE(frozen(kSecond));
  }
  SECTION("the cycle counter freezes with DP only") {
    state.overflow = 1U << 0U;
    state.pmcr &= ~kDp;
    CHECK_FALSE(frozen(kCycle));
  }
  SECTION("before PMUv3p7 nothing freezes") {
    state.overflow = ~RegValue{0};
    for (const unsigned counter : {kFirst, kSecond, kCycle}) {
      CHECK(status(config_of(PmuVersion::p5), state, counter) == CountStatus::counting);
    }
  }
}

TEST_CASE("a flag set earlier in a cycle freezes the later visits of that cycle",
          "[pmu][rules][freeze]") {
  PmuBench bench{config_of(PmuVersion::p9)};
  bench.set("MDCR_EL2", 6).set("PMCR_EL0", kFzo);
  count_event(bench, 0, 10);
  count_event(bench, 1, 0xffff'ffff);
  count_event(bench, 2, 10);
  bench.events({1, 1});
  CHECK(bench.counter(0) == 11);  // visited ahead of the overflow
  CHECK(bench.counter(1) == 0x1'0000'0000);
  CHECK(bench.counter(2) == 10);  // frozen from the first cycle on
  CHECK(bench.flags() == 2);
}

TEST_CASE("the reasons not to count have names", "[pmu][rules]") {
  CHECK(to_string(CountStatus::counting) == "counting");
  CHECK(to_string(CountStatus::debug_state) == "debug_state");
  CHECK(to_string(CountStatus::disabled) == "disabled");
  CHECK(to_string(CountStatus::prohibited) == "prohibited");
  CHECK(to_string(CountStatus::frozen) == "frozen");
  CHECK(to_string(CountStatus::filtered) == "filtered");
}
