// SPDX-License-Identifier: Apache-2.0
#include "models/activity/events.h"

#include <algorithm>
#include <vector>

namespace pmusim {

namespace {

constexpr char upper_case(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool less_without_case(std::string_view a, std::string_view b) {
  return std::ranges::lexicographical_compare(a, b, {}, upper_case, upper_case);
}

std::vector<const EventDesc*> rows_by_name() {
  std::vector<const EventDesc*> rows;
  for (const EventDesc& row : architected_events()) {
    rows.push_back(&row);
  }
  std::ranges::sort(rows, {}, &EventDesc::name);
  return rows;
}

}  // namespace

std::optional<EventId> find_event(std::string_view name) {
  static const std::vector<const EventDesc*> rows = rows_by_name();
  const auto found = std::ranges::lower_bound(rows, name, less_without_case, &EventDesc::name);
  if (found == rows.end() || less_without_case(name, (*found)->name)) {
    return std::nullopt;
  }
  return (*found)->id;
}

const EventDesc* describe_event(EventId event) {
  const auto rows = architected_events();
  const auto found = std::ranges::lower_bound(rows, event, {}, &EventDesc::id);
  return found != rows.end() && found->id == event ? &*found : nullptr;
}

}  // namespace pmusim
