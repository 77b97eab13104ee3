// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "kernel_model/core/kernel_observer.h"
#include "models/common/units.h"
#include "sim/engine/timeline.h"
#include "sim/engine/truth/cause.h"

namespace pmusim::engine {

using WindowKind = CpuTimeline::WindowKind;

/// Consecutive cycles of one CPU in which an event counted something else than intended, for one
/// cause.
struct Window {
  kernel::EventIndex event{};
  CpuId cpu;
  WindowKind kind{};
  Cause cause{};
  kernel::Place place{};  ///< where it began
  CycleTime first;
  CycleTime last;         ///< inclusive
  std::uint64_t count{};  ///< occurrences lost (blackout) or leaked

  [[nodiscard]] std::uint64_t cycles() const { return (last - first).count() + 1; }

  friend bool operator==(const Window&, const Window&) = default;
};

/// The order of the windows of one CPU: by first cycle, of those that begin together by event.
[[nodiscard]] bool begins_before(const Window& a, const Window& b);

/// What all windows of one event, kind and cause have in common.
struct WindowStatistics {
  /// Bucket b counts windows of 2^b to 2^(b+1) - 1 cycles.
  static constexpr std::size_t kBuckets = 64;

  std::uint64_t windows{};
  std::uint64_t cycles{};
  std::uint64_t count{};
  std::uint64_t shortest{};  ///< cycles
  std::uint64_t longest{};
  std::array<std::uint64_t, kBuckets> by_length{};

  void add(const Window& window);
  void add(const WindowStatistics& other);
};

/// The windows of one CPU: whole those that begin first, of all the statistics.
class WindowLog {
 public:
  using Key = std::tuple<kernel::EventIndex, WindowKind, Cause>;

  /// Is told of every window when it ends.
  using Sink = std::function<void(const Window&)>;

  /// So many windows are kept.
  static constexpr std::size_t kKept = 1'000;

  void add(const Window& window);

  /// As many as are kept of those that begin first, in that order.
  [[nodiscard]] std::vector<Window> first() const;

  [[nodiscard]] const std::map<Key, WindowStatistics>& statistics() const { return statistics_; }

  /// Keeps up to `most`, instead of kKept. Before the first window.
  void keep(std::size_t most) { kept_ = most; }

  /// Windows that are in the statistics only.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

  /// Before the first window.
  void send_to(Sink sink) { sink_ = std::move(sink); }

 private:
  std::uint64_t left_out_{};
  std::size_t kept_{kKept};
  std::vector<Window> first_;  ///< once no more are kept, a heap: the last to begin stands in front
  Sink sink_;
  std::map<Key, WindowStatistics> statistics_;
};

}  // namespace pmusim::engine
