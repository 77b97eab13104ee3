// SPDX-License-Identifier: Apache-2.0
//
// For each choice that the architecture leaves open, or states in two ways: a case in which the two
// readings differ.
#include <set>

#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr RegValue kE = 1;
constexpr RegValue kFzo = 1U << 9U;
constexpr RegValue kCycleBit = RegValue{1} << 31U;
constexpr RegValue kSpme = 1U << 17U;
constexpr RegValue kMpmx = RegValue{1} << 35U;
constexpr RegValue kSccd = 1U << 23U;
constexpr ExecutionContext kRootEl3{.level = ExceptionLevel::el3, .security = SecurityState::root};

PmuConfig config_with(bool Readings::* flag, bool value, PmuVersion version = PmuVersion::p9) {
  PmuConfig config;
  config.version = version;
  config.secure_el2 = true;
  config.rme = version == PmuVersion::p9;
  config.edge = true;
  config.instruction_counter = version == PmuVersion::p9;
  config.aarch32 = true;
  config.readings = {};
  config.readings.*flag = value;
  return config;
}

std::unique_ptr<ScriptedActivity> retiring() {
  auto activity = std::make_unique<ScriptedActivity>();
  activity->always(kInstRetired, 1);
  return activity;
}

}  // namespace

TEST_CASE("fz_c: the cycle counter's flag freezes the first range, or does not",
          "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::cycle_flag_never_freezes, other)};
  bench.set("PMCR_EL0", kFzo).set("PMOVS", kCycleBit);
  count_event(bench);
  CHECK(bench.events({1, 1}).counter(0) == (other ? 2 : 0));
}

TEST_CASE("fz_c: in neither reading does the flag of the cycle counter freeze the second range",
          "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::cycle_flag_never_freezes, other)};
  bench.set("MDCR_EL2", 1U << 29U | 1U << 7U).set("PMOVS", kCycleBit);
  count_event(bench);
  CHECK(bench.events({1, 1}).counter(0) == 2);
}

TEST_CASE("spme_pre_p7: before PMUv3p7 SPME = 0 prohibits in Secure state, or does not",
          "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  const auto version = GENERATE(PmuVersion::p1, PmuVersion::p5);
  PmuBench bench{config_with(&Readings::spme_prohibits_before_p7, other, version)};
  constexpr RegValue kDp = 1U << 5U;
  bench.set("PMCR_EL0", kDp);
  count_event(bench);
  bench.set("PMCNTEN", 1U | kCycleBit);
  bench.context = at(ExceptionLevel::el1, SecurityState::secure);
  bench.events({1, 1});
  CHECK(bench.counter(0) == (other ? 0 : 2));
  CHECK(bench.cycles() == (other ? 0 : 2));  // DP lets it reach the cycle counter
  bench.set("MDCR_EL3", kSpme).events({1, 1});
  CHECK(bench.counter(0) == (other ? 2 : 4));
}

TEST_CASE("root_el3: with RME, SPME, MPMX and SCCD cover EL3, or do not", "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::secure_controls_cover_root, other)};
  count_event(bench);
  bench.set("PMCNTEN", 1U | kCycleBit).set("MDCR_EL3", kSccd);
  bench.context = kRootEl3;
  bench.events({1, 1});
  CHECK(bench.counter(0) == (other ? 0 : 2));
  CHECK(bench.cycles() == (other ? 0 : 2));
  // In Secure state below EL3 both readings agree.
  bench.context = at(ExceptionLevel::el1, SecurityState::secure);
  bench.set("PMEVCNTR0_EL0", 0).set("PMCCNTR_EL0", 0).events({1, 1});
  CHECK(bench.counter(0) == 0);
  CHECK(bench.cycles() == 0);
}

TEST_CASE("icntr_mpmx: {SPME,MPMX} = {1,1} stops the instruction counter at EL3, or does not",
          "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuConfig config = config_with(&Readings::instruction_counter_runs_at_el3, other);
  const auto counts = [&] {
    PmuBench bench{config};
    bench.set("PMCR_EL0", kE).set("PMCNTEN", RegValue{1} << 32U).set("MDCR_EL3", kSpme | kMpmx);
    bench.context = config.rme ? kRootEl3 : kEl3;
    return bench.run(retiring(), 5).get("PMICNTR_EL0") == 5;
  };
  CHECK(counts() == other);
  config.el2 = config.secure_el2 = config.rme = false;
  CHECK_FALSE(counts());  // the other rule needs EL2
}

