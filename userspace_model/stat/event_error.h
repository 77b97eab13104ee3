// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "models/common/result.h"

namespace pmusim::userspace {

/// A problem at a place in an event's text.
///
/// @param text  the whole text, as the user wrote it.
/// @param position  counted from 0; shown counted from 1.
inline tl::unexpected<Error> event_error(std::string_view text,
                                         std::size_t position,
                                         std::string what,
                                         std::string hint,
                                         ErrorCode code = ErrorCode::invalid_input) {
  constexpr std::size_t kShownCharacters = 100;
  return fail(code,
              "event \"" + std::string{text.substr(0, kShownCharacters)} + "\", character " +
                  std::to_string(position + 1),
              std::move(what),
              std::move(hint));
}

}  // namespace pmusim::userspace
