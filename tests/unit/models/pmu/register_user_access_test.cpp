// SPDX-License-Identifier: Apache-2.0
//
// What EL0 may do: PMUSERENR_EL0 and, from PMUv3p9, PMUACR_EL1.
#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

using enum AccessOutcome;

constexpr RegValue kEn = 1, kSw = 2, kCr = 4, kEr = 8, kUen = 16, kIr = 32, kTid = 64;
constexpr RegValue kCycleBit = RegValue{1} << 31U;
constexpr RegValue kF0 = RegValue{1} << 32U;

PmuConfig config_of(PmuVersion version) {
  PmuConfig config;
  config.version = version;
  config.instruction_counter = version == PmuVersion::p9;
  return config;
}

/// A bench at EL0 with some permissions.
struct UserBench : PmuBench {
  explicit UserBench(RegValue permissions, PmuVersion version = PmuVersion::p9)
      : PmuBench{config_of(version)} {
    set("MDCR_EL2", 6).set("MDCR_EL3", 0x80).set("PMUSERENR_EL0", permissions);
    set("PMUACR_EL1", ~RegValue{0});
    context = kEl0;
  }
};

AccessOutcome reads(const char* name, RegValue permissions, PmuVersion version = PmuVersion::p8) {
  return UserBench{permissions, version}.read(name).outcome;
}

AccessOutcome writes(const char* name, RegValue permissions, PmuVersion version = PmuVersion::p8) {
  return UserBench{permissions, version}.write(name, 0);
}

}  // namespace

TEST_CASE("without permission EL0 traps to EL1, or to EL2 with TGE", "[pmu][access][user]") {
  UserBench bench{0, PmuVersion::p8};
  for (const char* name : {"PMCR_EL0",
                           "PMCNTENSET_EL0",
                           "PMOVSCLR_EL0",
                           "PMCCNTR_EL0",
                           "PMEVCNTR0_EL0",
                           "PMEVTYPER0_EL0",
                           "PMCCFILTR_EL0",
                           "PMXEVCNTR_EL0",
                           "PMSELR_EL0",
                           "PMCEID0_EL0"}) {
    CAPTURE(name);
    bench.context.tge = false;
    CHECK(bench.read(name).outcome == trap_to_el1);
    bench.context.tge = true;
    CHECK(bench.read(name).outcome == trap_to_el2);
  }
  // TGE means nothing where EL2 is not enabled.
  bench.context.security = SecurityState::secure;
  CHECK(bench.read("PMCR_EL0").outcome == trap_to_el1);
}

TEST_CASE("EN permits all that EL0 has", "[pmu][access][user]") {
  for (const char* name : {"PMCR_EL0",
                           "PMCNTENSET_EL0",
                           "PMCNTENCLR_EL0",
                           "PMOVSCLR_EL0",
                           "PMOVSSET_EL0",
                           "PMSELR_EL0",
                           "PMCCNTR_EL0",
                           "PMEVCNTR0_EL0",
                           "PMEVTYPER0_EL0",
                           "PMCCFILTR_EL0"}) {
    CAPTURE(name);
    CHECK(reads(name, kEn) == done);
    CHECK(writes(name, kEn) == done);
  }
  CHECK(writes("PMSWINC_EL0", kEn) == done);
}

TEST_CASE("SW, ER and CR permit what they name and no more", "[pmu][access][user]") {
  CHECK(writes("PMSWINC_EL0", kSw) == done);
  CHECK(writes("PMSWINC_EL0", kEr | kCr) == trap_to_el1);
  CHECK(reads("PMSELR_EL0", kEr) == done);
  CHECK(writes("PMSELR_EL0", kEr) == done);
  CHECK(reads("PMEVCNTR0_EL0", kEr) == done);
  CHECK(reads("PMXEVCNTR_EL0", kEr) == done);
  CHECK(writes("PMEVCNTR0_EL0", kEr) == trap_to_el1);
  CHECK(writes("PMXEVCNTR_EL0", kEr) == trap_to_el1);
  CHECK(reads("PMEVTYPER0_EL0", kEr) == trap_to_el1);
  CHECK(reads("PMCCNTR_EL0", kEr) == trap_to_el1);
  CHECK(reads("PMCCNTR_EL0", kCr) == done);
  CHECK(writes("PMCCNTR_EL0", kCr) == trap_to_el1);
  CHECK(reads("PMEVCNTR0_EL0", kCr | kSw) == trap_to_el1);
  CHECK(reads("PMCNTENSET_EL0", kSw | kCr | kEr) == trap_to_el1);
}

