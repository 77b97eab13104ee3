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

TEST_CASE("on a core with several threads cycles take event counters", "[pmuv3]") {
  // 64-bit cycles go where any 64-bit event goes.
  CounterAllocation pmu{{.event_counters = 4, .smt = true}};
  CHECK(pmu.get_event_idx(attr(0x11)) == CounterSlot{Kind::event, 0});
  CHECK(pmu.get_event_idx(attr(0x11, kLong)) == CounterSlot{Kind::chained, 3});
  // User-read, it gets a single counter, and EAGAIN only when none is free.
  CHECK(pmu.get_event_idx(attr(0x11, kLong | kUserRead)) == CounterSlot{Kind::event, 1});
  CHECK(pmu.get_event_idx(attr(0x11, kLong | kUserRead)) == std::nullopt);
}

TEST_CASE("64-bit cycles with a threshold are chained, user-read ones are not", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 4}};
  CHECK(pmu.get_event_idx(attr(0x11, kThresholdOne | kLong | kUserRead)) ==
        CounterSlot{Kind::event, 0});
  CHECK(pmu.get_event_idx(attr(0x11, kThresholdOne | kLong)) == CounterSlot{Kind::chained, 3});
}

TEST_CASE("user-read instructions do not take the instruction counter", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 2, .long_counters = true, .instruction_counter = true}};
  CHECK(pmu.get_event_idx(attr(0x08, kUserRead)) == CounterSlot{Kind::event, 0});
}

TEST_CASE("an odd number of counters leaves the last one out of pairs", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 3}};
  CHECK(pmu.get_event_idx(attr(0x03, kLong)) == CounterSlot{Kind::chained, 1});
  CHECK(pmu.get_event_idx(attr(0x03, kLong)) == std::nullopt);
  CHECK(pmu.get_event_idx(attr(0x03)) == CounterSlot{Kind::event, 2});
}

TEST_CASE("a released counter is free again, both halves of a pair", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 2}};
  const auto pair = pmu.get_event_idx(attr(0x03, kLong));
  REQUIRE(pair);
  CHECK(pmu.used() == 0b11);
  CHECK(pmu.get_event_idx(attr(0x03)) == std::nullopt);
  pmu.release(*pair);
  CHECK(pmu.used() == 0);
  CHECK(pmu.get_event_idx(attr(0x03)) == CounterSlot{Kind::event, 0});
}

TEST_CASE("the counters taken follow the order of adds", "[pmuv3]") {
  CounterAllocation pmu{{.event_counters = 6}};
  const auto used_after = [&pmu](std::uint64_t event, std::uint64_t config1) {
    static_cast<void>(pmu.get_event_idx(attr(event, config1)));
    return pmu.used();
  };
  CHECK(used_after(0x11, 0) == 0x8000'0000);
  CHECK(used_after(0x11, 0) == 0x8000'0001);
  CHECK(used_after(0x03, kLong) == 0x8000'000D);
  CHECK(used_after(0x19, kLong) == 0x8000'003D);
  CHECK(used_after(0x08, 0) == 0x8000'003F);
  CHECK(used_after(0x08, 0) == 0x8000'003F);
}
