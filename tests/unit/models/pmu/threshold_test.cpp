// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/threshold.h"

#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

RegValue threshold(unsigned control, RegValue limit, bool edge = false) {
  return RegValue{control} << 61U | static_cast<RegValue>(edge) << 60U | limit << 32U;
}

PmuConfig with_edges() {
  PmuConfig config;
  config.edge = true;
  return config;
}

/// What a counter makes of a stream of amounts.
RegValue counted(const std::vector<std::uint32_t>& amounts, RegValue event_type) {
  PmuBench bench{with_edges()};
  count_event(bench).set("PMEVTYPER0_EL0", kEvent.value() | event_type);
  return bench.events(amounts).counter(0);
}

/// TC: compare in bits 2:1, count in bit 0.
constexpr unsigned kDiffers = 0, kEqual = 2, kAtLeast = 4, kBelow = 6, kCount = 1;

const std::vector<std::uint32_t> kStream{1, 3, 4, 2, 3};

}  // namespace

TEST_CASE("a threshold counts the events of the cycles that pass it", "[pmu][threshold]") {
  CHECK(counted(kStream, threshold(kAtLeast, 3)) == 10);
  CHECK(counted(kStream, threshold(kAtLeast | kCount, 3)) == 3);
  CHECK(counted(kStream, 0) == 13);
}

TEST_CASE("each compare counts what it says, in events or in cycles", "[pmu][threshold]") {
  CHECK(counted(kStream, threshold(kDiffers, 3)) == 7);
  CHECK(counted(kStream, threshold(kEqual, 3)) == 6);
  CHECK(counted(kStream, threshold(kAtLeast, 3)) == 10);
  CHECK(counted(kStream, threshold(kBelow, 3)) == 3);
  CHECK(counted(kStream, threshold(kDiffers | kCount, 3)) == 3);
  CHECK(counted(kStream, threshold(kEqual | kCount, 3)) == 2);
  CHECK(counted(kStream, threshold(kAtLeast | kCount, 3)) == 3);
  CHECK(counted(kStream, threshold(kBelow | kCount, 3)) == 2);
}

TEST_CASE("the sequence 0,1,2,3,2,0 against 2 gives the architecture's totals",
          "[pmu][threshold]") {
  const std::vector<std::uint32_t> stream{0, 1, 2, 3, 2, 0};
  CHECK(counted(stream, threshold(kDiffers, 2)) == 4);
  CHECK(counted(stream, threshold(kDiffers | kCount, 2)) == 4);
  CHECK(counted(stream, threshold(kEqual, 2)) == 4);
  CHECK(counted(stream, threshold(kEqual | kCount, 2)) == 2);
  CHECK(counted(stream, threshold(kAtLeast, 2)) == 7);
  CHECK(counted(stream, threshold(kAtLeast | kCount, 2)) == 3);
  CHECK(counted(stream, threshold(kBelow, 2)) == 1);
  CHECK(counted(stream, threshold(kBelow | kCount, 2)) == 3);
}

TEST_CASE("a threshold of zero has its own consequence for each control", "[pmu][threshold]") {
  const std::vector<std::uint32_t> stream{0, 2, 0, 1};
  CHECK(counted(stream, threshold(0, 0)) == 3);  // the identity
  CHECK(counted(stream, threshold(1, 0)) == 2);  // cycles with an event
  CHECK(counted(stream, threshold(2, 0)) == 0);  // the amount is 0 when equal
  CHECK(counted(stream, threshold(3, 0)) == 2);  // idle cycles
  CHECK(counted(stream, threshold(4, 0)) == 3);  // the identity
  CHECK(counted(stream, threshold(5, 0)) == 4);  // every cycle
  CHECK(counted(stream, threshold(6, 0)) == 0);
  CHECK(counted(stream, threshold(7, 0)) == 0);
}

TEST_CASE("TC = 0 with a threshold is not off: it drops the cycles of that amount",
          "[pmu][threshold]") {
  CHECK(counted({1, 2, 1, 3}, threshold(0, 1)) == 5);
  CHECK(Threshold{threshold(0, 0)}.is_identity());
  CHECK_FALSE(Threshold{threshold(0, 1)}.is_identity());
  CHECK_FALSE(Threshold{threshold(2, 0)}.is_identity());
}

TEST_CASE("TC = 7 with a threshold counts idle cycles too", "[pmu][threshold]") {
  CHECK(counted({0, 0, 1, 5}, threshold(7, 2)) == 3);
}

