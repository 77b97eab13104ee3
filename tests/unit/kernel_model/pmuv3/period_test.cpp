// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/period.h"

#include <catch2/catch.hpp>

using namespace pmusim::kernel;

namespace {

HwPerfEvent sampling(std::uint64_t period, bool is_64bit = false) {
  HwPerfEvent hw;
  hw.is_64bit = is_64bit;
  hw.sample_period = period;
  hw.last_period = period;
  hw.period_left = static_cast<std::int64_t>(period);
  return hw;
}

std::uint64_t programmed(const HwPerfEvent& hw) {
  return hw.prev_count & max_period(hw);
}

/// The counter has moved by `delta` since it was programmed.
void counts(PerfEvent& event, std::uint64_t delta) {
  update_count(event, (event.hw.prev_count + delta) & max_period(event.hw));
}

}  // namespace

// The numbers are those of the kernel's algorithm worked by hand.

TEST_CASE("an event that does not sample counts in halves of its counter", "[pmuv3][period]") {
  HwPerfEvent hw;
  set_counting_period(hw);
  CHECK_FALSE(set_period(hw));
  CHECK(hw.sample_period == 0x7FFF'FFFF);
  CHECK(programmed(hw) == 0x8000'0001);

  HwPerfEvent wide;
  wide.is_64bit = true;
  set_counting_period(wide);
  CHECK_FALSE(set_period(wide));
  CHECK(wide.sample_period == 0x7FFF'FFFF'FFFF'FFFF);
  CHECK(programmed(wide) == 0x8000'0000'0000'0001);
}

TEST_CASE("a counter starts one period below its wrap", "[pmuv3][period]") {
  HwPerfEvent hw = sampling(100'000);
  CHECK_FALSE(set_period(hw));
  CHECK(programmed(hw) == 0xFFFE'7960);
}

TEST_CASE("a period beyond half the counter takes two overflows and gives one sample",
          "[pmuv3][period]") {
  PerfEvent event;
  event.hw = sampling(3'000'000'000);
  CHECK_FALSE(set_period(event.hw));
  CHECK(programmed(event.hw) == 0x8000'0001);
  counts(event, 2'147'483'647);
  CHECK(event.hw.period_left == 852'516'353);
  CHECK_FALSE(set_period(event.hw));
  CHECK(programmed(event.hw) == 0xCD2F'A1FF);
  counts(event, 852'516'353);
  CHECK(set_period(event.hw));
  CHECK(event.hw.period_left == 3'000'000'000);
  CHECK(event.count == 3'000'000'000);
}

TEST_CASE("a late interrupt shortens the next period", "[pmuv3][period]") {
  PerfEvent event;
  event.hw = sampling(1000);
  CHECK_FALSE(set_period(event.hw));
  counts(event, 1040);
  CHECK(event.hw.period_left == -40);
  CHECK(set_period(event.hw));
  CHECK(event.hw.period_left == 960);
  CHECK(event.hw.last_period == 1000);
}

TEST_CASE("an interrupt later than a period gives one sample and a full new period",
          "[pmuv3][period]") {
  PerfEvent event;
  event.hw = sampling(1000);
  CHECK_FALSE(set_period(event.hw));
  const auto [delta, left] = GENERATE(table<std::uint64_t, std::int64_t>({
      {1999, 1},     // -999: more than a period is not over yet
      {2000, 1000},  // exactly two: the second branch would leave 0
      {2500, 1000},
  }));
  CAPTURE(delta);
  counts(event, delta);
  CHECK(set_period(event.hw));
  CHECK(event.hw.period_left == left);
  CHECK(event.count == delta);
}

TEST_CASE("the greatest period of all is counted in halves", "[pmuv3][period]") {
  // 2^63 - 1 is the longest that perf_event_open takes.
  HwPerfEvent hw = sampling(0x7FFF'FFFF'FFFF'FFFF, true);
  CHECK_FALSE(set_period(hw));
  CHECK(programmed(hw) == 0x8000'0000'0000'0001);
  HwPerfEvent narrow = sampling(0x7FFF'FFFF'FFFF'FFFF);
  CHECK_FALSE(set_period(narrow));
  CHECK(programmed(narrow) == 0x8000'0001);
}

TEST_CASE("a counter that wrapped has moved forward", "[pmuv3][period]") {
  PerfEvent event;
  event.hw.prev_count = 0xFFFF'FFFF'FFFF'FFF0;  // of a 32-bit event, as set_period leaves it
  update_count(event, 0x10);
  CHECK(event.count == 0x20);
  event.hw.is_64bit = true;
  event.hw.prev_count = 0xFFFF'FFFF'FFFF'FFF0;
  update_count(event, 0x1'0000'0000);
  CHECK(event.count == 0x20 + 0x1'0000'0010);
}
