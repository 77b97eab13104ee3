// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "models/activity/activity_source.h"

namespace pmusim::test {

/// A stretch of one event's stream, in one of the forms that a view can have.
struct Segment {
  StreamView::Kind kind{StreamView::Kind::constant};
  std::uint64_t cycles{};              ///< constant and pulses; else what the amounts cover
  std::uint32_t amount{};              ///< constant, pulses
  std::uint64_t period{1};             ///< pulses
  std::uint64_t phase{};               ///< pulses
  std::vector<std::uint32_t> amounts;  ///< dense
  std::vector<Run> runs;               ///< runs
};

/// An activity that a test writes down: events by segments, 0 after the last. Views never cross a
/// segment, and end earlier at random when asked to. Arrays are exactly as long as they are said to
/// be, so that AddressSanitizer sees a read beyond the end.
class ScriptedActivity final : public ActivitySource {
 public:
  /// @param longest_view  views are cut at random to at most this many cycles; 0: not cut.
  explicit ScriptedActivity(std::uint64_t longest_view = 0, std::uint64_t seed = 0)
      : longest_view_{longest_view}, seed_{seed} {}

  void add(EventId event, Segment segment);

  /// One amount in every cycle.
  void always(EventId event, std::uint32_t amount);

  /// One amount a cycle, as bytes if they fit.
  void cycle_by_cycle(EventId event, const std::vector<std::uint32_t>& amounts);

  /// The amount in one cycle, found the slow way.
  [[nodiscard]] std::uint32_t amount(EventId event, std::uint64_t cycle) const;

  [[nodiscard]] std::vector<EventId> events() const;

  /// How often a view was asked for.
  [[nodiscard]] std::uint64_t requests() const { return requests_; }

  /// The events that were asked for.
  [[nodiscard]] const std::map<EventId, std::uint64_t>& requested() const { return requested_; }

  [[nodiscard]] StreamView view(EventId event, std::uint64_t from, std::uint64_t wanted) override;

 private:
  struct Stored {
    Segment segment;
    std::uint64_t start{};
    std::unique_ptr<std::uint8_t[]> bytes;
    std::unique_ptr<std::uint16_t[]> halfwords;
    std::unique_ptr<std::uint32_t[]> words;
    std::unique_ptr<Run[]> runs;
  };

  struct Stream {
    std::vector<Stored> stored;
    std::uint32_t greatest{};
    std::uint64_t end{};
  };

  static StreamView whole(const Stored& stored, std::uint64_t offset);

  std::map<EventId, Stream> streams_;
  std::uint64_t longest_view_;
  std::uint64_t seed_;
  std::uint64_t requests_{};
  std::map<EventId, std::uint64_t> requested_;
};

}  // namespace pmusim::test
