// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/event_tracks.h"

namespace pmusim::engine {

void EventTracks::add(std::size_t event, const CpuTimeline::CounterSpan& span) {
  auto& track = tracks_[event];
  if (!track.empty() && track.back().end == span.first && track.back().enabled == span.enabled &&
      track.back().counting == span.counting) {
    track.back().end = span.end;
    track.back().count += span.count;
  } else if (kept_ < most_) {
    track.push_back(span);
    ++kept_;
  } else {
    ++left_out_;
  }
}

}  // namespace pmusim::engine
