// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/overflow.h"

#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr RegValue kTop = ~RegValue{0};
constexpr RegValue kLp = 1U << 7U;
constexpr RegValue kHlp = 1U << 26U;
constexpr RegValue kHpme = 1U << 7U;

PmuConfig version(PmuVersion which) {
  PmuConfig config;
  config.version = which;
  return config;
}

}  // namespace

TEST_CASE("an addition overflows when it changes a bit at or above the position",
          "[pmu][overflow]") {
  using enum OverflowPosition;

  struct Row {
    OverflowPosition position;
    RegValue value;
    std::uint64_t increment;
    RegValue sum;
    bool overflowed;
  };

  // clang-format off
  const Row row = GENERATE(
      Row{bit32_of_32, 0xffff'fffe, 1, 0xffff'ffff, false},
      Row{bit32_of_32, 0xffff'ffff, 1, 0, true},
      Row{bit32_of_32, 0xffff'ffff, 0, 0xffff'ffff, false},
      Row{bit32_of_32, 0xffff'fffe, 7, 5, true},
      Row{bit32_of_64, 0xffff'fffe, 1, 0xffff'ffff, false},
      Row{bit32_of_64, 0xffff'ffff, 1, 0x1'0000'0000, true},
      Row{bit32_of_64, 0x5'ffff'fffe, 7, 0x6'0000'0005, true},
      Row{bit32_of_64, 0x5'0000'0000, 0xffff'ffff, 0x5'ffff'ffff, false},
      Row{bit32_of_64, kTop, 1, 0, true},
      Row{bit32_of_64, 0x5'0000'0000, 0x2'0000'0000, 0x7'0000'0000, true},
      Row{bit64, 0xffff'ffff, 1, 0x1'0000'0000, false},
      Row{bit64, kTop - 1, 1, kTop, false},
      Row{bit64, kTop, 1, 0, true},
      Row{bit64, kTop - 1, 9, 7, true});
  // clang-format on
  const Sum sum = add(row.value, row.increment, row.position);
  CAPTURE(row.value, row.increment);
  CHECK(sum.value == row.sum);
  CHECK(sum.overflowed == row.overflowed);
}

TEST_CASE("the distance is the smallest sum that overflows", "[pmu][overflow]") {
  using enum OverflowPosition;
  CHECK(distance_to_overflow(0xffff'ffff, bit32_of_32) == 1);
  CHECK(distance_to_overflow(0, bit32_of_32) == 0x1'0000'0000);
  CHECK(distance_to_overflow(0x7'ffff'fff0, bit32_of_64) == 16);
  CHECK(distance_to_overflow(kTop, bit64) == 1);
  CHECK(distance_to_overflow(0, bit64) == 0);  // stands for 2^64
}

TEST_CASE("an event counter overflows on wrap, not before", "[pmu][overflow]") {
  const bool is_long = GENERATE(false, true);
  PmuBench bench;
  bench.set("PMCR_EL0", is_long ? kLp : 0);
  const RegValue position = is_long ? 0 : 0x1'0000'0000;
  count_event(bench, 0, position - 2);
  CHECK(bench.events({1}).flags() == 0);
  CHECK(bench.events({1}).flags() == 1);
  CHECK(bench.counter(0) == position);
}

TEST_CASE("an amount above one jumps over zero and leaves its residue", "[pmu][overflow]") {
  SECTION("32 bits of 64") {
    PmuBench bench;
    count_event(bench, 0, 0xffff'fffd);
    CHECK(bench.events({8}).counter(0) == 0x1'0000'0005);
    CHECK(bench.flags() == 1);
  }
  SECTION("32 bits") {
    PmuBench bench{version(PmuVersion::p4)};
    count_event(bench, 0, 0xffff'fffd);
    CHECK(bench.events({8}).counter(0) == 5);
    CHECK(bench.flags() == 1);
  }
  SECTION("64 bits") {
    PmuBench bench;
    bench.set("PMCR_EL0", kLp);
    count_event(bench, 0, kTop - 2);
    CHECK(bench.events({8}).counter(0) == 5);
    CHECK(bench.flags() == 1);
  }
}

TEST_CASE("before PMUv3p5 counters have 32 bits, from it on 64 whatever LP says",
          "[pmu][overflow]") {
  PmuBench old{version(PmuVersion::p4)};
  old.set("PMCR_EL0", kLp);  // does not exist
  count_event(old, 0, 0xffff'ffff);
  CHECK(old.events({1}).counter(0) == 0);
  CHECK(old.flags() == 1);
  old.write("PMEVCNTR0_EL0", 0x5'0000'0007);
  CHECK(old.read("PMEVCNTR0_EL0").value == 7);

  PmuBench young{version(PmuVersion::p5)};
  count_event(young, 0, 0x1'2345'6788);
  young.events({1});
  CHECK(young.read("PMEVCNTR0_EL0").value == 0x1'2345'6789);  // not cut to 32 bits
  CHECK(young.flags() == 0);
}

TEST_CASE("LP selects the position of the first range, HLP of the second", "[pmu][overflow]") {
  const bool lp = GENERATE(false, true);
  const bool hlp = GENERATE(false, true);
  PmuBench bench;
  bench.set("PMCR_EL0", lp ? kLp : 0).set("MDCR_EL2", kHpme | 1U | (hlp ? kHlp : 0));
  count_event(bench, 0, 0xffff'ffff);
  count_event(bench, 1, 0xffff'ffff);
  bench.events({1});
  CHECK((bench.flags() & 1U) == (lp ? 0U : 1U));
  CHECK((bench.flags() >> 1U) == (hlp ? 0U : 1U));
  CHECK(bench.counter(0) == 0x1'0000'0000);
  CHECK(bench.counter(1) == 0x1'0000'0000);
}

TEST_CASE("a flag stays until software clears it", "[pmu][overflow]") {
  PmuBench bench;
  count_event(bench, 0, 0xffff'ffff);
  bench.events({1, 1, 1});
  CHECK(bench.flags() == 1);
  bench.write("PMOVSCLR_EL0", 1);
  CHECK(bench.flags() == 0);
  CHECK(bench.events({1}).flags() == 0);
  CHECK(bench.counter(0) == 0x1'0000'0003);
}

TEST_CASE("the instruction counter overflows at 64 bits into its own flag", "[pmu][overflow]") {
  PmuConfig config = version(PmuVersion::p9);
  config.instruction_counter = true;
  PmuBench bench{config};
  const auto retire = [&](std::uint32_t instructions) {
    auto activity = std::make_unique<ScriptedActivity>();
    activity->always(kInstRetired, instructions);
    bench.run(std::move(activity), 1);
  };
  bench.set("PMCR_EL0", 1).set("PMCNTEN", RegValue{1} << 32U);
  bench.set("PMICNTR_EL0", 0xffff'ffff);
  retire(1);
  CHECK(bench.flags() == 0);  // LP = 0 does not matter
  bench.set("PMICNTR_EL0", kTop - 3);
  retire(3);
  CHECK(bench.flags() == 0);
  retire(6);
  CHECK(bench.get("PMICNTR_EL0") == 5);
  CHECK(bench.flags() == RegValue{1} << 32U);
}

TEST_CASE("SW_INCR with the counters off is lost", "[pmu][overflow]") {
  PmuBench bench;
  bench.set("PMCNTEN", 1).set("PMEVTYPER0_EL0", 0).set("PMEVCNTR0_EL0", 0xffff'fff0);
  for (int i = 0; i < 100; ++i) {
    bench.write("PMSWINC_EL0", 1);
    bench.idle(1);
  }
  CHECK(bench.counter(0) == 0xffff'fff0);
  CHECK(bench.flags() == 0);
  bench.write("PMSWINC_EL0", 1);
  bench.idle(1);
  bench.set("PMCR_EL0", 1).idle(5);
  CHECK(bench.counter(0) == 0xffff'fff0);
}
