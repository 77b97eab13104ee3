// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/pmu_state.h"

#include <catch2/catch.hpp>

#include "models/pmu/pmu_core.h"

using namespace pmusim;

TEST_CASE("out of reset everything is off and all counters are in the first range",
          "[pmu][state]") {
  PmuConfig config;
  config.event_counters = 9;
  PmuState expected;
  expected.mdcr_el2 = 9;
  CHECK(reset_state(config) == expected);
  CHECK(PmuCore{config}.state() == expected);
  config.el2 = false;
  CHECK(reset_state(config) == PmuState{});
}

TEST_CASE("raw access reaches every register that has state", "[pmu][state]") {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.instruction_counter = true;
  PmuState state;
  RegValue next = 0x11;
  for (const PmuReg reg : {PmuReg::pmcntenset_el0,
                           PmuReg::pmovsset_el0,
                           PmuReg::pmintenset_el1,
                           PmuReg::pmselr_el0,
                           PmuReg::pmuserenr_el0,
                           PmuReg::pmuacr_el1,
                           PmuReg::pmccntr_el0,
                           PmuReg::pmicntr_el0,
                           PmuReg::mdcr_el2}) {
    const RegValue value = next & implemented_mask(config, reg);
    set_raw(config, state, {reg, 0}, next);
    CHECK(raw(config, state, {reg, 0}) == value);
    next = next * 3 + 1;
  }
}

TEST_CASE("the two views of a state are one", "[pmu][state]") {
  const PmuConfig config;
  PmuState state;
  set_raw(config, state, {PmuReg::pmovsclr_el0, 0}, 5);
  CHECK(raw(config, state, {PmuReg::pmovsset_el0, 0}) == 5);
  CHECK(state.overflow == 5);
  set_raw(config, state, {PmuReg::pmcntenclr_el0, 0}, 6);
  CHECK(raw(config, state, {PmuReg::pmcntenset_el0, 0}) == 6);
  set_raw(config, state, {PmuReg::pmintenclr_el1, 0}, 7);
  CHECK(raw(config, state, {PmuReg::pmintenset_el1, 0}) == 7);
}

TEST_CASE("bits that read as fixed values do so from the start", "[pmu][state]") {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.instruction_counter = true;
  const PmuState state;
  CHECK(raw(config, state, {PmuReg::pmcr_el0, 0}) == 0x40);
  CHECK(raw(config, state, {PmuReg::pmicfiltr_el0, 0}) == 0x0008);
  config.aarch32 = true;
  CHECK(raw(config, state, {PmuReg::pmcr_el0, 0}) == 0);
}

TEST_CASE("a register that does not exist reads as zero and takes nothing", "[pmu][state]") {
  PmuConfig config;
  config.el3 = false;
  PmuState state;
  const PmuState before = state;
  set_raw(config, state, {PmuReg::mdcr_el3, 0}, ~RegValue{0});
  set_raw(config, state, {PmuReg::pmuacr_el1, 0}, ~RegValue{0});
  set_raw(config, state, {PmuReg::pmevcntr_el0, 6}, ~RegValue{0});
  CHECK(state == before);
  CHECK(raw(config, state, {PmuReg::mdcr_el3, 0}) == 0);
  CHECK(raw(config, state, {PmuReg::pmevcntr_el0, 6}) == 0);
}
