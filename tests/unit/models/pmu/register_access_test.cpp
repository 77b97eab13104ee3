// SPDX-License-Identifier: Apache-2.0
//
// Who may access which register: existence, traps to EL2, traps to EL3.
#include "models/pmu/register_access.h"

#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

using enum AccessOutcome;

constexpr RegValue kTpm = 1U << 6U;
constexpr RegValue kTpmcr = 1U << 5U;
constexpr RegValue kEnPm2 = 1U << 7U;

PmuConfig everything() {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.secure_el2 = true;
  config.instruction_counter = true;
  return config;
}

/// A bench with every access open, in a context.
struct OpenBench : PmuBench {
  explicit OpenBench(const ExecutionContext& where, const PmuConfig& config = everything())
      : PmuBench{config} {
    set("PMUSERENR_EL0", 0x1f).set("PMUACR_EL1", ~RegValue{0});
    set("MDCR_EL3", kEnPm2).set("MDCR_EL2", config.event_counters);
    context = where;
  }
};

/// Registers that every Exception level reaches when all is open (PMCR_EL0 needs EN and not UEN).
const char* const kOpenRegisters[] = {"PMCNTENSET_EL0",
                                      "PMCNTENCLR_EL0",
                                      "PMOVSCLR_EL0",
                                      "PMOVSSET_EL0",
                                      "PMSELR_EL0",
                                      "PMCCNTR_EL0",
                                      "PMXEVTYPER_EL0",
                                      "PMXEVCNTR_EL0",
                                      "PMUSERENR_EL0",
                                      "PMICNTR_EL0",
                                      "PMICFILTR_EL0",
                                      "PMEVCNTR5_EL0",
                                      "PMEVTYPER5_EL0",
                                      "PMCCFILTR_EL0",
                                      "PMCEID0_EL0",
                                      "PMCEID1_EL0"};

}  // namespace

TEST_CASE("with everything open every register is readable everywhere", "[pmu][access]") {
  for (const auto& context : {kEl0, kEl1, kEl2, kEl3}) {
    const OpenBench bench{context};
    for (const char* name : kOpenRegisters) {
      CAPTURE(name, to_string(context.level));
      CHECK(bench.read(name).outcome == done);
    }
  }
}

TEST_CASE("a counter that does not exist is UNDEFINED at every Exception level", "[pmu][access]") {
  for (const auto& context : {kEl0, kEl1, kEl2, kEl3}) {
    OpenBench bench{context};
    CAPTURE(to_string(context.level));
    CHECK(bench.read("PMEVCNTR5_EL0").outcome == done);
    CHECK(bench.read("PMEVCNTR6_EL0").outcome == undefined);
    CHECK(bench.write("PMEVCNTR30_EL0", 0) == undefined);
    CHECK(bench.read("PMEVTYPER6_EL0").outcome == undefined);
    bench.set("PMSELR_EL0", 6);
    CHECK(bench.read("PMXEVCNTR_EL0").outcome == undefined);
    CHECK(bench.write("PMXEVTYPER_EL0", 0) == undefined);
  }
}

TEST_CASE("the last counter exists: six counters are 0 to 5", "[pmu][access]") {
  PmuBench bench;
  CHECK(bench.write("PMEVCNTR5_EL0", 0x55) == done);
  CHECK(bench.read("PMEVCNTR5_EL0").value == 0x55);
  bench.set("PMSELR_EL0", 5);
  CHECK(bench.read("PMXEVCNTR_EL0").value == 0x55);
}

TEST_CASE("registers of absent features are UNDEFINED", "[pmu][access]") {
  PmuConfig config = everything();
  config.instruction_counter = false;
  CHECK(OpenBench{kEl3, config}.read("PMICNTR_EL0").outcome == undefined);
  CHECK(OpenBench{kEl3, config}.read("PMICFILTR_EL0").outcome == undefined);
  CHECK(OpenBench{kEl3, config}.read("PMUACR_EL1").outcome == done);
  config.version = PmuVersion::p8;
  CHECK(OpenBench{kEl3, config}.read("PMUACR_EL1").outcome == undefined);
  CHECK(OpenBench{kEl3, config}.write("PMZR_EL0", 1) == undefined);
}

