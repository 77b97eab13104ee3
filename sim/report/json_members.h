// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/scenario/json_writer.h"

namespace pmusim::report {

inline void member(scenario::JsonWriter& out, std::string_view key, std::string_view text) {
  out.key(key);
  out.text(text);
}

inline void member(scenario::JsonWriter& out, std::string_view key, std::uint64_t number) {
  out.key(key);
  out.integer(number);
}

/// A list of objects; `write` writes the members of one.
template <class Range, class Write>
void list(scenario::JsonWriter& out, std::string_view key, const Range& range, Write write) {
  out.key(key);
  out.begin_list();
  for (const auto& element : range) {
    out.begin_object();
    write(element);
    out.end_object();
  }
  out.end_list();
}

}  // namespace pmusim::report
