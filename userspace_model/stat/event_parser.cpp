// SPDX-License-Identifier: Apache-2.0
#include "userspace_model/stat/event_parser.h"

#include <algorithm>

#include "models/common/text.h"
#include "userspace_model/stat/event_error.h"
#include "userspace_model/stat/event_modifiers.h"
#include "userspace_model/stat/event_names.h"
#include "userspace_model/stat/event_terms.h"

namespace pmusim::userspace {

namespace {

constexpr std::string_view kWayOfWriting =
    "write for example cycles:k, r3f, stall_slot:u or armv8_pmuv3/stall_slot,threshold=2/u";

/// PMUs of Armv8 and Armv9 cores: armv8_pmuv3, armv8_pmuv3_0, armv8_cortex_a57, armv9_cortex_a510.
bool is_core_pmu(std::string_view name) {
  const auto is_name_character = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return (name.starts_with("armv8_") || name.starts_with("armv9_")) && name.size() > 6 &&
         std::ranges::all_of(name, is_name_character);
}

/// @param position  where in `text` the modifiers begin
Result<void> read_modifiers(std::string_view text, std::size_t position, ParsedEvent& event) {
  event.modifiers = text.substr(position);
  return apply_modifiers(text, position, event.attr);
}

Result<void> read_pmu_form(std::string_view text, std::size_t slash, ParsedEvent& event) {
  const std::string_view pmu = text.substr(0, slash);
  const std::string shown{pmu.substr(0, 40)};
  if (named_event(pmu)) {
    return event_error(text,
                       0,
                       "terms belong to a PMU, and '" + shown + "' is an event",
                       "write armv8_pmuv3/" + shown + ",.../");
  }
  if (!is_core_pmu(pmu)) {
    return event_error(
        text,
        0,
        "PMU '" + shown + "' is not modelled",
        "the PMUs are armv8_pmuv3, armv8_pmuv3_0, armv8_cortex_a57, armv9_... and the like",
        ErrorCode::not_modelled);
  }
  event.pmu = pmu;
  const std::size_t end = text.find('/', slash + 1);
  if (end == std::string_view::npos) {
    return event_error(text, slash, "this '/' is never closed", "add a '/' after the last term");
  }
  if (auto terms = apply_terms(text, slash + 1, end, event); !terms) {
    return terms;
  }
  const std::size_t modifiers = end + 1 < text.size() && text[end + 1] == ':' ? end + 2 : end + 1;
  return modifiers == end + 1 && modifiers == text.size() ? Result<void>{}
                                                          : read_modifiers(text, modifiers, event);
}

/// "0x3f": an extension of this program; perf writes r3f.
Result<std::uint64_t> event_number(std::string_view text, std::string_view name) {
  constexpr std::uint64_t kGreatest = 0xFFFF;
  const auto number = read_number(name);
  if (!name.starts_with("0x") || !number || *number > kGreatest) {
    return event_error(text,
                       0,
                       "\"" + std::string{name.substr(0, 40)} + "\" is no event number",
                       "write 0x0 to 0xffff, or r and hexadecimal digits");
  }
  return *number;
}

/// "sched:sched_switch" and "mem:0x1000:rw": what follows the name is longer than modifiers can be.
bool is_tracepoint(std::string_view after_name) {
  constexpr std::size_t kMostModifiers = 16;
  return after_name.find_first_of("_0123456789*") != std::string_view::npos ||
         after_name.size() > kMostModifiers + 1;
}

Result<std::uint64_t> event_with_number(std::string_view text, std::string_view name) {
  if (const auto raw = raw_event(name)) {
    return *raw;
  }
  if (name.front() >= '0' && name.front() <= '9') {
    return event_number(text, name);
  }
  const std::string shown{name.substr(0, 40)};
  if (const auto reason = why_not_modelled(name)) {
    return event_error(text,
                       0,
                       "'" + shown + "' is not modelled: " + *reason,
                       std::string{kWayOfWriting},
                       ErrorCode::not_modelled);
  }
  if (is_tracepoint(text.substr(name.size()))) {
    return event_error(text,
                       0,
                       "tracepoints and breakpoints are not modelled",
                       std::string{kWayOfWriting},
                       ErrorCode::not_modelled);
  }
  const std::string nearest = nearest_event(name);
  return event_error(
      text,
      0,
      "unknown event '" + shown + "'",
      nearest.empty() ? std::string{kWayOfWriting} : "did you mean " + nearest + "?");
}

Result<void> read_bare_form(std::string_view text, ParsedEvent& event) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  if (colon == 0) {
    return event_error(text, 0, "no event before ':'", std::string{kWayOfWriting});
  }
  const std::string_view name = text.substr(0, colon);
  if (const auto named = named_event(name)) {
    event.is_named = true;
    event.attr.config = *named;
  } else if (const auto number = event_with_number(text, name)) {
    event.attr.config = *number;
  } else {
    return tl::unexpected{number.error()};
  }
  return colon == text.size() ? Result<void>{} : read_modifiers(text, colon + 1, event);
}

}  // namespace

Result<ParsedEvent> parse_event(std::string_view text) {
  if (text.empty()) {
    return event_error(text, 0, "empty", std::string{kWayOfWriting});
  }
  ParsedEvent event;
  event.text = text;
  const std::size_t slash = text.find('/');
  const auto read = slash != std::string_view::npos && slash < text.find(':')
                        ? read_pmu_form(text, slash, event)
                        : read_bare_form(text, event);
  if (!read) {
    return tl::unexpected{read.error()};
  }
  return event;
}

}  // namespace pmusim::userspace
