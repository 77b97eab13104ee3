// SPDX-License-Identifier: Apache-2.0
#include "models/activity/event_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "models/activity/events.h"
#include "models/common/text.h"

namespace pmusim {

namespace {

constexpr std::size_t kLongestName = 64;

bool starts_with_digit(std::string_view text) {
  return !text.empty() && text[0] >= '0' && text[0] <= '9';
}

}  // namespace

std::string event_text(EventId event) {
  if (const EventDesc* const row = describe_event(event)) {
    return std::string{row->name};
  }
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "0x%04X", static_cast<unsigned>(event.value()));
  return text.data();
}

std::string_view nearest_event_name(std::string_view text) {
  if (text.empty() || text.size() > kLongestName) {
    return {};
  }
  std::size_t least = std::clamp<std::size_t>(text.size() / 3, 1, 3) + 1;
  const EventDesc* nearest = nullptr;
  for (const EventDesc& row : architected_events()) {
    const std::size_t steps = edit_distance(row.name, text);
    if (steps < least) {
      least = steps;
      nearest = &row;
    }
  }
  return nearest == nullptr || is_made_by_pmu(nearest->id) ? std::string_view{} : nearest->name;
}

Result<EventId> read_event(std::string_view text) {
  const std::string found = text.empty() ? "found nothing" : "found \"" + printable(text) + "\"";
  if (starts_with_digit(text)) {
    const auto number = read_number(text);
    if (!number || *number > 0xFFFF) {
      return fail(
          ErrorCode::invalid_input, "", found + ", expected an event number from 0 to 0xFFFF");
    }
    return EventId{static_cast<std::uint16_t>(*number)};
  }
  if (const auto event = find_event(text)) {
    return *event;
  }
  const std::string_view nearest = nearest_event_name(text);
  return fail(ErrorCode::invalid_input,
              "",
              found + ", expected the name of an architected event, or a number such as 0x3f",
              nearest.empty() ? std::string{} : "did you mean \"" + std::string{nearest} + "\"?");
}

}  // namespace pmusim
