// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/identification.h"

#include <catch2/catch.hpp>

#include "models/activity/events.h"
#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

PmuConfig counting(PmuVersion version, std::vector<EventId> events) {
  PmuConfig config;
  config.version = version;
  config.events = std::move(events);
  return config;
}

}  // namespace

TEST_CASE("PMUVer names the version", "[pmu][identification]") {
  using enum PmuVersion;
  const std::pair<PmuVersion, RegValue> fields[] = {
      {p0, 1}, {p1, 4}, {p4, 5}, {p5, 6}, {p7, 7}, {p8, 8}, {p9, 9}};
  for (const auto& [version, field] : fields) {
    PmuConfig config;
    config.version = version;
    CHECK((dfr0_value(config) >> 8U & 0xfU) == field);
  }
}

TEST_CASE("ID_AA64DFR0_EL1 reports no multithreading and HPMN0 as configured",
          "[pmu][identification]") {
  PmuConfig config;
  config.hpmn0 = true;
  CHECK(dfr0_value(config) == (RegValue{1} << 60U | RegValue{15} << 48U | RegValue{8} << 8U));
  config.hpmn0 = false;
  CHECK(dfr0_value(config) >> 60U == 0);
}

TEST_CASE("ID_AA64DFR1_EL1 reports the instruction counter", "[pmu][identification]") {
  PmuConfig config;
  CHECK(dfr1_value(config) == 0);
  config.version = PmuVersion::p9;
  config.instruction_counter = true;
  CHECK(dfr1_value(config) == RegValue{1} << 36U);
}

TEST_CASE("PMMIR_EL1 holds slots, bus, threshold width and edge", "[pmu][identification]") {
  PmuConfig config;
  config.slots = 8;
  config.bus_slots = 2;
  config.bus_width = 5;
  config.threshold_bits = 12;
  config.edge = true;
  CHECK(pmmir_value(config) == 0x1c5'0208);
  config.edge = false;
  config.threshold_bits = 0;
  CHECK(pmmir_value(config) == 0x005'0208);
}

TEST_CASE("an event has its bit in the half that its number gives", "[pmu][identification]") {
  const auto config = counting(PmuVersion::p8,
                               {EventId{0x00},
                                EventId{0x11},
                                EventId{0x1f},
                                EventId{0x20},
                                EventId{0x3c},
                                EventId{0x4006},
                                EventId{0x4020},
                                EventId{0x403f}});
  CHECK(pmceid_value(config, 0) == (RegValue{1} << 38U | 0x8002'0001U));
  CHECK(pmceid_value(config, 1) == (RegValue{1} << 63U | RegValue{1} << 32U | 0x1000'0001U));
}

TEST_CASE("events without an identification bit leave no trace", "[pmu][identification]") {
  const auto config =
      counting(PmuVersion::p8, {EventId{0x40}, EventId{0x80}, EventId{0x4040}, EventId{0x8000}});
  CHECK(pmceid_value(config, 0) == 0);
  CHECK(pmceid_value(config, 1) == 0);
}

TEST_CASE("before PMUv3p1 the second space of events has no bits", "[pmu][identification]") {
  const auto config = counting(PmuVersion::p0, {EventId{0x11}, EventId{0x4006}});
  CHECK(pmceid_value(config, 0) == RegValue{1} << 17U);
}

TEST_CASE("without a list the mandatory events are there", "[pmu][identification]") {
  PmuConfig config;
  for (const unsigned event : {0x00U, 0x08U, 0x11U, 0x1eU}) {
    CHECK((pmceid_value(config, 0) >> event & 1U) == 1);
  }
  for (const unsigned event : {0x23U, 0x24U, 0x39U, 0x3cU, 0x3fU}) {
    CHECK((pmceid_value(config, 1) >> (event - 0x20U) & 1U) == 1);
  }
  CHECK((pmceid_value(config, 0) >> 38U & 1U) == 1);  // 0x4006
}

TEST_CASE("software reads the identification values", "[pmu][identification]") {
  PmuBench bench;
  const PmuConfig& config = bench.core.config();
  CHECK(bench.read("PMCEID0_EL0").value == pmceid_value(config, 0));
  CHECK(bench.read("PMCEID1_EL0").value == pmceid_value(config, 1));
  CHECK(bench.read("PMMIR_EL1").value == pmmir_value(config));
  CHECK(bench.read("ID_AA64DFR0_EL1").value == dfr0_value(config));
  CHECK(bench.read("ID_AA64DFR1_EL1").value == dfr1_value(config));
  for (const char* name :
       {"PMCEID0_EL0", "PMCEID1_EL0", "PMMIR_EL1", "ID_AA64DFR0_EL1", "ID_AA64DFR1_EL1"}) {
    CHECK(bench.write(name, 0) == AccessOutcome::undefined);
  }
}

TEST_CASE("PMMIR_EL1 is UNDEFINED before PMUv3p4 and at EL0", "[pmu][identification]") {
  PmuConfig config;
  config.version = PmuVersion::p1;
  config.threshold_bits = 0;
  CHECK(PmuBench{config}.read("PMMIR_EL1").outcome == AccessOutcome::undefined);
  PmuBench bench;
  bench.set("PMUSERENR_EL0", 1);
  bench.context = kEl0;
  CHECK(bench.read("PMMIR_EL1").outcome == AccessOutcome::undefined);
}
