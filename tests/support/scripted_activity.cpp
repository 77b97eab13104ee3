// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scripted_activity.h"

#include <algorithm>

#include "models/common/random.h"

namespace pmusim::test {
namespace {

constexpr std::uint64_t kForever = ~std::uint64_t{0};

template <class Amount>
std::unique_ptr<Amount[]> narrowed(const std::vector<std::uint32_t>& amounts) {
  auto copy = std::make_unique<Amount[]>(amounts.size());
  std::transform(amounts.begin(), amounts.end(), copy.get(), [](std::uint32_t amount) {
    return static_cast<Amount>(amount);
  });
  return copy;
}

std::uint64_t length_of(const Segment& segment) {
  switch (segment.kind) {
    case StreamView::Kind::constant:
    case StreamView::Kind::pulses:
      return segment.cycles;
    case StreamView::Kind::runs: {
      std::uint64_t cycles = 0;
      for (const Run& run : segment.runs) {
        cycles += run.cycles;
      }
      return cycles;
    }
    default:
      return segment.amounts.size();
  }
}

std::uint32_t amount_in(const Segment& segment, std::uint64_t offset) {
  switch (segment.kind) {
    case StreamView::Kind::constant:
      return segment.amount;
    case StreamView::Kind::pulses:
      return (segment.phase + offset) % segment.period == 0 ? segment.amount : 0;
    case StreamView::Kind::runs:
      for (const Run& run : segment.runs) {
        if (offset < run.cycles) {
          return run.amount;
        }
        offset -= run.cycles;
      }
      return 0;
    default:
      return segment.amounts[offset];
  }
}

std::uint32_t greatest_of(const Segment& segment) {
  std::uint32_t greatest = segment.amount;
  for (const std::uint32_t amount : segment.amounts) {
    greatest = std::max(greatest, amount);
  }
  for (const Run& run : segment.runs) {
    greatest = std::max(greatest, run.amount);
  }
  return greatest;
}

}  // namespace

void ScriptedActivity::add(EventId event, Segment segment) {
  Stream& stream = streams_[event];
  Stored stored;
  stored.start = stream.end;
  segment.cycles = length_of(segment);
  stream.end += segment.cycles;
  stream.greatest = std::max(stream.greatest, greatest_of(segment));
  switch (segment.kind) {
    case StreamView::Kind::dense8:
      stored.bytes = narrowed<std::uint8_t>(segment.amounts);
      break;
    case StreamView::Kind::dense16:
      stored.halfwords = narrowed<std::uint16_t>(segment.amounts);
      break;
    case StreamView::Kind::dense32:
      stored.words = narrowed<std::uint32_t>(segment.amounts);
      break;
    case StreamView::Kind::runs:
      stored.runs = std::make_unique<Run[]>(segment.runs.size());
      std::ranges::copy(segment.runs, stored.runs.get());
      break;
    default:
      break;
  }
  stored.segment = std::move(segment);
  stream.stored.push_back(std::move(stored));
}

void ScriptedActivity::always(EventId event, std::uint32_t amount) {
  Segment segment;
  segment.cycles = std::uint64_t{1} << 62U;
  segment.amount = amount;
  add(event, std::move(segment));
}

void ScriptedActivity::cycle_by_cycle(EventId event, const std::vector<std::uint32_t>& amounts) {
  Segment segment;
  segment.amounts = amounts;
  const std::uint32_t greatest = greatest_of(segment);
  segment.kind = StreamView::Kind::dense32;
  if (greatest <= 0xff) {
    segment.kind = StreamView::Kind::dense8;
  } else if (greatest <= 0xffff) {
    segment.kind = StreamView::Kind::dense16;
  }
  add(event, std::move(segment));
}

std::uint32_t ScriptedActivity::amount(EventId event, std::uint64_t cycle) const {
  const auto found = streams_.find(event);
  if (found == streams_.end()) {
    return 0;
  }
  for (const Stored& stored : found->second.stored) {
    if (cycle >= stored.start && cycle - stored.start < stored.segment.cycles) {
      return amount_in(stored.segment, cycle - stored.start);
    }
  }
  return 0;
}

std::vector<EventId> ScriptedActivity::events() const {
  std::vector<EventId> events;
  events.reserve(streams_.size());
  for (const auto& [event, stream] : streams_) {
    events.push_back(event);
  }
  return events;
}

StreamView ScriptedActivity::whole(const Stored& stored, std::uint64_t offset) {
  const Segment& segment = stored.segment;
  StreamView view{.kind = segment.kind,
                  .cycles = segment.cycles - offset,
                  .amount = segment.amount,
                  .period = segment.period,
                  .phase = (segment.phase + offset) % segment.period};
  switch (segment.kind) {
    case StreamView::Kind::dense8:
      view.data = stored.bytes.get() + offset;
      break;
    case StreamView::Kind::dense16:
      view.data = stored.halfwords.get() + offset;
      break;
    case StreamView::Kind::dense32:
      view.data = stored.words.get() + offset;
      break;
    case StreamView::Kind::runs: {
      const Run* run = stored.runs.get();
      for (; offset >= run->cycles; ++run) {
        offset -= run->cycles;
      }
      view.data = run;
      view.skip = static_cast<std::uint32_t>(offset);
      break;
    }
    default:
      break;
  }
  return view;
}

StreamView ScriptedActivity::view(EventId event, std::uint64_t from, std::uint64_t /*wanted*/) {
  ++requests_;
  ++requested_[event];
  const auto found = streams_.find(event);
  StreamView view{.cycles = kForever - from};
  if (found != streams_.end()) {
    view.greatest = found->second.greatest;
    for (const Stored& stored : found->second.stored) {
      if (from >= stored.start && from - stored.start < stored.segment.cycles) {
        view = whole(stored, from - stored.start);
        view.greatest = found->second.greatest;
        break;
      }
    }
  }
  if (longest_view_ != 0) {
    const std::uint64_t cut =
        1 + CounterRandom{seed_}.child(event.value()).at(from) % longest_view_;
    view.cycles = std::min(view.cycles, cut);
  }
  return view;
}

}  // namespace pmusim::test
