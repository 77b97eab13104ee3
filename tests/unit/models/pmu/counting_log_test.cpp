// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

TEST_CASE("the log says in how many cycles a counter counted, and why not in the others",
          "[pmu][log]") {
  PmuBench bench;
  constexpr RegValue kNotAtEl0 = 1U << 30U;
  count_event(bench).set("PMEVTYPER0_EL0", kEvent.value() | kNotAtEl0);
  bench.events(std::vector<std::uint32_t>(5, 1));
  bench.context = kEl0;
  bench.events(std::vector<std::uint32_t>(7, 1));
  bench.set("PMCNTEN", 0).events(std::vector<std::uint32_t>(11, 1));
  bench.context.debug_state = true;
  bench.events({1, 1});
  const CountingLog& log = bench.core.counting_log();
  CHECK(log.cycles(0, CountStatus::counting) == 5);
  CHECK(log.cycles(0, CountStatus::filtered) == 7);
  CHECK(log.cycles(0, CountStatus::disabled) == 11);
  CHECK(log.cycles(0, CountStatus::debug_state) == 2);
  CHECK(log.cycles(0, CountStatus::frozen) == 0);
  CHECK(log.cycles(1, CountStatus::disabled) == 23);
}

TEST_CASE("the log counts the cycle of an overflow as counting and the frozen ones after it",
          "[pmu][log][freeze]") {
  PmuBench bench;
  bench.set("PMCR_EL0", 1U << 9U);
  count_event(bench, 0, 0xffff'fffe);
  bench.events(std::vector<std::uint32_t>(10, 1));
  CHECK(bench.core.counting_log().cycles(0, CountStatus::counting) == 2);
  CHECK(bench.core.counting_log().cycles(0, CountStatus::frozen) == 8);
}

TEST_CASE("the log tells a counter whose event occurs from one whose event does not",
          "[pmu][log]") {
  PmuBench bench;
  count_event(bench, 0);
  bench.set("PMEVTYPER1_EL0", 0x3c).set("PMCNTEN", 3);
  bench.events(std::vector<std::uint32_t>(10, 1));
  const CountingLog& log = bench.core.counting_log();
  CHECK(log.cycles(1, CountStatus::counting) == 10);
  CHECK(log.cycles_with_event(0) == 10);
  CHECK(log.cycles_with_event(1) == 0);
}

TEST_CASE("the log is complete after every commit and asked for at any time", "[pmu][log]") {
  PmuBench bench;
  count_event(bench);
  for (std::uint64_t cycle = 1; cycle <= 5; ++cycle) {
    bench.events({1});
    CHECK(bench.core.counting_log().cycles(0, CountStatus::counting) == cycle);
    CHECK(bench.core.counting_log().cycles_with_event(0) == cycle);
  }
}
