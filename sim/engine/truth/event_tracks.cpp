// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/event_tracks.h"

namespace pmusim::engine {

void EventTracks::add(kernel::EventIndex event, const CpuTimeline::CounterSpan& span) {
  const auto track = tracks_.find(event);
  if (track != tracks_.end() && track->second.back().end == span.first &&
      track->second.back().enabled == span.enabled &&
      track->second.back().counting == span.counting) {
    track->second.back().end = span.end;
    track->second.back().count += span.count;
  } else if (kept_ < most_) {
    tracks_[event].push_back(span);
    ++kept_;
  } else {
    ++left_out_;
  }
}

}  // namespace pmusim::engine
