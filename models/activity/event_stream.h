// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/activity/stream_view.h"

namespace pmusim {

/// The amounts of one event, cycle after cycle, without an end. An Activity holds one for each
/// event that it produces.
class EventStream {
 public:
  EventStream() = default;
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  virtual ~EventStream() = default;

  /// The amounts from cycle `from` on, under the rules of ActivitySource::view: the amount of a
  /// cycle depends on its number alone.
  ///
  /// @param wanted  how many cycles the caller can use, at least 1; the view may cover fewer or
  /// more.
  /// @return  a view that stays valid until the next call.
  [[nodiscard]] virtual StreamView view(std::uint64_t from, std::uint64_t wanted) = 0;
};

}  // namespace pmusim
