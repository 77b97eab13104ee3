// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "kernel_model/core/kernel_observer.h"
#include "sim/engine/timeline.h"

namespace pmusim::engine {

/// What the events of one CPU did, as spans for a picture.
class EventTracks {
 public:
  /// @param most  spans that are kept
  explicit EventTracks(std::size_t most) : most_{most} {}

  /// Spans come in order; one that goes on as the last one did prolongs it.
  void add(kernel::EventIndex event, const CpuTimeline::CounterSpan& span);

  /// By event; none is empty.
  [[nodiscard]] const std::map<kernel::EventIndex, std::vector<CpuTimeline::CounterSpan>>& spans()
      const {
    return tracks_;
  }

  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  std::map<kernel::EventIndex, std::vector<CpuTimeline::CounterSpan>> tracks_;
  std::size_t most_;
  std::size_t kept_{};
  std::uint64_t left_out_{};
};

}  // namespace pmusim::engine
