// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/counter_allocation.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::kernel;

namespace {

constexpr std::uint64_t kLong = 1;
constexpr std::uint64_t kUserRead = 2;
constexpr std::uint64_t kThresholdOne = 1U << 5U;

abi::PerfEventAttr attr(std::uint64_t event, std::uint64_t config1 = 0) {
  abi::PerfEventAttr attr;
  attr.config = event;
  attr.config1 = config1;
  return attr;
}

using Kind = CounterSlot::Kind;

}  // namespace

// The expectations are worked examples of the driver's algorithm, armv8pmu_get_event_idx.

TEST_CASE("cycles take the cycle counter, then the lowest free event counter", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 6}};
  CHECK(pmu.get_event_idx(attr(0x11)) == CounterSlot{Kind::cycle, 31});
  CHECK(pmu.get_event_idx(attr(0x11)) == CounterSlot{Kind::event, 0});
  CHECK(pmu.get_event_idx(attr(0x03, kLong)) == CounterSlot{Kind::chained, 3});
  CHECK(pmu.get_event_idx(attr(0x19, kLong)) == CounterSlot{Kind::chained, 5});
  CHECK(pmu.get_event_idx(attr(0x08)) == CounterSlot{Kind::event, 1});
  CHECK(pmu.get_event_idx(attr(0x08)) == std::nullopt);
}

TEST_CASE("cycles with a threshold never take the cycle counter", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 6}};
  CHECK(pmu.get_event_idx(attr(0x11, kThresholdOne)) == CounterSlot{Kind::event, 0});
}

TEST_CASE("a second user-read cycle event of 64 bits has nowhere to go", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 6}};
  CHECK(pmu.get_event_idx(attr(0x11, kLong | kUserRead)) == CounterSlot{Kind::cycle, 31});
  CHECK(pmu.get_event_idx(attr(0x11, kLong | kUserRead)) == std::nullopt);
}

TEST_CASE("with long counters a 64-bit event takes one counter", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 2, .long_counters = true}};
  CHECK(pmu.get_event_idx(attr(0x03, kLong)) == CounterSlot{Kind::event, 0});
}

TEST_CASE("retired instructions take the instruction counter where there is one", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 2, .long_counters = true, .instruction_counter = true}};
  CHECK(pmu.get_event_idx(attr(0x08, kThresholdOne)) == CounterSlot{Kind::event, 0});
  CHECK(pmu.get_event_idx(attr(0x08)) == CounterSlot{Kind::instruction, 32});
  CHECK(pmu.get_event_idx(attr(0x08)) == CounterSlot{Kind::event, 1});
}
