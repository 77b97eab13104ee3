// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pmusim::report {

/// Colours texts for terminals, or leaves them as they are.
class Painter {
 public:
  explicit Painter(bool on) : on_{on} {}

  [[nodiscard]] std::string heading(std::string_view text) const { return paint("\033[1m", text); }

  [[nodiscard]] std::string good(std::string_view text) const { return paint("\033[32m", text); }

  [[nodiscard]] std::string bad(std::string_view text) const { return paint("\033[1;31m", text); }

 private:
  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
    return on_ ? std::string{code}.append(text).append("\033[0m") : std::string{text};
  }

  bool on_;
};

}  // namespace pmusim::report
