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
  const std::string_view compared = text.substr(0, kLongestName);
  const auto rows = architected_events();
  return std::ranges::min_element(
             rows, {}, [&](const EventDesc& row) { return edit_distance(row.name, compared); })
      ->name;
}

Result<EventId> read_event(std::string_view text) {
  if (starts_with_digit(text)) {
    const auto number = read_number(text);
    if (!number || *number > 0xFFFF) {
      return fail(ErrorCode::invalid_input,
                  "",
                  "\"" + std::string{text.substr(0, kLongestName)} + "\" is no event number",
                  "event numbers run from 0 to 0xFFFF");
    }
    return EventId{static_cast<std::uint16_t>(*number)};
  }
  if (const auto event = find_event(text)) {
    return *event;
  }
  return fail(ErrorCode::invalid_input,
              "",
              "\"" + std::string{text.substr(0, kLongestName)} + "\" is no architected event",
              "the nearest name is " + std::string{nearest_event_name(text)} +
                  "; numbers (0x3f) are possible too");
}

}  // namespace pmusim
