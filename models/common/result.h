// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace pmusim {

/// What kind of thing went wrong; the command line maps it to an exit status.
enum class ErrorCode : std::uint8_t {
  invalid_input,  ///< a scenario or another input file is wrong
  not_modelled,   ///< asked for something that exists but is not modelled
  io,             ///< a file could not be opened, read or written
  usage,          ///< the command line is wrong
};

/// One problem that a user can cause and mend.
struct Error {
  ErrorCode code{ErrorCode::invalid_input};
  std::string where;  ///< file, line, JSON pointer: as exact as is known; may be empty
  std::string what;   ///< value found and what was expected
  std::string hint;   ///< remedy; may be empty
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorCode code,
                                  std::string where,
                                  std::string what,
                                  std::string hint = {}) {
  return tl::unexpected<Error>{Error{code, std::move(where), std::move(what), std::move(hint)}};
}

}  // namespace pmusim