TEST_CASE("amounts above 255 and thresholds above 255 compare as numbers", "[pmu][threshold]") {
  CHECK(counted({255, 256, 257, 1000}, threshold(kAtLeast, 256)) == 1513);
  CHECK(counted({0x10'0000, 1}, threshold(kAtLeast, 4095)) == 0x10'0000);
  CHECK(counted({200, 255}, threshold(kBelow, 256)) == 455);
  CHECK(counted({200, 255}, threshold(kAtLeast, 256)) == 0);
}

TEST_CASE("a threshold applies to the total of a cycle, not to each event", "[pmu][threshold]") {
  // Two SW_INCR before the same cycle are an amount of 2.
  PmuBench bench;
  bench.set("PMCR_EL0", 1).set("PMCNTEN", 1).set("PMEVTYPER0_EL0", threshold(kEqual, 2));
  bench.context = kEl1;
  bench.write("PMSWINC_EL0", 1);
  bench.write("PMSWINC_EL0", 1);
  CHECK(bench.idle(1).counter(0) == 2);
  bench.write("PMSWINC_EL0", 1);
  CHECK(bench.idle(1).counter(0) == 2);
}

TEST_CASE("two events in a cycle count two", "[pmu][threshold]") {
  CHECK(counted({2, 0, 1, 2}, 0) == 5);
}

TEST_CASE("a threshold on CPU_CYCLES sees one occurrence in every cycle", "[pmu][threshold]") {
  PmuBench bench;
  bench.set("PMCR_EL0", 1).set("PMCNTEN", 7);
  bench.set("PMEVTYPER0_EL0", 0x11 | threshold(kAtLeast, 1));
  bench.set("PMEVTYPER1_EL0", 0x11 | threshold(kAtLeast, 2));
  bench.set("PMEVTYPER2_EL0", 0x11 | threshold(kBelow | kCount, 2));
  bench.idle(100);
  CHECK(bench.counter(0) == 100);
  CHECK(bench.counter(1) == 0);
  CHECK(bench.counter(2) == 100);
}

TEST_CASE("the result of the threshold overflows, not the amount", "[pmu][threshold]") {
  PmuBench bench;
  count_event(bench, 0, 0xffff'fffe);
  bench.set("PMEVTYPER0_EL0", kEvent.value() | threshold(kAtLeast | kCount, 5));
  CHECK(bench.events({9}).flags() == 0);
  CHECK(bench.events({9}).flags() == 1);
  CHECK(bench.counter(0) == 0x1'0000'0000);
}

TEST_CASE("edges: 1, 3, 5, 7 count the condition becoming true, 2 and 6 every change",
          "[pmu][threshold][edge]") {
  // Against 2: below, at, above, below, at; the stored condition starts false.
  const std::vector<std::uint32_t> stream{1, 2, 3, 0, 2};
  const auto edges = [&](unsigned control) { return counted(stream, threshold(control, 2, true)); };
  CHECK(edges(1) == 2);  // differs: T F T T F -> rises at 0 and 2
  CHECK(edges(2) == 3);  // equal: F T F F T -> changes at 1, 2, 4
  CHECK(edges(3) == 2);  // rises at 1 and 4
  CHECK(edges(5) == 2);  // at least: F T T F T -> rises at 1 and 4
  CHECK(edges(6) == 4);  // below: T F F T F -> changes at 0, 1, 3, 4
  CHECK(edges(7) == 2);  // rises at 0 and 3
}

TEST_CASE("the stored condition is kept without TE too", "[pmu][threshold][edge]") {
  PmuBench bench{with_edges()};
  count_event(bench).set("PMEVTYPER0_EL0", kEvent.value() | threshold(5, 2));
  bench.events({3});  // true, without TE
  bench.set("PMEVTYPER0_EL0", kEvent.value() | threshold(5, 2, true));
  const RegValue before = bench.counter(0);
  CHECK(bench.events({3}).counter(0) == before);  // still true: no edge
  CHECK(bench.events({0, 3}).counter(0) == before + 1);
}

TEST_CASE("cycles that may not count, and register writes, leave the stored condition",
          "[pmu][threshold][edge]") {
  PmuBench bench{with_edges()};
  count_event(bench).set("PMEVTYPER0_EL0", kEvent.value() | threshold(5, 2, true));
  CHECK(bench.events({2}).counter(0) == 1);
  bench.set("PMCNTEN", 0).events({0, 0, 0});
  bench.set("PMCNTEN", 1);
  CHECK(bench.events({2}).counter(0) == 1);  // still true as far as the counter knows
  bench.write("PMEVCNTR0_EL0", 100);
  bench.write("PMEVTYPER0_EL0", kEvent.value() | threshold(5, 2, true));
  bench.write("PMCR_EL0", 3);  // E, and P zeroes the counter
  CHECK(bench.events({2}).counter(0) == 0);
}

TEST_CASE("threshold bits above the implemented width do not take part", "[pmu][threshold]") {
  PmuConfig config;
  config.threshold_bits = 8;
  PmuBench bench{config};
  count_event(bench).write("PMEVTYPER0_EL0", kEvent.value() | threshold(kAtLeast, 0x102));
  CHECK(bench.get("PMEVTYPER0_EL0") == (kEvent.value() | threshold(kAtLeast, 2)));
  CHECK(bench.events({1, 2, 3}).counter(0) == 5);
}

TEST_CASE("without FEAT_PMUv3_TH the field is zero and everything counts", "[pmu][threshold]") {
  PmuConfig config;
  config.threshold_bits = 0;
  PmuBench bench{config};
  count_event(bench).write("PMEVTYPER0_EL0",
                           kEvent.value() | threshold(kAtLeast | kCount, 9, true));
  CHECK(bench.get("PMEVTYPER0_EL0") == kEvent.value());
  CHECK(bench.events({1, 2, 3}).counter(0) == 6);
}

TEST_CASE("the greatest increment bounds every increment", "[pmu][threshold]") {
  for (unsigned control = 0; control < 8; ++control) {
    for (const bool edge : {false, true}) {
      const Threshold rule{threshold(control, 3, edge)};
      for (std::uint32_t amount = 0; amount < 10; ++amount) {
        for (const bool before : {false, true}) {
          CHECK(rule.increment(amount, before, rule.condition(amount)) <=
                rule.greatest_increment(9));
        }
      }
    }
  }
}
