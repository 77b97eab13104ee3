// SPDX-License-Identifier: Apache-2.0
//
// The order of the driver's armv8pmu_get_event_idx, with numbers that follow from its rules.
#include "sim/scenario/counter_allotment.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

constexpr std::uint64_t kLong = 1;
constexpr std::uint64_t kThresholdOne = 1U << 5U;

abi::PerfEventAttr event(std::uint64_t number, std::uint64_t config1 = 0) {
  abi::PerfEventAttr attr;
  attr.config = number;
  attr.config1 = config1;
  return attr;
}

/// How many of these events fit.
unsigned fitting(const PmuConfig& config, const abi::PerfEventAttr& attr) {
  CounterAllotment counters{config};
  unsigned count = 0;
  while (counters.take(attr)) {
    ++count;
  }
  return count;
}

PmuConfig config_with(unsigned event_counters, PmuVersion version = PmuVersion::p9) {
  PmuConfig config;
  config.version = version;
  config.event_counters = event_counters;
  return config;
}

}  // namespace

TEST_CASE("CPU_CYCLES takes the cycle counter first, then event counters", "[scenario][perf]") {
  CHECK(fitting(config_with(6), event(0x11)) == 7);
  CHECK(fitting(config_with(0), event(0x11)) == 1);
  CHECK(fitting(config_with(6), event(0x08)) == 6);
}

TEST_CASE("a threshold keeps CPU_CYCLES off the cycle counter", "[scenario][perf]") {
  CHECK(fitting(config_with(6), event(0x11, kThresholdOne)) == 6);
}

TEST_CASE("INST_RETIRED takes the instruction counter where there is one", "[scenario][perf]") {
  PmuConfig config = config_with(6);
  config.instruction_counter = true;
  CHECK(fitting(config, event(0x08)) == 7);
  CHECK(fitting(config, event(0x08, kThresholdOne)) == 6);
  CHECK(fitting(config, event(0x23)) == 6);
}

TEST_CASE("a 64-bit event takes a pair of 32-bit counters, one of 64 bits, or the cycle counter",
          "[scenario][perf]") {
  CHECK(fitting(config_with(6, PmuVersion::p4), event(0x23, kLong)) == 3);
  CHECK(fitting(config_with(6, PmuVersion::p5), event(0x23, kLong)) == 6);
  CHECK(fitting(config_with(5, PmuVersion::p4), event(0x23, kLong)) == 2);
  CHECK(fitting(config_with(2, PmuVersion::p4), event(0x11, kLong)) ==
        2);  // cycle counter, then the pair
}

TEST_CASE("a pair needs an even counter and the odd one above it", "[scenario][perf]") {
  const PmuConfig config = config_with(4, PmuVersion::p4);
  CounterAllotment counters{config};
  CHECK(counters.take(event(0x23)));         // 0
  CHECK(counters.take(event(0x23, kLong)));  // 2 and 3; 1 and 2 would be no pair
  CHECK_FALSE(counters.take(event(0x23, kLong)));
  CHECK(counters.take(event(0x23)));  // 1
  CHECK_FALSE(counters.take(event(0x23)));
}
