// SPDX-License-Identifier: Apache-2.0
#include "sim/report/json_pointer.h"

#include <algorithm>

namespace pmusim::report {

namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::vector<std::string> tokens_of(std::string_view pointer) {
  std::vector<std::string> tokens;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);  // the '/'
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    std::string& token = tokens.emplace_back(pointer.substr(0, end));
    // In this order, so that "~01" becomes "~1" and not "/".
    replace_all(token, "~1", "/");
    replace_all(token, "~0", "~");
    pointer.remove_prefix(end);
  }
  return tokens;
}

std::string escaped(std::string_view key) {
  std::string text{key};
  replace_all(text, "~", "~0");
  replace_all(text, "/", "~1");
  return text;
}

}  // namespace pmusim::report