TEST_CASE("reading PMUSERENR_EL0 needs no permission, writing it is UNDEFINED at EL0",
          "[pmu][access][user]") {
  UserBench bench{0};
  CHECK(bench.read("PMUSERENR_EL0").outcome == done);
  CHECK(bench.write("PMUSERENR_EL0", 1) == undefined);
}

TEST_CASE("interrupt enables and PMUACR are UNDEFINED at EL0, whatever EN says",
          "[pmu][access][user]") {
  for (const char* name : {"PMINTENSET_EL1", "PMINTENCLR_EL1", "PMUACR_EL1"}) {
    CHECK(reads(name, kEn, PmuVersion::p9) == undefined);
    CHECK(writes(name, kEn | kUen, PmuVersion::p9) == undefined);
  }
}

TEST_CASE("UEN is another permission, except for PMCR_EL0 which needs EN without it",
          "[pmu][access][user][uen]") {
  const auto p9 = PmuVersion::p9;
  CHECK(reads("PMCNTENSET_EL0", kUen, p9) == done);
  CHECK(writes("PMEVTYPER0_EL0", kUen, p9) == done);
  CHECK(writes("PMCCNTR_EL0", kUen, p9) == done);
  CHECK(reads("PMCR_EL0", kEn, p9) == done);
  CHECK(reads("PMCR_EL0", kUen, p9) == trap_to_el1);
  CHECK(reads("PMCR_EL0", kEn | kUen, p9) == trap_to_el1);
  CHECK(writes("PMCR_EL0", kEn | kUen, p9) == trap_to_el1);
  // Before PMUv3p9 the bit does not exist.
  CHECK(reads("PMCNTENSET_EL0", kUen, PmuVersion::p8) == trap_to_el1);
  CHECK(reads("PMCR_EL0", kEn | kUen, PmuVersion::p8) == done);
}

TEST_CASE("the instruction counter needs UEN", "[pmu][access][user][uen]") {
  for (const char* name : {"PMICNTR_EL0", "PMICFILTR_EL0"}) {
    CHECK(reads(name, kEn, PmuVersion::p9) == trap_to_el1);
    CHECK(reads(name, kUen, PmuVersion::p9) == done);
  }
}

TEST_CASE("TID traps reads of PMCEID even with EN or UEN", "[pmu][access][user]") {
  const auto p9 = PmuVersion::p9;
  for (const char* name : {"PMCEID0_EL0", "PMCEID1_EL0"}) {
    CHECK(reads(name, 0, p9) == trap_to_el1);
    CHECK(reads(name, kEn, p9) == done);
    CHECK(reads(name, kUen, p9) == done);
    CHECK(reads(name, kEn | kTid, p9) == trap_to_el1);
    CHECK(reads(name, kUen | kTid, p9) == trap_to_el1);
    CHECK(reads(name, kEn | kTid, PmuVersion::p8) == done);
  }
}

