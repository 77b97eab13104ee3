// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/activity/activity_source.h"
#include "models/activity/event_stream.h"
#include "models/activity/pipeline.h"
#include "models/common/random.h"
#include "models/common/result.h"

namespace pmusim {

/// The key of the random stream of one event of a task.
///
/// @param task  names the task's activity, for example CounterRandom{seed}.child(stream name).
[[nodiscard]] constexpr CounterRandom event_random(CounterRandom task, EventId event) {
  return task.child(event.value());
}

/// An activity composed of one stream for each event. Events without a stream are constant 0.
class Activity final : public ActivitySource {
 public:
  Activity();

  /// Gives `event` a stream of its own, which wins over that of a pipeline.
  ///
  /// @error invalid_input  the event has its own stream already, or the PMU makes the event itself
  ///                       (CPU_CYCLES, CHAIN).
  Result<void> add(EventId event, std::unique_ptr<EventStream> stream);

  /// Gives the events of a pipeline their streams, save those that have a stream of their own.
  /// @param task  as in event_random.
  void add_pipeline(const PipelineModel& pipeline, CounterRandom task);

  /// The same with the pipeline of another activity, whose draws the two share: equal amounts, and
  /// random numbers are made once. Nothing if the other one has no pipeline.
  void share_pipeline(const Activity& other);

  [[nodiscard]] StreamView view(EventId event, std::uint64_t from, std::uint64_t wanted) override {
    return streams_[slot(event)].stream->view(from, wanted);
  }

 private:
  using Slot = std::uint16_t;
  static constexpr std::size_t kPageEvents = 256;

  struct Entry {
    std::unique_ptr<EventStream> stream;
    bool from_pipeline;
  };

  /// Which entry of streams_ an event has; 0 is the stream of all events without one.
  [[nodiscard]] Slot slot(EventId event) const {
    return pages_[page_of_[event.value() / kPageEvents]][event.value() % kPageEvents];
  }

  void set(EventId event, Entry entry);
  void add_streams_of_pipeline();

  std::shared_ptr<PipelineDraws> draws_;
  std::vector<Entry> streams_;
  std::array<std::uint16_t, kPageEvents>
      page_of_{};  ///< by bits 15:8 of the event; page 0 is all 0
  std::vector<std::array<Slot, kPageEvents>> pages_{1};  ///< by bits 7:0
};

}  // namespace pmusim
