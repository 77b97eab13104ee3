// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr RegValue kTop = ~RegValue{0};
constexpr RegValue kCycleBit = RegValue{1} << 31U;
constexpr RegValue kE = 1, kD = 1U << 3U, kDp = 1U << 5U, kLc = 1U << 6U, kFzo = 1U << 9U;

PmuConfig with_aarch32() {
  PmuConfig config;
  config.aarch32 = true;
  return config;
}

/// A bench whose cycle counter is enabled.
struct CycleBench : PmuBench {
  explicit CycleBench(const PmuConfig& config = {}, RegValue start = 0) : PmuBench{config} {
    set("PMCNTEN", kCycleBit).set("PMCR_EL0", kE).set("PMCCNTR_EL0", start);
  }
};

}  // namespace

TEST_CASE("the cycle counter keeps 64 bits when it is stopped and read", "[pmu][cycles]") {
  CycleBench bench{{}, 0x1'0000'0000};
  bench.idle(100);
  bench.write("PMCR_EL0", 0);
  bench.idle(50);
  CHECK(bench.read("PMCCNTR_EL0").value == 0x1'0000'0064);
}

TEST_CASE("the cycle counter needs its enable bit and PMCR_EL0.E", "[pmu][cycles]") {
  CycleBench bench;
  bench.set("PMCNTEN", 0x7fff'ffff).idle(10);
  CHECK(bench.cycles() == 0);
  bench.set("PMCNTEN", kCycleBit).set("PMCR_EL0", 0).set("MDCR_EL2", 0x86).idle(10);
  CHECK(bench.cycles() == 0);
}

TEST_CASE("the cycle counter overflows at 64 bits without AArch32 or with LC, else at 32",
          "[pmu][cycles][overflow]") {
  SECTION("without AArch32 LC reads as one") {
    CycleBench bench{{}, 0xffff'ffff};
    CHECK(bench.get("PMCR_EL0") == (kE | kLc));
    CHECK(bench.idle(1).flags() == 0);
    bench.set("PMCCNTR_EL0", kTop - 1);
    CHECK(bench.idle(1).flags() == 0);
    CHECK(bench.idle(1).flags() == kCycleBit);  // bit 31 and no other
    CHECK(bench.cycles() == 0);
  }
  SECTION("LC = 0") {
    CycleBench bench{with_aarch32(), 0x5'ffff'fffe};
    CHECK(bench.idle(1).flags() == 0);
    CHECK(bench.idle(1).flags() == kCycleBit);
    CHECK(bench.cycles() == 0x6'0000'0000);
  }
  SECTION("LC = 1") {
    CycleBench bench{with_aarch32(), 0xffff'ffff};
    CHECK(bench.set("PMCR_EL0", kE | kLc).idle(1).flags() == 0);
    bench.set("PMCCNTR_EL0", kTop);
    CHECK(bench.idle(1).flags() == kCycleBit);
  }
}

TEST_CASE("LP and HLP do not concern the cycle counter", "[pmu][cycles][overflow]") {
  CycleBench bench{with_aarch32(), 0xffff'ffff};
  CHECK(bench.set("PMCR_EL0", kE | 1U << 7U).idle(1).flags() == kCycleBit);
}

TEST_CASE("D divides by 64, and LC makes it ineffective", "[pmu][cycles][divider]") {
  const bool lc = GENERATE(false, true);
  CycleBench bench{with_aarch32()};
  bench.write("PMCR_EL0", kE | kD | (lc ? kLc : 0));
  bench.idle(6400);
  CHECK(bench.cycles() == (lc ? 6400 : 100));
}

TEST_CASE("the divider keeps its remainder over stops and contexts", "[pmu][cycles][divider]") {
  CycleBench bench{with_aarch32()};
  bench.write("PMCR_EL0", kE | kD);
  bench.idle(1 + 40);  // the very next counting cycle counts, then every 64th
  CHECK(bench.cycles() == 1);
  bench.write("PMCNTENCLR_EL0", kCycleBit);
  bench.idle(1000);
  bench.write("PMCNTENSET_EL0", kCycleBit);
  bench.idle(23);
  CHECK(bench.cycles() == 1);
  bench.context = kEl0;
  bench.idle(1);
  CHECK(bench.cycles() == 2);
}

TEST_CASE("D does not divide CPU_CYCLES", "[pmu][cycles][divider]") {
  CycleBench bench{with_aarch32()};
  bench.set("PMCNTEN", kCycleBit | 1U).set("PMEVTYPER0_EL0", 0x11);
  bench.write("PMCR_EL0", kE | kD);
  bench.idle(640);
  CHECK(bench.cycles() == 10);
  CHECK(bench.counter(0) == 640);
}

TEST_CASE("D and LC do not exist without AArch32", "[pmu][cycles][divider]") {
  CycleBench bench;
  bench.write("PMCR_EL0", kE | kD);
  CHECK(bench.read("PMCR_EL0").value == (kE | kLc | 6U << 11U));
  CHECK(bench.idle(64).cycles() == 64);
}

TEST_CASE("writing C zeroes all 64 bits and touches no flag", "[pmu][cycles]") {
  CycleBench bench{{}, 0x1'2345'6789};
  bench.set("PMOVS", kCycleBit).set("PMCR_EL0", 0).set("PMEVCNTR0_EL0", 5);
  bench.write("PMCR_EL0", 1U << 2U);
  CHECK(bench.cycles() == 0);
  CHECK(bench.flags() == kCycleBit);
  CHECK(bench.counter(0) == 5);
}

TEST_CASE("with DP the cycle counter obeys prohibition and freeze", "[pmu][cycles]") {
  const bool dp = GENERATE(false, true);
  CycleBench bench;
  bench.set("PMCR_EL0", kE | (dp ? kDp : 0)).set("PMCCFILTR_EL0", 1U << 27U);
  SECTION("HPMD") {
    bench.set("MDCR_EL2", 6U | 1U << 17U);
    bench.context = kEl2;
    CHECK(bench.idle(10).cycles() == (dp ? 0 : 10));
  }
  SECTION("a frozen first range") {
    bench.set("PMCR_EL0", bench.get("PMCR_EL0") | kFzo).set("PMOVS", 1);
    CHECK(bench.idle(10).cycles() == (dp ? 0 : 10));
  }
  SECTION("a flag set earlier in the same cycle") {
    bench.set("PMCR_EL0", bench.get("PMCR_EL0") | kFzo);
    count_event(bench, 0, 0xffff'ffff);
    CHECK(bench.events({1, 1}).cycles() == (dp ? 0 : 2));
  }
}

TEST_CASE("a cycle in which the cycle counter freezes does not move the divider",
          "[pmu][cycles][divider][freeze]") {
  CycleBench bench{with_aarch32()};
  bench.write("PMCR_EL0", kE | kD | kDp | kFzo);
  bench.idle(1 + 62);  // the next but one cycle would count
  count_event(bench, 0, 0xffff'ffff);
  bench.events({1});  // freezes in this cycle
  bench.write("PMOVSCLR_EL0", 1);
  bench.idle(1);
  CHECK(bench.cycles() == 1);
  CHECK(bench.idle(1).cycles() == 2);
}

TEST_CASE("SCCD, HCCD and MCCD leave CPU_CYCLES in event counters alone", "[pmu][cycles]") {
  CycleBench bench;
  bench.set("PMCNTEN", kCycleBit | 1U).set("PMEVTYPER0_EL0", 0x11 | 1U << 27U);
  bench.set("PMCCFILTR_EL0", 1U << 27U);
  SECTION("HCCD") {
    bench.set("MDCR_EL2", 6U | 1U << 23U);
    bench.context = kEl2;
  }
  SECTION("SCCD") {
    bench.set("MDCR_EL3", 1U << 23U | 1U << 17U);
    bench.context = kEl3;
  }
  SECTION("MCCD") {
    bench.set("MDCR_EL3", RegValue{1} << 34U | 1U << 17U);
    bench.context = kEl3;
  }
  bench.idle(10);
  CHECK(bench.cycles() == 0);
  CHECK(bench.counter(0) == 10);
}
