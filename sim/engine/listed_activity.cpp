// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/listed_activity.h"

#include <algorithm>

namespace pmusim::engine {

void ListedActivity::add(EventId event, std::uint64_t cycle, std::uint32_t amount) {
  Column& column = columns_[event];
  column.amounts.resize(cycles_);
  column.amounts[cycle] += amount;
  column.greatest = std::max(column.greatest, column.amounts[cycle]);
}

void ListedActivity::add_always(EventId event, std::uint32_t amount) {
  columns_[event] = {
      .amounts = {}, .amounts16 = {}, .amounts8 = {}, .greatest = amount, .always = true};
}

void ListedActivity::narrow(Column& column) {
  if (column.greatest <= UINT8_MAX && column.amounts8.empty()) {
    std::transform(column.amounts.begin(),
                   column.amounts.end(),
                   std::back_inserter(column.amounts8),
                   [](std::uint32_t amount) { return static_cast<std::uint8_t>(amount); });
  } else if (column.greatest <= UINT16_MAX && column.amounts16.empty()) {
    std::transform(column.amounts.begin(),
                   column.amounts.end(),
                   std::back_inserter(column.amounts16),
                   [](std::uint32_t amount) { return static_cast<std::uint16_t>(amount); });
  }
}

StreamView ListedActivity::view(EventId event, std::uint64_t from, std::uint64_t /*wanted*/) {
  const auto found = columns_.find(event);
  if (found == columns_.end() || found->second.always) {
    const std::uint32_t amount = found == columns_.end() ? 0 : found->second.greatest;
    return {.kind = StreamView::Kind::constant,
            .greatest = amount,
            .cycles = cycles_ - from,
            .amount = amount};
  }
  Column& column = found->second;
  narrow(column);
  StreamView view{.greatest = column.greatest, .cycles = cycles_ - from};
  if (column.greatest <= UINT8_MAX) {
    view.kind = StreamView::Kind::dense8;
    view.data = column.amounts8.data() + from;
  } else if (column.greatest <= UINT16_MAX) {
    view.kind = StreamView::Kind::dense16;
    view.data = column.amounts16.data() + from;
  } else {
    view.kind = StreamView::Kind::dense32;
    view.data = column.amounts.data() + from;
  }
  return view;
}

}  // namespace pmusim::engine
