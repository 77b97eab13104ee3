// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "models/activity/activity_source.h"

namespace pmusim::engine {

/// Events given cycle by cycle, for example by a vector. Amounts are kept in the narrowest array
/// that holds them.
class ListedActivity final : public ActivitySource {
 public:
  explicit ListedActivity(std::uint64_t cycles) : cycles_{cycles} {}

  /// Adds occurrences of an event in one cycle.
  void add(EventId event, std::uint64_t cycle, std::uint32_t amount);

  /// One amount in every cycle.
  void add_always(EventId event, std::uint32_t amount);

  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

  [[nodiscard]] StreamView view(EventId event, std::uint64_t from, std::uint64_t wanted) override;

 private:
  struct Column {
    std::vector<std::uint32_t> amounts;
    std::vector<std::uint16_t> amounts16;
    std::vector<std::uint8_t> amounts8;
    std::uint32_t greatest{};
    bool always{};
  };

  static void narrow(Column& column);

  std::uint64_t cycles_;
  std::map<EventId, Column> columns_;
};

}  // namespace pmusim::engine
