// SPDX-License-Identifier: Apache-2.0
#include "userspace_model/stat/event_modifiers.h"

#include <algorithm>

#include "userspace_model/stat/event_error.h"

namespace pmusim::userspace {

namespace {

constexpr std::string_view kModifiers = "ukhGHpPSDIWeb";
constexpr std::string_view kNotForArm = "RX";
constexpr unsigned kGreatestPrecision = 3;

bool has(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

Result<void> check(std::string_view text, std::size_t position) {
  const std::string_view letters = text.substr(position);
  if (letters.empty()) {
    return event_error(
        text, position, "no modifier after ':'", "the modifiers are u k h G H p P S D I e b");
  }
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::string shown(1, letters[i]);
    if (has(kNotForArm, letters[i])) {
      return event_error(text,
                         position + i,
                         "modifier '" + shown + "' has no meaning for an Arm PMU",
                         "leave it out",
                         ErrorCode::not_modelled);
    }
    if (!has(kModifiers, letters[i])) {
      return event_error(text,
                         position + i,
                         "'" + shown + "' is no modifier",
                         "the modifiers are u k h G H p P S D I e b");
    }
    if (letters[i] == 'W') {
      return event_error(text, position + i, "modifier W is for groups of events", "leave it out");
    }
    if (letters[i] != 'p' && has(letters.substr(0, i), letters[i])) {
      return event_error(
          text, position + i, "modifier '" + shown + "' stands there twice", "write it once");
    }
    const auto precision = std::ranges::count(letters.substr(0, i + 1), 'p');
    if (precision > kGreatestPrecision) {
      return event_error(
          text, position + i, "more than three 'p'", "the greatest precision is ppp");
    }
  }
  return {};
}

}  // namespace

Result<void> apply_modifiers(std::string_view text,
                             std::size_t position,
                             abi::PerfEventAttr& attr) {
  if (auto checked = check(text, position); !checked) {
    return checked;
  }
  const std::string_view letters = text.substr(position);
  // Any of u, k, h leaves out the others of the three; likewise G and H.
  if (has(letters, 'u') || has(letters, 'k') || has(letters, 'h')) {
    attr.exclude_user = !has(letters, 'u');
    attr.exclude_kernel = !has(letters, 'k');
    attr.exclude_hv = !has(letters, 'h');
  }
  if (has(letters, 'G') || has(letters, 'H')) {
    attr.exclude_guest = !has(letters, 'G');
    attr.exclude_host = !has(letters, 'H');
  }
  attr.exclude_idle = has(letters, 'I');
  attr.pinned = has(letters, 'D');
  attr.exclusive = has(letters, 'e');
  attr.precise_ip = has(letters, 'P') ? kGreatestPrecision
                                      : static_cast<unsigned>(std::ranges::count(letters, 'p'));
  return {};
}

}  // namespace pmusim::userspace
