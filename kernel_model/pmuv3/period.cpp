// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/period.h"

namespace pmusim::kernel {

namespace {

// Signed and unsigned 64-bit values convert by wrapping, in the kernel and in C++20.
std::int64_t as_signed(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

std::uint64_t as_unsigned(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

}  // namespace

std::uint64_t max_period(const HwPerfEvent& hw) {
  return hw.is_64bit ? ~std::uint64_t{0} : 0xffff'ffffU;
}

void set_counting_period(HwPerfEvent& hw) {
  hw.sample_period = max_period(hw) >> 1U;
  hw.last_period = hw.sample_period;
  hw.period_left = as_signed(hw.sample_period);
}

bool set_period(HwPerfEvent& hw) {
  const std::int64_t period = as_signed(hw.sample_period);
  std::int64_t left = hw.period_left;
  bool ended = false;
  if (left <= as_signed(0 - hw.sample_period)) {
    left = period;
    hw.period_left = left;
    hw.last_period = hw.sample_period;
    ended = true;
  }
  if (left <= 0) {
    left = as_signed(as_unsigned(left) + hw.sample_period);
    hw.period_left = left;
    hw.last_period = hw.sample_period;
    ended = true;
  }
  if (as_unsigned(left) > max_period(hw) >> 1U) {
    left = as_signed(max_period(hw) >> 1U);
  }
  hw.prev_count = 0 - as_unsigned(left);
  return ended;
}

void update_count(PerfEvent& event, std::uint64_t counter) {
  HwPerfEvent& hw = event.hw;
  const std::uint64_t delta = (counter - hw.prev_count) & max_period(hw);
  hw.prev_count = counter;
  event.count += delta;
  hw.period_left = as_signed(as_unsigned(hw.period_left) - delta);
}

}  // namespace pmusim::kernel
