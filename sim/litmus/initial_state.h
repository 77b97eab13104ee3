// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "sim/litmus/place.h"
#include "sim/litmus/value_type.h"

namespace pmusim::litmus {

/// What the braces of a test say.
struct InitialState {
  struct Entry {
    Place place;
    ValueType type;
    bool has_type{};  ///< the type is written; otherwise it is the `int` of herd7
    Value value;
  };

  std::vector<Entry> registers;  ///< as they stand
  std::vector<Entry> locations;  ///< as they stand, then those that only an address names
  std::map<std::string_view, std::size_t> by_name;  ///< indices into `locations`
};

/// Reads the initial state of a test with `threads` threads (0: unknown); every problem is noted in
/// `source`.
[[nodiscard]] InitialState read_initial_state(SourceText& source, Part part, unsigned threads);

}  // namespace pmusim::litmus
