// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/timeline.h"

namespace pmusim::engine {

/// What the events of one CPU did, as spans for a picture.
class EventTracks {
 public:
  /// @param most  spans that are kept
  EventTracks(std::size_t events, std::size_t most) : tracks_(events), most_{most} {}

  /// Spans come in order; one that goes on as the last one did prolongs it.
  void add(std::size_t event, const CpuTimeline::CounterSpan& span);

  [[nodiscard]] const std::vector<CpuTimeline::CounterSpan>& spans(std::size_t event) const {
    return tracks_[event];
  }

  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  std::vector<std::vector<CpuTimeline::CounterSpan>> tracks_;
  std::size_t most_;
  std::size_t kept_{};
  std::uint64_t left_out_{};
};

}  // namespace pmusim::engine
