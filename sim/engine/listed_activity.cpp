// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/listed_activity.h"

#include <algorithm>
#include <cstddef>

#include "models/activity/dense_kind.h"

namespace pmusim::engine {
namespace {

std::uint32_t amount_in(const CycleEvents& events, EventId event) {
  const auto found = std::ranges::find(events, event, &EventAmount::event);
  return found == events.end() ? 0 : found->amount;
}

StreamView constant_view(std::uint32_t amount, std::uint64_t cycles) {
  return {
      .kind = StreamView::Kind::constant, .greatest = amount, .cycles = cycles, .amount = amount};
}

}  // namespace

std::optional<AmountColumn> ListedActivity::column_of(EventId event) const {
  std::vector<std::uint32_t> amounts;
  amounts.reserve(cycles_.size());
  for (const CycleEvents& events : cycles_) {
    amounts.push_back(amount_in(events, event));
  }
  const bool occurs =
      std::ranges::any_of(amounts, [](std::uint32_t amount) { return amount != 0; });
  return occurs ? std::optional{AmountColumn::copy_of(amounts)} : std::nullopt;
}

StreamView ListedActivity::view(EventId event, std::uint64_t from, std::uint64_t /*wanted*/) {
  auto found = columns_.find(event);
  if (found == columns_.end()) {
    found = columns_.emplace(event, column_of(event)).first;
  }
  const std::uint64_t left = cycles_.size() - from;
  const std::optional<AmountColumn>& column = found->second;
  if (!column) {
    return constant_view(0, left);
  }
  return {.kind = dense_kind(column->width()),
          .greatest = column->greatest(),
          .cycles = left,
          .data = static_cast<const std::byte*>(column->data()) + from * column->width()};
}

StreamView SteadyActivity::view(EventId event, std::uint64_t from, std::uint64_t /*wanted*/) {
  return constant_view(amount_in(events_, event), cycles_ - from);
}

}  // namespace pmusim::engine
