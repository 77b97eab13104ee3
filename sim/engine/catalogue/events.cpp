// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/events.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "models/activity/events.h"
#include "models/memory/timed/pipeline_events.h"

namespace pmusim::engine {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower{text};
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return lower;
}

/// Shell patterns with * and ? only. Linear in the product of the lengths.
bool matches(std::string_view text, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (at < text.size()) {
    if (in_pattern < pattern.size() &&
        (pattern[in_pattern] == '?' || pattern[in_pattern] == text[at])) {
      ++at;
      ++in_pattern;
    } else if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      resume = at;
    } else if (star != std::string_view::npos) {
      in_pattern = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  return pattern.substr(in_pattern).find_first_not_of('*') == std::string_view::npos;
}

/// "0x3f" and perf's "r3f".
std::optional<std::uint16_t> number_of(std::string_view pattern) {
  const std::size_t perf_prefix = pattern.starts_with('r') ? 1 : 0;
  const std::size_t prefix = pattern.starts_with("0x") ? 2 : perf_prefix;
  std::uint16_t number = 0;
  const char* const end = pattern.data() + pattern.size();
  const auto [stop, error] = std::from_chars(pattern.data() + prefix, end, number, 16);
  return prefix != 0 && error == std::errc{} && stop == end ? std::optional{number} : std::nullopt;
}

}  // namespace

std::vector<EventRow> find_events(std::string_view pattern) {
  const std::string wanted = lower_case(pattern);
  const std::optional<std::uint16_t> number = number_of(wanted);
  const bool is_pattern = wanted.find_first_of("*?") != std::string::npos;
  const auto is_meant = [&](const EventDesc& event, const std::string& name) {
    if (number) {
      return event.id == EventId{*number};
    }
    return is_pattern ? matches(name, wanted) : name.find(wanted) != std::string::npos;
  };
  std::vector<EventRow> rows;
  for (const EventDesc& event : architected_events()) {
    const std::string name = lower_case(event.name);
    if (is_meant(event, name)) {
      const bool is_of_programs =
          event.id == kCpuCycles || memory::find_pipeline_event(event.id) != nullptr;
      rows.push_back(
          {event.id, std::string{event.name}, name, std::string{event.meaning}, is_of_programs});
    }
  }
  return rows;
}

}  // namespace pmusim::engine
