// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/window_log.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <tuple>

namespace pmusim::engine {

void WindowStatistics::add(const Window& window) {
  const std::uint64_t length = window.cycles();
  shortest = windows == 0 ? length : std::min(shortest, length);
  longest = std::max(longest, length);
  ++windows;
  cycles += length;
  count += window.count;
  ++by_length[static_cast<std::size_t>(std::bit_width(length)) - 1];
}

void WindowStatistics::add(const WindowStatistics& other) {
  if (other.windows == 0) {
    return;
  }
  shortest = windows == 0 ? other.shortest : std::min(shortest, other.shortest);
  longest = std::max(longest, other.longest);
  windows += other.windows;
  cycles += other.cycles;
  count += other.count;
  std::ranges::transform(by_length, other.by_length, by_length.begin(), std::plus{});
}

bool begins_before(const Window& a, const Window& b) {
  return std::tie(a.first, a.event, a.last, a.kind, a.cause) <
         std::tie(b.first, b.event, b.last, b.kind, b.cause);
}

std::vector<Window> WindowLog::first() const {
  std::vector<Window> sorted = first_;
  std::ranges::sort(sorted, begins_before);
  return sorted;
}

// Windows come in the order of their ends, so that one that begins early may come late.
void WindowLog::add(const Window& window) {
  statistics_[{window.event, window.kind, window.cause}].add(window);
  if (first_.size() < kept_) {
    first_.push_back(window);
    if (first_.size() == kept_) {
      std::ranges::make_heap(first_, begins_before);
    }
  } else {
    ++left_out_;
    if (begins_before(window, first_.front())) {
      std::ranges::pop_heap(first_, begins_before);
      first_.back() = window;
      std::ranges::push_heap(first_, begins_before);
    }
  }
  if (sink_) {
    sink_(window);
  }
}

}  // namespace pmusim::engine
