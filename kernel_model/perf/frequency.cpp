// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/frequency.h"

#include "kernel_model/perf/perf_config.h"

namespace pmusim::kernel {

namespace {

__extension__ using Wide = unsigned __int128;

/// The period at which the event would have met its frequency. The kernel drops low bits where 64
/// do not suffice; we do not.
std::uint64_t wanted_period(std::uint64_t frequency,
                            std::uint64_t nanoseconds,
                            std::uint64_t count) {
  const Wide occurrences = static_cast<Wide>(count) * PerfConfig::kNanoseconds;
  return static_cast<std::uint64_t>(occurrences / (static_cast<Wide>(nanoseconds) * frequency));
}

}  // namespace

bool adjust_period(PerfEvent& event, std::uint64_t nanoseconds, std::uint64_t count) {
  HwPerfEvent& hw = event.hw;
  const std::uint64_t wanted = wanted_period(event.attr.sample_period, nanoseconds, count);
  auto delta = static_cast<std::int64_t>(wanted - hw.sample_period);
  // The kernel is built with -fno-strict-overflow: what leaves 64 bits wraps.
  const std::uint64_t away_from_zero = delta >= 0 ? 7 : ~std::uint64_t{7} + 1;
  delta = static_cast<std::int64_t>(static_cast<std::uint64_t>(delta) + away_from_zero) / 8;
  hw.sample_period += static_cast<std::uint64_t>(delta);
  if (hw.sample_period == 0) {
    hw.sample_period = 1;
  }
  return hw.period_left > static_cast<std::int64_t>(8 * hw.sample_period);
}

}  // namespace pmusim::kernel
