// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr RegValue kChainType = 0x1e;
constexpr RegValue kE = 1;
constexpr RegValue kLp = 1U << 7U;
constexpr RegValue kFzo = 1U << 9U;
constexpr RegValue kHpme = 1U << 7U;
constexpr RegValue kHlp = 1U << 26U;

/// Counter 0 counts kEvent from `low`, counter 1 counts CHAIN from `high`.
struct ChainBench : PmuBench {
  explicit ChainBench(RegValue low, RegValue high = 0, const PmuConfig& config = {})
      : PmuBench{config} {
    count_event(*this, 0, low);
    set("PMEVTYPER1_EL0", kChainType).set("PMEVCNTR1_EL0", high).set("PMCNTEN", 3);
  }
};

PmuConfig version(PmuVersion which) {
  PmuConfig config;
  config.version = which;
  return config;
}

std::vector<std::uint32_t> ones(std::size_t cycles) {
  return std::vector<std::uint32_t>(cycles, 1);
}

}  // namespace

TEST_CASE("a chained pair stays two counters: the even one keeps its residue and sets its flag",
          "[pmu][chain]") {
  SECTION("32-bit counters") {
    ChainBench bench{0xffff'fff0, 0, version(PmuVersion::p4)};
    bench.set("PMINTEN", 1).events(ones(22));
    CHECK(bench.counter(0) == 6);
    CHECK(bench.counter(1) == 1);
    CHECK(bench.flags() == 1);
    CHECK(bench.line());
  }
  SECTION("64-bit counters that overflow at 32") {
    ChainBench bench{0xffff'fff0};
    bench.events(ones(22));
    CHECK(bench.counter(0) == 0x1'0000'0006);
    CHECK(bench.counter(1) == 1);
    CHECK(bench.flags() == 1);
    CHECK_FALSE(bench.line());  // PMINTEN[0] is 0
  }
}

TEST_CASE("SW_INCR chains, and the odd counter overflows by its CHAIN", "[pmu][chain]") {
  const bool young = GENERATE(false, true);
  const RegValue carry = young ? 0x1'0000'0000 : 0;
  const RegValue high = GENERATE(RegValue{0}, RegValue{0xffff'ffff});
  ChainBench bench{0xffff'fff0, high, version(young ? PmuVersion::p5 : PmuVersion::p1)};
  bench.set("PMEVTYPER0_EL0", 0);
  for (int i = 0; i < 100; ++i) {
    bench.write("PMSWINC_EL0", 1);
    bench.idle(1);
  }
  CHECK(bench.counter(0) == carry + 0x54);
  CHECK(bench.counter(1) == (high == 0 ? 1 : carry));
  CHECK(bench.flags() == (high == 0 ? 1U : 3U));
}

TEST_CASE("CHAIN passes the odd counter's own filter", "[pmu][chain]") {
  ChainBench bench{0xffff'ffff, 7};
  constexpr RegValue kNotAtEl0 = 1U << 30U;
  bench.set("PMEVTYPER1_EL0", kChainType | kNotAtEl0);
  bench.context = kEl0;
  bench.events({1});
  CHECK(bench.counter(1) == 7);
  CHECK(bench.flags() == 1);
}

TEST_CASE("the odd counter needs its own enable", "[pmu][chain]") {
  ChainBench bench{0xffff'ffff, 7};
  bench.set("PMCNTEN", 1).events({1});
  CHECK(bench.counter(1) == 7);
}

TEST_CASE("there is no CHAIN at the 64-bit position", "[pmu][chain]") {
  ChainBench bench{0xffff'ffff, 7};
  bench.set("PMCR_EL0", kE | kLp).events({1});
  CHECK(bench.counter(0) == 0x1'0000'0000);
  CHECK(bench.counter(1) == 7);
  CHECK(bench.flags() == 0);
  bench.set("PMEVCNTR0_EL0", ~RegValue{0}).events({1});
  CHECK(bench.counter(0) == 0);
  CHECK(bench.counter(1) == 7);
  CHECK(bench.flags() == 1);
}

TEST_CASE("one wrap gives one CHAIN, however large the increment", "[pmu][chain]") {
  ChainBench bench{0xffff'ffff, 0};
  bench.events({5000});
  CHECK(bench.counter(1) == 1);
}

TEST_CASE("every wrap gives a CHAIN, also when the flag is set already", "[pmu][chain]") {
  ChainBench bench{0xffff'ffff, 0};
  bench.set("PMOVS", 1).events({1});
  CHECK(bench.counter(1) == 1);
  bench.set("PMEVCNTR0_EL0", 0x3'ffff'fffe).events({1, 1, 1});
  CHECK(bench.counter(1) == 2);
  SECTION("in one long stretch") {
    bench.set("PMEVCNTR0_EL0", 0);
    bench.events(std::vector<std::uint32_t>(5, 0xffff'ffff));  // 5 * 2^32 - 5: four wraps
    CHECK(bench.counter(0) == 0x4'ffff'fffb);
    CHECK(bench.counter(1) == 6);
  }
}

TEST_CASE("only an odd counter right above the even one gets the CHAIN", "[pmu][chain]") {
  PmuBench bench;
  bench.set("PMCR_EL0", kE).set("PMCNTEN", 0x3f);
  count_event(bench, 0, 0);
  count_event(bench, 1, 0xffff'ffff);  // odd: gives none
  bench.set("PMEVTYPER2_EL0", kChainType).set("PMEVTYPER3_EL0", kChainType);
  bench.events({1});
  CHECK(bench.flags() == 2);
  CHECK(bench.counter(2) == 0);
  CHECK(bench.counter(3) == 0);
}

TEST_CASE("an even counter that selects CHAIN never moves", "[pmu][chain]") {
  PmuBench bench;
  count_event(bench, 1, 0xffff'ffff);
  bench.set("PMEVTYPER2_EL0", kChainType).set("PMCNTEN", 7).events({1, 1});
  CHECK(bench.counter(2) == 0);
}

TEST_CASE("the last counter has no partner", "[pmu][chain]") {
  PmuConfig config;
  config.event_counters = 5;
  PmuBench bench{config};
  count_event(bench, 4, 0xffff'ffff);
  bench.events({1});
  CHECK(bench.counter(4) == 0x1'0000'0000);
  CHECK(bench.flags() == 0x10);
}

TEST_CASE("a threshold on the odd counter sees one CHAIN per wrap", "[pmu][chain][threshold]") {
  constexpr RegValue kAtLeastTwo = RegValue{4} << 61U | RegValue{2} << 32U;
  constexpr RegValue kAtLeastOne = RegValue{4} << 61U | RegValue{1} << 32U;
  ChainBench bench{0xffff'ffff};
  bench.set("PMEVTYPER1_EL0", kChainType | kAtLeastTwo).events({1});
  CHECK(bench.counter(1) == 0);
  bench.set("PMEVTYPER1_EL0", kChainType | kAtLeastOne);
  bench.set("PMEVCNTR0_EL0", 0xffff'ffff).events({1, 1, 1});
  CHECK(bench.counter(1) == 1);
}

TEST_CASE("with FZO the even counter's flag freezes its partner before the CHAIN is counted",
          "[pmu][chain][freeze]") {
  ChainBench bench{0xffff'ffff, 7};
  bench.set("PMCR_EL0", kE | kFzo).events({1});
  CHECK(bench.flags() == 1);
  CHECK(bench.counter(1) == 7);
}

TEST_CASE("CHAIN crosses from the first to the second range by the LP of the even counter",
          "[pmu][chain][hpmn]") {
  ChainBench bench{0xffff'ffff, 7};
  SECTION("LP = 0: delivered, whatever HLP says, and FZO does not freeze the other range") {
    bench.set("MDCR_EL2", kHpme | kHlp | 1U).set("PMCR_EL0", kE | kFzo).events({1});
    CHECK(bench.counter(1) == 8);
  }
  SECTION("LP = 1: none") {
    bench.set("MDCR_EL2", kHpme | 1U).set("PMCR_EL0", kE | kLp).events({1});
    CHECK(bench.counter(1) == 7);
  }
}

TEST_CASE("CHAIN arrives in the cycle of the wrap, cut however", "[pmu][chain]") {
  ChainBench bench{0xffff'fffe, 0xffff'ffff};
  bench.set("PMINTEN", 2);
  CHECK_FALSE(bench.events({1}).line());
  CHECK(bench.events({1}).line());
  CHECK(bench.counter(1) == 0x1'0000'0000);
}
