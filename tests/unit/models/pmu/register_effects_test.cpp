// SPDX-License-Identifier: Apache-2.0
//
// What permitted reads return and permitted writes do.
#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

using enum AccessOutcome;

constexpr RegValue kE = 1, kP = 2, kC = 4;
constexpr RegValue kCycleBit = RegValue{1} << 31U;
constexpr RegValue kF0 = RegValue{1} << 32U;

PmuConfig everything() {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.instruction_counter = true;
  config.secure_el2 = true;
  return config;
}

/// Six event counters at 100, HPMN = 4.
struct SplitBench : PmuBench {
  explicit SplitBench(const ExecutionContext& where) : PmuBench{everything()} {
    set("MDCR_EL2", 4).set("MDCR_EL3", 0x80).set("PMCCNTR_EL0", 0x1234);
    set("PMICNTR_EL0", 0x5678);
    for (unsigned counter = 0; counter < 6; ++counter) {
      core.set_raw({PmuReg::pmevcntr_el0, counter}, 100);
    }
    context = where;
  }
};

std::vector<RegValue> counters(const PmuBench& bench) {
  const auto& all = bench.core.state().event_counter;
  return {all.begin(), all.begin() + 6};
}

using Six = std::vector<RegValue>;

ExecutionContext secure_el1(bool el2_enabled) {
  ExecutionContext context = at(ExceptionLevel::el1, SecurityState::secure);
  context.secure_el2_enabled = el2_enabled;
  return context;
}

}  // namespace

TEST_CASE("PMCR_EL0.P zeroes the counters below HPMN from EL1, all from EL2", "[pmu][effects]") {
  const auto after = [](const ExecutionContext& context) {
    SplitBench bench{context};
    CHECK(bench.write("PMCR_EL0", kP) == done);
    CHECK(bench.cycles() == 0x1234);  // not the cycle counter
    CHECK(bench.get("PMICNTR_EL0") == 0x5678);
    return counters(bench);
  };
  CHECK(after(kEl1) == Six{0, 0, 0, 0, 100, 100});
  CHECK(after(kEl2) == Six{0, 0, 0, 0, 0, 0});
  CHECK(after(kEl3) == Six{0, 0, 0, 0, 0, 0});
  CHECK(after(secure_el1(true)) == Six{0, 0, 0, 0, 100, 100});
  CHECK(after(secure_el1(false)) == Six{0, 0, 0, 0, 0, 0});
}

TEST_CASE("PMCR_EL0.C zeroes the cycle counter alone", "[pmu][effects]") {
  SplitBench bench{kEl1};
  bench.write("PMCR_EL0", kC);
  CHECK(bench.cycles() == 0);
  CHECK(bench.get("PMICNTR_EL0") == 0x5678);
  CHECK(counters(bench) == Six(6, 100));
}

TEST_CASE("P and C leave flags and enables, act without E, and read as zero", "[pmu][effects]") {
  SplitBench bench{kEl2};
  bench.set("PMOVS", 0x3fU | kCycleBit).set("PMCNTEN", 0x3f);
  bench.write("PMCR_EL0", kP | kC);
  CHECK(bench.flags() == (0x3fU | kCycleBit));
  CHECK(bench.get("PMCNTEN") == 0x3f);
  CHECK(bench.cycles() == 0);
  CHECK((bench.read("PMCR_EL0").value & 7U) == 0);
}

TEST_CASE("a counter that was zeroed goes on counting", "[pmu][effects]") {
  SplitBench bench{kEl1};
  bench.set("PMCNTEN", kCycleBit);
  bench.write("PMCR_EL0", kE | kP);
  CHECK(bench.idle(10).cycles() == 0x1234 + 10);
}

TEST_CASE("PMCR_EL0.N reads N, or HPMN below EL2 with EL2 enabled", "[pmu][effects]") {
  const auto n = [](const ExecutionContext& context) {
    SplitBench bench{context};
    bench.set("PMUSERENR_EL0", 1);
    return bench.read("PMCR_EL0").value >> 11U & 0x1fU;
  };
  CHECK(n(kEl0) == 4);
  CHECK(n(kEl1) == 4);
  CHECK(n(kEl2) == 6);
  CHECK(n(kEl3) == 6);
  CHECK(n(secure_el1(true)) == 4);
  CHECK(n(secure_el1(false)) == 6);
}

TEST_CASE("N, X and reserved bits of PMCR_EL0 ignore writes", "[pmu][effects]") {
  PmuBench bench{everything()};
  bench.context = kEl2;
  bench.write("PMCR_EL0", ~RegValue{0} & ~(kP | kC));
  // E, DP, LC, LP, FZO, and N = 6.
  CHECK(bench.read("PMCR_EL0").value == (0x2e1U | 6U << 11U));
}

TEST_CASE("set and clear registers show one state and change it bit by bit", "[pmu][effects]") {
  struct Row {
    const char* set;
    const char* clear;
  };

  const Row row = GENERATE(Row{"PMCNTENSET_EL0", "PMCNTENCLR_EL0"},
                           Row{"PMOVSSET_EL0", "PMOVSCLR_EL0"},
                           Row{"PMINTENSET_EL1", "PMINTENCLR_EL1"});
  PmuBench bench{everything()};
  bench.set("MDCR_EL3", 0x80);
  bench.context = kEl2;
  bench.write(row.set, 0b0101);
  bench.write(row.set, 0b1000);
  CHECK(bench.read(row.set).value == 0b1101);
  CHECK(bench.read(row.clear).value == 0b1101);
  bench.write(row.clear, 0b0110);
  CHECK(bench.read(row.set).value == 0b1001);
  bench.write(row.set, ~RegValue{0});
  CHECK(bench.read(row.clear).value == (0x3fU | kCycleBit | kF0));  // no bit for absent counters
  bench.write(row.clear, 0);
  CHECK(bench.read(row.set).value == (0x3fU | kCycleBit | kF0));
  bench.write(row.clear, ~RegValue{0});
  CHECK(bench.read(row.set).value == 0);
}

