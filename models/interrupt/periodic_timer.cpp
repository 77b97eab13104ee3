// SPDX-License-Identifier: Apache-2.0
#include "models/interrupt/periodic_timer.h"

#include "models/common/expect.h"

namespace pmusim {

PeriodicTimer::PeriodicTimer(Clock clock, std::optional<Picoseconds> period)
    : clock_{clock}, period_ps_{period.value_or(Picoseconds{}).count()} {
  if (period) {
    PMUSIM_EXPECT(period_ps_ > 0, "a timer has a period");
    visible_ = clock_.first_edge_after(*period);
  }
}

void PeriodicTimer::acknowledge(CycleTime now) {
  // A firing at instant t is visible after edge(now) exactly when t is not before edge(now).
  const std::uint64_t edge = clock_.edge(now).count();
  const std::uint64_t firing = edge / period_ps_ + (edge % period_ps_ != 0 ? 1 : 0);
  visible_ = clock_.first_edge_after(Picoseconds{firing * period_ps_});
}

}  // namespace pmusim
