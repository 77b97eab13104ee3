// SPDX-License-Identifier: Apache-2.0
#include "models/common/text.h"

#include <array>
#include <cstdio>

namespace pmusim {

std::string printable(std::string_view text, std::size_t most) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (shown.size() >= most) {
      return shown + "...";
    }
    if (byte >= 0x20 && byte < 0x7F) {
      shown += c;
    } else {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\x%02x", byte);
      shown += escape.data();
    }
  }
  return shown;
}

}  // namespace pmusim
