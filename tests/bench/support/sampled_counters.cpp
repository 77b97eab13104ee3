// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/sampled_counters.h"

#include <algorithm>

namespace pmusim::bench {

SampledCounters::SampledCounters(const Workload& workload,
                                 const RecordedRing& ring,
                                 std::uint64_t delay)
    : ring_{ring},
      span_{workload.span},
      end_{spans_of(workload) * workload.span},
      period_{workload.sampling_period},
      delay_{delay},
      values_(workload.counters) {
  if (period_ != 0) {
    interrupt_ = next_overflow() + delay_;
  }
}

std::uint64_t SampledCounters::advance() {
  const std::uint64_t span = position_ / span_;
  const std::uint64_t to = std::min((span + 1) * span_, interrupt_);
  for (std::size_t counter = period_ != 0 ? 1 : 0; counter < values_.size(); ++counter) {
    if (counts_at(counter_of(counter), level_of_span(span))) {
      values_[counter] += sum(counter, position_, to);
    }
  }
  const std::uint64_t cycles = to - position_;
  position_ = to;
  return cycles;
}

void SampledCounters::reload() {
  ++taken_;
  reloaded_ = position_;
  interrupt_ = next_overflow() + delay_;
}

void SampledCounters::add_to(Checksum& checksum) const {
  for (std::size_t counter = 0; counter < values_.size(); ++counter) {
    checksum.add(counter == 0 && period_ != 0 ? sum(0, reloaded_, position_) - period_
                                              : values_[counter]);
  }
}

std::uint64_t SampledCounters::sum(std::size_t counter,
                                   std::uint64_t from,
                                   std::uint64_t to) const {
  std::uint64_t sum = 0;
  while (from < to) {
    const std::uint64_t at = from % kRingCycles;
    const std::uint64_t piece = std::min(to - from, kRingCycles - at);
    sum +=
        bare_loop({ring_.amounts[counter % kStreams].data() + at, piece}, {}, counter_of(counter));
    from += piece;
  }
  return sum;
}

/// The boundary behind the cycle in which counter 0 has counted a period.
std::uint64_t SampledCounters::next_overflow() const {
  constexpr std::uint64_t kBlock = 64;
  std::uint64_t left = period_;
  std::uint64_t at = position_;
  // That many cycles cannot be enough.
  for (std::uint64_t safe = left / kGreatest; safe >= kBlock; safe = left / kGreatest) {
    left -= sum(0, at, at + safe);
    at += safe;
  }
  for (std::uint64_t more = sum(0, at, at + kBlock); more < left; more = sum(0, at, at + kBlock)) {
    left -= more;
    at += kBlock;
  }
  for (std::uint64_t more = 0; left > 0; left -= std::min(left, more)) {
    more = increment_of(counter_of(0), ring_.amounts[0][at++ % kRingCycles]);
  }
  return at;
}

}  // namespace pmusim::bench
