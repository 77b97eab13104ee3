// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "models/activity/activity_source.h"
#include "models/pmu/threshold.h"

namespace pmusim::engine {

/// Second copies of activities, from which the ground truth reads. An activity's views last until
/// its next answer, so the truth cannot share the PMU's; being functions of their seeds, copies
/// give equal amounts.
class ActivityCopies {
 public:
  /// `copy` stands for `original` from now on.
  void add(const ActivitySource* original, std::unique_ptr<ActivitySource> copy) {
    copies_[original] = std::move(copy);
  }

  /// The copy; the original itself if it has none: its views then hold no data of its own.
  [[nodiscard]] ActivitySource& copy_of(ActivitySource& original) const {
    const auto found = copies_.find(&original);
    return found == copies_.end() ? original : *found->second;
  }

 private:
  std::unordered_map<const ActivitySource*, std::unique_ptr<ActivitySource>> copies_;
};

/// What is added in `cycles` cycles of the activity from its cycle `from` on, by an event counter
/// with that threshold.
[[nodiscard]] std::uint64_t occurrences(ActivitySource& activity,
                                        EventId event,
                                        const Threshold& threshold,
                                        std::uint64_t from,
                                        std::uint64_t cycles);

/// How two thresholds differ on the same amounts, cycle by cycle.
struct ThresholdDifference {
  std::uint64_t wanted{};
  std::uint64_t lost{};    ///< sum of what `have` adds too little
  std::uint64_t leaked{};  ///< sum of what it adds too much
};

[[nodiscard]] ThresholdDifference compare_thresholds(ActivitySource& activity,
                                                     EventId event,
                                                     const Threshold& want,
                                                     const Threshold& have,
                                                     std::uint64_t from,
                                                     std::uint64_t cycles);

}  // namespace pmusim::engine
