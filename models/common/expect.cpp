// SPDX-License-Identifier: Apache-2.0
#include "models/common/expect.h"

#include <cstdio>
#include <cstdlib>

namespace pmusim {

void invariant_broken(std::string_view claim,
                      std::string_view message,
                      std::source_location where) {
  std::fprintf(stderr,
               "pmusim: internal fault at %s:%u: %.*s: %.*s\n",
               where.file_name(),
               where.line(),
               static_cast<int>(claim.size()),
               claim.data(),
               static_cast<int>(message.size()),
               message.data());
  std::fflush(stderr);
  std::_Exit(70);
}

}  // namespace pmusim
