// SPDX-License-Identifier: Apache-2.0
#include "models/interrupt/ipi_inbox.h"

#include <algorithm>

namespace pmusim {

void IpiInbox::post(CycleTime visible, CycleTime now) {
  const auto pending_end = std::ranges::upper_bound(arrivals_, now);
  if (pending_end - arrivals_.begin() > 1) {
    arrivals_.erase(arrivals_.begin() + 1, pending_end);
  }
  const auto place = std::ranges::lower_bound(arrivals_, visible);
  if (place == arrivals_.end() || *place != visible) {
    arrivals_.insert(place, visible);
  }
}

void IpiInbox::acknowledge(CycleTime now) {
  arrivals_.erase(arrivals_.begin(), std::ranges::upper_bound(arrivals_, now));
}

}  // namespace pmusim
