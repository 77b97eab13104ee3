// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "models/activity/activity_source.h"
#include "models/activity/amount_column.h"

namespace pmusim::engine {

struct EventAmount {
  EventId event;
  std::uint32_t amount{};
};

/// What happens in one cycle; each event at most once.
using CycleEvents = std::vector<EventAmount>;

/// Events given cycle by cycle, for example by a vector. Takes memory only for the events that are
/// asked for.
class ListedActivity final : public ActivitySource {
 public:
  /// @param cycles  outlives this.
  explicit ListedActivity(const std::vector<CycleEvents>& cycles) : cycles_{cycles} {}

  [[nodiscard]] StreamView view(EventId event, std::uint64_t from, std::uint64_t wanted) override;

 private:
  [[nodiscard]] std::optional<AmountColumn> column_of(EventId event) const;

  const std::vector<CycleEvents>& cycles_;
  std::map<EventId, std::optional<AmountColumn>> columns_;  ///< nothing: never occurs
};

/// The same events in every one of `cycles` cycles.
class SteadyActivity final : public ActivitySource {
 public:
  SteadyActivity(CycleEvents events, std::uint64_t cycles)
      : events_{std::move(events)}, cycles_{cycles} {}

  [[nodiscard]] StreamView view(EventId event, std::uint64_t from, std::uint64_t wanted) override;

 private:
  CycleEvents events_;
  std::uint64_t cycles_;
};

}  // namespace pmusim::engine
