// SPDX-License-Identifier: Apache-2.0
#include "models/activity/activity.h"

#include "models/activity/event_text.h"
#include "models/activity/events.h"
#include "models/activity/fixed_stream.h"

namespace pmusim {

Activity::Activity() {
  streams_.push_back({constant_stream(0), false});
}

void Activity::set(EventId event, Entry entry) {
  std::uint16_t& page = page_of_[event.value() / kPageEvents];
  if (page == 0) {
    page = static_cast<std::uint16_t>(pages_.size());
    pages_.emplace_back();
  }
  Slot& slot = pages_[page][event.value() % kPageEvents];
  if (slot == 0) {
    slot = static_cast<Slot>(streams_.size());
    streams_.push_back(std::move(entry));
  } else {
    streams_[slot] = std::move(entry);
  }
}

Result<void> Activity::add(EventId event, std::unique_ptr<EventStream> stream) {
  if (is_made_by_pmu(event)) {
    return fail(ErrorCode::invalid_input,
                "activity",
                event_text(event) + " has a stream",
                "the PMU makes this event itself; leave it out");
  }
  if (slot(event) != 0 && !streams_[slot(event)].from_pipeline) {
    return fail(ErrorCode::invalid_input,
                "activity",
                event_text(event) + " has two streams",
                "an event has one stream; join the two");
  }
  set(event, {std::move(stream), false});
  return {};
}

void Activity::add_pipeline(const PipelineModel& pipeline, CounterRandom task) {
  draws_ = pipeline.draws(task.child("pipeline"));
  add_streams_of_pipeline();
}

void Activity::share_pipeline(const Activity& other) {
  if (other.draws_) {
    draws_ = other.draws_;
    add_streams_of_pipeline();
  }
}

void Activity::add_streams_of_pipeline() {
  const auto events = PipelineModel::events();
  auto streams = PipelineModel::streams(draws_);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (slot(events[i]) == 0 || streams_[slot(events[i])].from_pipeline) {
      set(events[i], {std::move(streams[i]), true});
    }
  }
}

}  // namespace pmusim
