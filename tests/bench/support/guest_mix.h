// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/scenario/scenario.h"

namespace pmusim::bench {

/// What everything in the mix executes.
enum class MixActivity : std::uint8_t {
  pipeline,    ///< every cycle drawn at random
  run_length,  ///< 4,096 runs of 1 to 40 cycles for each event
  constant,
};

struct GuestMix {
  MixActivity activity{MixActivity::pipeline};
  bool vhe{false};
  std::uint64_t rounds{300};  ///< of each vCPU and each host task
  /// Spans are so many times longer, ticks and samples so many times rarer.
  std::uint64_t stretch{1};
  /// Exits and system calls come so many times as often, ticks and samples as before. Divides
  /// 1,000.
  std::uint64_t haste{1};
};

/// A busy host: 4 CPUs at 2 GHz with 6 event counters each, 2 guests of 2 vCPUs and a host task on
/// each CPU beside them, 12 events on each CPU (all need an event counter, so that they take turns
/// from tick to tick), two of them sampling. A vCPU leaves its guest every 15,000 cycles.
[[nodiscard]] scenario::Scenario guest_mix(const GuestMix& mix);

/// Cycles of the mix that tasks and vCPUs execute. With MixActivity::pipeline each of them is drawn
/// at random; what the kernel adds is, too, save for single register accesses.
[[nodiscard]] std::uint64_t workload_cycles(const GuestMix& mix);

}  // namespace pmusim::bench
