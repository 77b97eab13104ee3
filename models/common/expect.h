// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <source_location>
#include <string_view>

namespace pmusim {

/// Reports a broken invariant with its place and ends the process with status 70 (a fault of ours).
[[noreturn]] void invariant_broken(std::string_view claim,
                                   std::string_view message,
                                   std::source_location where = std::source_location::current());

}  // namespace pmusim

/// An assertion that only a fault of ours can break. On in every build type.
#define PMUSIM_EXPECT(claim, message)              \
  do {                                             \
    if (!(claim)) [[unlikely]] {                   \
      ::pmusim::invariant_broken(#claim, message); \
    }                                              \
  } while (false)