TEST_CASE("write-only registers cannot be read", "[pmu][access]") {
  const OpenBench bench{kEl3};
  CHECK(bench.read("PMSWINC_EL0").outcome == undefined);
  CHECK(bench.read("PMZR_EL0").outcome == undefined);
}

TEST_CASE("SEL = 31 reaches PMCCFILTR_EL0 as a type and nothing as a counter", "[pmu][access]") {
  OpenBench bench{kEl2};
  bench.set("PMSELR_EL0", 31);
  CHECK(bench.write("PMXEVTYPER_EL0", 0x8000'0000) == done);
  CHECK(bench.get("PMCCFILTR_EL0") == 0x8000'0000);
  CHECK(bench.read("PMXEVTYPER_EL0").value == 0x8000'0000);
  CHECK(bench.read("PMXEVCNTR_EL0").outcome == undefined);
}

TEST_CASE("MDCR_EL2.TPM traps every access from EL0 and EL1", "[pmu][access][trap]") {
  for (const auto& context : {kEl0, kEl1, kEl2, kEl3}) {
    OpenBench bench{context};
    bench.set("MDCR_EL2", 6U | kTpm);
    const bool below_el2 = context.level < ExceptionLevel::el2;
    for (const char* name : kOpenRegisters) {
      CAPTURE(name, to_string(context.level));
      CHECK(bench.read(name).outcome == (below_el2 ? trap_to_el2 : done));
    }
  }
}

TEST_CASE("TPMCR traps PMCR_EL0 alone", "[pmu][access][trap]") {
  OpenBench bench{kEl1};
  bench.set("MDCR_EL2", 6U | kTpmcr);
  CHECK(bench.read("PMCR_EL0").outcome == trap_to_el2);
  CHECK(bench.write("PMCR_EL0", 0) == trap_to_el2);
  CHECK(bench.read("PMCNTENSET_EL0").outcome == done);
  bench.context = kEl2;
  CHECK(bench.read("PMCR_EL0").outcome == done);
}

TEST_CASE("an index at or above HPMN traps from EL0 and EL1", "[pmu][access][trap]") {
  for (const auto& context : {kEl0, kEl1}) {
    OpenBench bench{context};
    bench.set("MDCR_EL2", 4);
    CHECK(bench.read("PMEVCNTR3_EL0").outcome == done);
    CHECK(bench.read("PMEVCNTR4_EL0").outcome == trap_to_el2);
    CHECK(bench.write("PMEVTYPER5_EL0", 0) == trap_to_el2);
    bench.set("PMSELR_EL0", 4);
    CHECK(bench.read("PMXEVCNTR_EL0").outcome == trap_to_el2);
    bench.context = kEl2;
    CHECK(bench.read("PMEVCNTR4_EL0").outcome == done);
  }
}

TEST_CASE("there is no trap to EL2 where EL2 is not enabled", "[pmu][access][trap]") {
  OpenBench bench{at(ExceptionLevel::el1, SecurityState::secure)};
  bench.set("MDCR_EL2", 2U | kTpm);
  CHECK(bench.read("PMCNTENSET_EL0").outcome == trap_to_el2);
  bench.context.secure_el2_enabled = false;
  CHECK(bench.read("PMCNTENSET_EL0").outcome == done);
  CHECK(bench.read("PMEVCNTR5_EL0").outcome == done);
  PmuConfig config = everything();
  config.secure_el2 = false;
  OpenBench without{at(ExceptionLevel::el1, SecurityState::secure), config};
  without.set("MDCR_EL2", 2U | kTpm);
  CHECK(without.read("PMCNTENSET_EL0").outcome == done);
}

TEST_CASE("MDCR_EL3.TPM traps every access from EL0 to EL2", "[pmu][access][trap]") {
  for (const auto& context : {kEl0, kEl1, kEl2, kEl3}) {
    OpenBench bench{context};
    bench.set("MDCR_EL3", kEnPm2 | kTpm);
    for (const char* name : kOpenRegisters) {
      CAPTURE(name, to_string(context.level));
      CHECK(bench.read(name).outcome ==
            (context.level == ExceptionLevel::el3 ? done : trap_to_el3));
    }
  }
}

TEST_CASE("a trap to EL2 comes ahead of one to EL3", "[pmu][access][trap]") {
  OpenBench bench{kEl1};
  bench.set("MDCR_EL2", 6U | kTpm).set("MDCR_EL3", kTpm);
  CHECK(bench.read("PMCNTENSET_EL0").outcome == trap_to_el2);
  bench.context = kEl2;
  CHECK(bench.read("PMCNTENSET_EL0").outcome == trap_to_el3);
}

TEST_CASE("EnPM2 = 0 traps PMICNTR, PMICFILTR and PMUACR to EL3", "[pmu][access][trap]") {
  for (const char* name : {"PMICNTR_EL0", "PMICFILTR_EL0", "PMUACR_EL1"}) {
    CAPTURE(name);
    OpenBench bench{kEl1};
    CHECK(bench.read(name).outcome == done);
    bench.set("MDCR_EL3", 0);
    CHECK(bench.read(name).outcome == trap_to_el3);
    bench.context = kEl2;
    CHECK(bench.write(name, 0) == trap_to_el3);
    bench.context = kEl3;
    CHECK(bench.read(name).outcome == done);
  }
  PmuConfig config = everything();
  config.el3 = config.secure_el2 = false;
  CHECK(OpenBench{kEl1, config}.read("PMICNTR_EL0").outcome == done);
}

TEST_CASE("with EnPM2 = 0 bit F0 is RAZ/WI below EL3", "[pmu][access]") {
  constexpr RegValue kF0 = RegValue{1} << 32U;
  OpenBench bench{kEl2};
  bench.set("MDCR_EL3", 0).set("PMCNTEN", kF0).set("PMICNTR_EL0", 7);
  CHECK(bench.read("PMCNTENSET_EL0").value == 0);
  bench.write("PMCNTENCLR_EL0", kF0);
  bench.write("PMOVSSET_EL0", kF0);
  bench.write("PMZR_EL0", kF0);
  CHECK(bench.get("PMCNTEN") == kF0);
  CHECK(bench.flags() == 0);
  CHECK(bench.get("PMICNTR_EL0") == 7);
  bench.context = kEl3;
  CHECK(bench.read("PMCNTENSET_EL0").value == kF0);
  bench.write("PMZR_EL0", kF0);
  CHECK(bench.get("PMICNTR_EL0") == 0);
}

TEST_CASE("EL2 and EL3 registers belong to their levels", "[pmu][access]") {
  OpenBench bench{kEl1};
  CHECK(bench.read("MDCR_EL2").outcome == undefined);
  CHECK(bench.write("MDCR_EL3", 0) == undefined);
  bench.context = kEl2;
  CHECK(bench.read("MDCR_EL2").outcome == done);
  CHECK(bench.read("MDCR_EL3").outcome == undefined);
  bench.context = kEl3;
  CHECK(bench.read("MDCR_EL2").outcome == done);
  CHECK(bench.write("MDCR_EL3", kTpm) == done);
  CHECK(bench.get("MDCR_EL3") == kTpm);
}

TEST_CASE("an access that traps or is UNDEFINED changes nothing", "[pmu][access]") {
  OpenBench bench{kEl1};
  bench.set("MDCR_EL2", 2U | kTpmcr);
  const PmuState before = bench.core.state();
  CHECK(bench.write("PMCR_EL0", 7) == trap_to_el2);
  CHECK(bench.write("PMEVCNTR4_EL0", 7) == trap_to_el2);
  CHECK(bench.write("PMEVCNTR9_EL0", 7) == undefined);
  CHECK(bench.core.state() == before);
  CHECK(bench.read("PMCR_EL0").value == 0);
}