TEST_CASE("with UEN a counter that PMUACR does not open is RAZ/WI", "[pmu][access][user][uen]") {
  UserBench bench{kUen};
  constexpr RegValue kOpen = 1U << 1U;
  bench.set("PMUACR_EL1", kOpen).set("PMEVCNTR0_EL0", 7).set("PMEVCNTR1_EL0", 8);
  bench.set("PMEVTYPER0_EL0", 0x24).set("PMEVTYPER1_EL0", 0x25).set("PMCCNTR_EL0", 9);
  bench.set("PMCCFILTR_EL0", 0x8000'0000).set("PMICNTR_EL0", 10).set("PMICFILTR_EL0", 0x4000'0000);
  bench.set("PMCNTEN", ~RegValue{0}).set("PMOVS", 0);

  SECTION("reads") {
    CHECK(bench.read("PMEVCNTR0_EL0").value == 0);
    CHECK(bench.read("PMEVCNTR1_EL0").value == 8);
    CHECK(bench.read("PMEVTYPER0_EL0").value == 0);
    CHECK(bench.read("PMEVTYPER1_EL0").value == 0x25);
    CHECK(bench.read("PMCCNTR_EL0").value == 0);
    CHECK(bench.read("PMCCFILTR_EL0").value == 0);
    CHECK(bench.read("PMICNTR_EL0").value == 0);
    CHECK(bench.read("PMICFILTR_EL0").value == 0);
    CHECK(bench.read("PMCNTENSET_EL0").value == kOpen);
    CHECK(bench.read("PMXEVCNTR_EL0").value == 0);  // SEL = 0
    bench.set("PMSELR_EL0", 1);
    CHECK(bench.read("PMXEVCNTR_EL0").value == 8);
    CHECK(bench.read("PMXEVTYPER_EL0").value == 0x25);
  }
  SECTION("writes") {
    bench.write("PMEVCNTR0_EL0", 70);
    bench.write("PMEVCNTR1_EL0", 80);
    bench.write("PMEVTYPER0_EL0", 0x33);
    bench.write("PMXEVCNTR_EL0", 71);
    bench.write("PMCCNTR_EL0", 90);
    bench.write("PMICNTR_EL0", 100);
    bench.write("PMCNTENCLR_EL0", ~RegValue{0});
    bench.write("PMOVSSET_EL0", ~RegValue{0});
    CHECK(bench.counter(0) == 7);
    CHECK(bench.counter(1) == 80);
    CHECK(bench.get("PMEVTYPER0_EL0") == 0x24);
    CHECK(bench.cycles() == 9);
    CHECK(bench.get("PMICNTR_EL0") == 10);
    CHECK(bench.get("PMCNTEN") == (0x3dU | kCycleBit | kF0));
    CHECK(bench.flags() == kOpen);
    bench.write("PMZR_EL0", ~RegValue{0});
    CHECK(bench.counter(0) == 7);
    CHECK(bench.counter(1) == 0);
    CHECK(bench.cycles() == 9);
  }
  SECTION("not above EL0") {
    bench.context = kEl1;
    CHECK(bench.read("PMEVCNTR0_EL0").value == 7);
  }
  SECTION("not without UEN") {
    bench.set("PMUSERENR_EL0", kEn);
    CHECK(bench.read("PMEVCNTR0_EL0").value == 7);
  }
}

TEST_CASE("with UEN the bits ER, CR and IR make their counters read-only",
          "[pmu][access][user][uen]") {
  const auto left = [](RegValue permissions) {
    UserBench bench{kUen | permissions};
    bench.set("PMEVCNTR0_EL0", 7).set("PMCCNTR_EL0", 7).set("PMICNTR_EL0", 7);
    for (const char* name : {"PMEVCNTR0_EL0", "PMCCNTR_EL0", "PMICNTR_EL0"}) {
      CHECK(bench.read(name).value == 7);
      CHECK(bench.write(name, 1) == done);
    }
    return std::vector<RegValue>{bench.counter(0), bench.cycles(), bench.get("PMICNTR_EL0")};
  };
  CHECK(left(0) == std::vector<RegValue>{1, 1, 1});
  CHECK(left(kEr) == std::vector<RegValue>{7, 1, 1});
  CHECK(left(kCr) == std::vector<RegValue>{1, 7, 1});
  CHECK(left(kIr) == std::vector<RegValue>{1, 1, 7});
}

TEST_CASE("without UEN bit F0 is RAZ/WI at EL0", "[pmu][access][user]") {
  UserBench bench{kEn};
  bench.set("PMCNTEN", kF0 | kCycleBit | 1U);
  CHECK(bench.read("PMCNTENSET_EL0").value == (kCycleBit | 1U));
  bench.write("PMCNTENCLR_EL0", ~RegValue{0});
  CHECK(bench.get("PMCNTEN") == kF0);
  bench.set("PMUSERENR_EL0", kEn | kUen);
  CHECK(bench.read("PMCNTENSET_EL0").value == kF0);
}

TEST_CASE("PMSWINC_EL0 obeys PMUACR only with UEN and without SW", "[pmu][access][user][uen]") {
  const auto increments = [](RegValue permissions) {
    UserBench bench{permissions};
    bench.set("PMUACR_EL1", 0).set("PMCR_EL0", 1).set("PMCNTEN", 1);
    CHECK(bench.write("PMSWINC_EL0", 1) == done);
    return bench.idle(1).counter(0);
  };
  CHECK(increments(kUen) == 0);
  CHECK(increments(kUen | kSw) == 1);
  CHECK(increments(kEn) == 1);
  CHECK(increments(kSw) == 1);
}

TEST_CASE("PMUSERENR_EL0 and PMUACR_EL1 never influence counting", "[pmu][access][user]") {
  UserBench bench{kUen};
  bench.set("PMUACR_EL1", 0);
  CHECK(count_event(bench).events({1, 1}).counter(0) == 2);
}
