// SPDX-License-Identifier: Apache-2.0
#include "models/interrupt/interrupt_controller.h"

#include <algorithm>

#include "models/common/expect.h"

namespace pmusim {

InterruptController::InterruptController(const InterruptControllerConfig& config)
    : clock_{config.clock}, pmu_{config.pmu_skid}, timer_{config.clock, config.timer_period} {}

CycleTime InterruptController::first_visible() const {
  return std::min({pmu_.visible(), ipis_.visible(), timer_.visible()});
}

TakenInterrupt InterruptController::take(CycleTime now) {
  if (is_pending(InterruptLine::pmu, now)) {
    // A level: it stays until software clears the flags behind it.
    return {.line = InterruptLine::pmu, .raised = pmu_.risen(), .taken = now};
  }
  if (is_pending(InterruptLine::ipi, now)) {
    const CycleTime raised = ipis_.raised();
    ipis_.acknowledge(now);
    return {.line = InterruptLine::ipi, .raised = raised, .taken = now};
  }
  PMUSIM_EXPECT(is_pending(InterruptLine::timer, now),
                "an interrupt is taken only when one is visible");
  const CycleTime raised = timer_.raised();
  timer_.acknowledge(now);
  return {.line = InterruptLine::timer, .raised = raised, .taken = now};
}

CycleTime InterruptController::post_ipi(Picoseconds arrival, CycleTime now) {
  const CycleTime visible = clock_.first_edge_after(arrival);
  ipis_.post(visible, now);
  return visible;
}

CycleTime InterruptController::next_visible_after(CycleTime now) const {
  CycleTime next = kNever;
  for (const CycleTime edge : {pmu_.visible(), ipis_.visible(), timer_.visible()}) {
    next = edge > now ? std::min(next, edge) : next;
  }
  return next;
}

bool InterruptController::is_pending(InterruptLine line, CycleTime now) const {
  return visible(line) <= now;
}

CycleTime InterruptController::visible(InterruptLine line) const {
  switch (line) {
    case InterruptLine::pmu:
      return pmu_.visible();
    case InterruptLine::ipi:
      return ipis_.visible();
    case InterruptLine::timer:
      return timer_.visible();
  }
  return kNever;
}

}  // namespace pmusim
