// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr RegValue kE = 1;
constexpr RegValue kHpme = 1U << 7U;

PmuConfig with_instruction_counter() {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.instruction_counter = true;
  return config;
}

}  // namespace

TEST_CASE("enabling the interrupt of a pending flag raises the line at once", "[pmu][line]") {
  PmuBench bench;
  bench.set("PMCR_EL0", kE).set("PMOVS", 1);
  CHECK_FALSE(bench.line());
  bench.write("PMINTENSET_EL1", 1);
  CHECK(bench.line());
  bench.write("PMINTENCLR_EL1", 1);
  CHECK_FALSE(bench.line());
}

TEST_CASE("the line falls when the last enabled flag is cleared, other flags or not",
          "[pmu][line]") {
  PmuBench bench;
  bench.set("PMCR_EL0", kE).set("PMOVS", 3).set("PMINTEN", 1);
  CHECK(bench.line());
  bench.write("PMOVSCLR_EL0", 1);
  CHECK_FALSE(bench.line());
  CHECK(bench.flags() == 2);
}

TEST_CASE("PMOVSSET_EL0 raises the line", "[pmu][line]") {
  PmuBench bench;
  bench.set("PMCR_EL0", kE).set("PMINTEN", 1);
  bench.write("PMOVSSET_EL0", 1);
  CHECK(bench.line());
}

TEST_CASE("each range drives the line under its own global enable", "[pmu][line]") {
  PmuBench bench{with_instruction_counter()};
  const RegValue flag = GENERATE(RegValue{1} << 0U,
                                 RegValue{1} << 2U,
                                 RegValue{1} << 3U,
                                 RegValue{1} << 31U,
                                 RegValue{1} << 32U);
  const bool second = flag == 1U << 3U;
  bench.set("PMOVS", flag).set("PMINTEN", flag);
  CAPTURE(flag);
  bench.set("PMCR_EL0", kE).set("MDCR_EL2", 3);
  CHECK(bench.line() == !second);
  bench.set("PMCR_EL0", 0).set("MDCR_EL2", 3U | kHpme);
  CHECK(bench.line() == second);
  bench.set("PMCR_EL0", 0).set("MDCR_EL2", 3);
  CHECK_FALSE(bench.line());
}

TEST_CASE("clearing E lowers the line while the flags stay", "[pmu][line]") {
  PmuBench bench;
  bench.set("PMCR_EL0", kE).set("PMOVS", 1).set("PMINTEN", 1);
  REQUIRE(bench.line());
  bench.write("PMCR_EL0", 0);
  CHECK_FALSE(bench.line());
  CHECK(bench.flags() == 1);
  bench.idle(3);  // nothing counts, and the line is a function of the registers still
  CHECK_FALSE(bench.line());
  bench.write("PMCR_EL0", kE);
  CHECK(bench.line());
}

TEST_CASE("count enables, filters, prohibition and Debug state do not gate the line",
          "[pmu][line]") {
  PmuBench bench;
  bench.set("PMCR_EL0", kE).set("PMOVS", 1).set("PMINTEN", 1).set("PMCNTEN", 0);
  bench.set("PMEVTYPER0_EL0", 3ULL << 30U).set("MDCR_EL2", 6U | 1U << 17U);
  bench.context = kEl2;
  bench.context.debug_state = true;
  bench.idle(2);
  CHECK(bench.line());
}

TEST_CASE("any enabled flag of any counter drives the line", "[pmu][line]") {
  for (unsigned counter = 0; counter < 6; ++counter) {
    PmuBench bench;
    const RegValue flag = RegValue{1} << counter;
    bench.set("PMCR_EL0", kE).set("PMINTEN", flag).set("PMOVS", ~flag & 0x3f);
    CAPTURE(counter);
    CHECK_FALSE(bench.line());
    bench.set("PMOVS", flag);
    CHECK(bench.line());
  }
}

TEST_CASE("the line rises in the cycle of the overflow, not one earlier", "[pmu][line]") {
  PmuBench bench;
  count_event(bench, 0, 0xffff'ff00);
  bench.set("PMINTEN", 1).events(std::vector<std::uint32_t>(255, 1));
  CHECK_FALSE(bench.line());
  bench.events({1});
  CHECK(bench.line());
}