TEST_CASE("from EL1 the bits from HPMN on are RAZ/WI in set and clear registers",
          "[pmu][effects]") {
  SplitBench bench{kEl1};
  bench.set("PMCNTEN", 0x3fU | kCycleBit);
  CHECK(bench.read("PMCNTENSET_EL0").value == (0x0fU | kCycleBit));
  bench.write("PMCNTENCLR_EL0", ~RegValue{0});
  CHECK(bench.get("PMCNTEN") == 0x30);
  bench.write("PMOVSSET_EL0", 0x3f);
  CHECK(bench.flags() == 0x0f);
  bench.context = secure_el1(false);
  CHECK(bench.read("PMCNTENSET_EL0").value == 0x30);
}

TEST_CASE("PMSWINC_EL0 reaches accessible counters that count SW_INCR", "[pmu][effects]") {
  SplitBench bench{kEl1};
  bench.set("PMCR_EL0", kE).set("PMCNTEN", 0x3f).set("MDCR_EL2", 0x84);
  bench.set("PMEVTYPER1_EL0", kEvent.value());
  bench.write("PMSWINC_EL0", 0x3f);
  CHECK(counters(bench) == Six(6, 100));  // counted with the next cycle
  bench.idle(1);
  CHECK(counters(bench) == Six{101, 100, 101, 101, 100, 100});
  bench.idle(5);
  CHECK(counters(bench) == Six{101, 100, 101, 101, 100, 100});
  bench.context = kEl2;
  bench.set("PMEVTYPER4_EL0", 1U << 27U).set("PMEVTYPER0_EL0", 1U << 27U);
  bench.write("PMSWINC_EL0", 0x11);
  bench.idle(1);
  CHECK(counters(bench) == Six{102, 100, 101, 101, 101, 100});
}

TEST_CASE("a software increment is counted under the state of its cycle", "[pmu][effects]") {
  SplitBench bench{kEl1};
  bench.set("PMCR_EL0", kE).set("PMCNTEN", 1);
  bench.write("PMSWINC_EL0", 1);
  bench.write("PMCNTENCLR_EL0", 1);
  bench.idle(1);
  bench.write("PMCNTENSET_EL0", 1);
  CHECK(bench.idle(3).counter(0) == 100);  // lost, not deferred
}

TEST_CASE("PMZR_EL0 zeroes selected accessible counters and touches no flag", "[pmu][effects]") {
  SplitBench bench{kEl1};
  bench.set("PMOVS", 0x3f);
  bench.write("PMZR_EL0", 0b11'1010U | kF0);
  CHECK(counters(bench) == Six{100, 0, 100, 0, 100, 100});  // 4 and 5 are out of reach
  CHECK(bench.cycles() == 0x1234);
  CHECK(bench.get("PMICNTR_EL0") == 0);
  CHECK(bench.flags() == 0x3f);
  bench.context = kEl2;
  bench.write("PMZR_EL0", 1U << 5U | kCycleBit);
  CHECK(counters(bench) == Six{100, 0, 100, 0, 100, 0});
  CHECK(bench.cycles() == 0);
}

TEST_CASE("NSH is no bit of a PMU without EL2", "[pmu][effects]") {
  PmuConfig config;
  config.el2 = config.el3 = false;
  PmuBench bench{config};
  bench.write("PMEVTYPER0_EL0", 0x0800'0011);
  CHECK(bench.read("PMEVTYPER0_EL0").value == 0x11);
  bench.set("PMCR_EL0", kE).set("PMCNTEN", 1);
  bench.context = kEl2;
  CHECK(bench.idle(10).counter(0) == 0);
}

TEST_CASE("a cycle counter overflow sets bit 31 and nothing above it", "[pmu][effects]") {
  PmuBench bench{everything()};
  bench.set("PMCR_EL0", kE).set("PMCNTEN", kCycleBit).set("PMCCNTR_EL0", ~RegValue{0}).idle(1);
  bench.context = kEl3;
  CHECK(bench.read("PMOVSCLR_EL0").value == 0x8000'0000);
}

TEST_CASE("indirect access reaches the counter that PMSELR_EL0 names", "[pmu][effects]") {
  PmuBench bench{everything()};
  bench.context = kEl2;
  for (RegValue counter = 0; counter < 6; ++counter) {
    bench.write("PMSELR_EL0", counter | 0xffff'ffe0U);  // bits above SEL are reserved
    CHECK(bench.read("PMSELR_EL0").value == counter);
    bench.write("PMXEVCNTR_EL0", 1000 + counter);
    bench.write("PMXEVTYPER_EL0", 0x20 + counter);
  }
  for (unsigned counter = 0; counter < 6; ++counter) {
    CHECK(bench.counter(counter) == 1000 + counter);
    CHECK(bench.core.state().event_type[counter] == 0x20 + counter);
  }
}

TEST_CASE("PMICFILTR_EL0 keeps its event number", "[pmu][effects]") {
  PmuBench bench{everything()};
  bench.context = kEl3;
  bench.write("PMICFILTR_EL0", 0x8000'0011);
  CHECK(bench.read("PMICFILTR_EL0").value == 0x8000'0008);
}

TEST_CASE("a counter register holds 64 bits from PMUv3p5 on", "[pmu][effects]") {
  PmuBench bench;
  bench.write("PMEVCNTR0_EL0", 0x1'2345'6789);
  CHECK(bench.read("PMEVCNTR0_EL0").value == 0x1'2345'6789);
}
