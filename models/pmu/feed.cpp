// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/feed.h"

#include <limits>

#include "models/activity/events.h"

namespace pmusim {
namespace {

constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

StreamView always(std::uint32_t amount) {
  return {
      .kind = StreamView::Kind::constant, .greatest = amount, .cycles = kForever, .amount = amount};
}

/// One pulse every 64 cycles, the next one in the cycle in which the divider runs round.
StreamView divided(std::uint8_t divider) {
  return {.kind = StreamView::Kind::pulses,
          .greatest = 1,
          .cycles = kForever,
          .amount = 1,
          .period = kCycleDivision,
          .phase = (divider + 1U) % kCycleDivision};
}

void advance_runs(StreamView& view, std::uint64_t cycles) {
  const auto* run = static_cast<const Run*>(view.data);
  std::uint64_t past = view.skip + cycles;
  while (past != 0 && past >= run->cycles) {
    past -= run->cycles;
    ++run;
  }
  view.data = run;
  view.skip = static_cast<std::uint32_t>(past);
}

/// A single cycle needs no division.
void advance_pulses(StreamView& view, std::uint64_t cycles) {
  if (cycles == 1) {
    view.phase = view.phase + 1 == view.period ? 0 : view.phase + 1;
  } else {
    view.phase = (view.phase + cycles % view.period) % view.period;
  }
}

}  // namespace

Feed::Origin origin_of(EventId event, bool is_divided) {
  if (event == kCpuCycles) {
    return is_divided ? Feed::Origin::divider : Feed::Origin::every_cycle;
  }
  return event == kSwIncr || event == kChain ? Feed::Origin::nothing : Feed::Origin::activity;
}

Feed open_feed(EventId event, Feed::Origin origin, std::uint8_t divider, std::uint64_t generation) {
  Feed feed{.event = event, .origin = origin, .wanted = true, .view = {}, .generation = generation};
  switch (origin) {
    case Feed::Origin::activity:
      break;
    case Feed::Origin::every_cycle:
      feed.view = always(1);
      break;
    case Feed::Origin::divider:
      feed.view = divided(divider);
      break;
    case Feed::Origin::nothing:
      feed.view = always(0);
      break;
  }
  return feed;
}

std::uint8_t divider_before(const StreamView& view) {
  return static_cast<std::uint8_t>((view.phase + kCycleDivision - 1) % kCycleDivision);
}

void advance(StreamView& view, std::uint64_t cycles) {
  view.cycles -= cycles;
  switch (view.kind) {
    case StreamView::Kind::constant:
      return;
    case StreamView::Kind::pulses:
      return advance_pulses(view, cycles);
    case StreamView::Kind::runs:
      return advance_runs(view, cycles);
    case StreamView::Kind::dense8:
      view.data = static_cast<const std::uint8_t*>(view.data) + cycles;
      return;
    case StreamView::Kind::dense16:
      view.data = static_cast<const std::uint16_t*>(view.data) + cycles;
      return;
    case StreamView::Kind::dense32:
      view.data = static_cast<const std::uint32_t*>(view.data) + cycles;
      return;
  }
}

}  // namespace pmusim