TEST_CASE("fz_next: freeze starts at the next visit, or with the next cycle", "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::freeze_from_next_cycle, other)};
  bench.set("PMCR_EL0", kFzo);
  count_event(bench, 0, 0xffff'ffff);
  count_event(bench, 1, 10);
  bench.events({1});
  CHECK(bench.counter(1) == (other ? 11 : 10));
  bench.events({1});
  CHECK(bench.counter(1) == (other ? 11 : 10));
}

TEST_CASE("chain_split: CHAIN crosses into the second range, or does not", "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::no_chain_across_ranges, other)};
  bench.set("MDCR_EL2", 1U << 7U | 1U).set("PMEVTYPER1_EL0", 0x1e);
  count_event(bench, 0, 0xffff'ffff);
  bench.set("PMCNTEN", 3).events({1});
  CHECK(bench.counter(1) == (other ? 0 : 1));
  // Inside one range both readings agree.
  bench.set("MDCR_EL2", 2).set("PMEVCNTR0_EL0", 0xffff'ffff).set("PMEVCNTR1_EL0", 0).events({1});
  CHECK(bench.counter(1) == 1);
}

TEST_CASE("chain_nofilter: the filter of a counter of CHAIN applies, or is ignored",
          "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::chain_ignores_filter, other)};
  constexpr RegValue kNotAtEl1 = RegValue{1} << 31U;
  bench.set("PMEVTYPER1_EL0", 0x1e | kNotAtEl1);
  count_event(bench, 0, 0xffff'ffff);
  bench.set("PMCNTEN", 3).events({1});
  CHECK(bench.counter(1) == (other ? 1 : 0));
  // Other events, and CHAIN in an even counter, are filtered in both readings.
  constexpr RegValue kCountsIdleCycles = RegValue{3} << 61U;
  bench.set("PMEVTYPER2_EL0", 0x1e | kNotAtEl1 | kCountsIdleCycles);
  CHECK(bench.set("PMCNTEN", 7).events({0}).counter(2) == 0);
  bench.set("PMEVTYPER1_EL0", kEvent.value() | kNotAtEl1).set("PMEVCNTR1_EL0", 0).events({1});
  CHECK(bench.counter(1) == 0);
}

namespace {

constexpr RegValue kRisesToTwo = RegValue{0b101'1} << 60U | RegValue{2} << 32U;

}  // namespace

TEST_CASE("edge_prev: the history spans cycles that may not count, or takes them as amount 0",
          "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::edge_history_is_previous_cycle, other)};
  count_event(bench).set("PMEVTYPER0_EL0", kEvent.value() | kRisesToTwo);
  REQUIRE(bench.events({2}).counter(0) == 1);
  bench.set("PMCNTEN", 0).events({2}).set("PMCNTEN", 1);
  CHECK(bench.events({2}).counter(0) == (other ? 2 : 1));
}

TEST_CASE("edge_prev: a cycle in which the counter freezes may not count either",
          "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::edge_history_is_previous_cycle, other)};
  bench.set("PMCR_EL0", kFzo);
  count_event(bench, 0, 0xffff'fff0);
  count_event(bench, 1).set("PMEVTYPER1_EL0", kEvent.value() | kRisesToTwo);
  REQUIRE(bench.events({2}).counter(1) == 1);
  bench.set("PMEVCNTR0_EL0", 0xffff'ffff).events({2});  // counter 0 freezes counter 1
  bench.write("PMOVSCLR_EL0", 1);
  CHECK(bench.events({2}).counter(1) == (other ? 2 : 1));
}

TEST_CASE("edge_init1: the stored condition starts false, or true", "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::edge_history_starts_true, other)};
  count_event(bench).set("PMEVTYPER0_EL0", kEvent.value() | kRisesToTwo);
  CHECK(bench.events({2}).counter(0) == (other ? 0 : 1));
  CHECK(bench.events({0, 2}).counter(0) == (other ? 1 : 2));
}

TEST_CASE("div_phase: setting D makes the next cycle count, or the 64th; a write restarts it",
          "[pmu][readings]") {
  const bool other = GENERATE(false, true);
  PmuBench bench{config_with(&Readings::divider_phase_restarts, other)};
  constexpr RegValue kD = 1U << 3U;
  bench.set("PMCNTEN", kCycleBit).write("PMCR_EL0", kE | kD);
  CHECK(bench.idle(1).cycles() == (other ? 0 : 1));
  CHECK(bench.idle(62).cycles() == (other ? 0 : 1));
  CHECK(bench.idle(1).cycles() == 1);  // the 64th cycle
  CHECK(bench.idle(1).cycles() == (other ? 1 : 2));
  bench.write("PMCR_EL0", kE | kD);
  CHECK(bench.idle(63).cycles() == (other ? 1 : 2));
  CHECK(bench.idle(1).cycles() == (other ? 2 : 3));
}

TEST_CASE("the manual profile takes the manual's side of the three conflicts and no other",
          "[pmu][readings]") {
  std::set<std::string_view> manual;
  std::set<std::string_view> pseudocode;
  for (const ReadingDesc& reading : reading_table()) {
    if (readings_of(PmuProfile::manual).*reading.flag) {
      manual.insert(reading.name);
    }
    if (readings_of(PmuProfile::pseudocode).*reading.flag) {
      pseudocode.insert(reading.name);
    }
  }
  CHECK(manual == std::set<std::string_view>{"fz_c", "spme_pre_p7", "root_el3"});
  CHECK(pseudocode.empty());
  CHECK(PmuConfig{}.readings == readings_of(PmuProfile::manual));
}

TEST_CASE("each reading has a name, a flag of its own and two texts", "[pmu][readings]") {
  std::set<std::string_view> names;
  Readings all;
  for (const ReadingDesc& reading : reading_table()) {
    names.insert(reading.name);
    CHECK_FALSE(all.*reading.flag);
    all.*reading.flag = true;
    CHECK_FALSE(reading.when_false.empty());
    CHECK(reading.when_true != reading.when_false);
  }
  CHECK(names == std::set<std::string_view>{"fz_c",
                                            "spme_pre_p7",
                                            "root_el3",
                                            "icntr_mpmx",
                                            "fz_next",
                                            "chain_split",
                                            "chain_nofilter",
                                            "edge_prev",
                                            "edge_init1",
                                            "div_phase"});
}
