// SPDX-License-Identifier: Apache-2.0
//
// Small sweeps whose results are written down, not simulated.
#pragma once

#include <string>
#include <vector>

#include "sim/sweep/grid.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/results.h"

namespace pmusim::sweep {

inline std::vector<Parameter> parameters_of(const std::vector<std::string>& texts) {
  std::vector<Parameter> parameters;
  parameters.reserve(texts.size());
  for (const std::string& text : texts) {
    parameters.push_back(parse_parameter(text).value());
  }
  return parameters;
}

inline Grid grid_of(const std::vector<std::string>& texts) {
  return Grid::of(parameters_of(texts)).value();
}

inline Identity identity_of(const Grid& grid) {
  return {.version = "1.0",
          .scenario = "example",
          .content = 0x1234,
          .overrides = {{"--set /a=1", "/a", "1"}},
          .parameters = parameters_json(grid.parameters()),
          .measures = {}};
}

/// A result of a point whose event "e" has this count and loss.
inline PointResult result_of(std::size_t point, const std::string& count, const std::string& lost) {
  return {point, PointStatus::ok, {{"/events/e/count", count}, {"/events/e/lost", lost}}, {}};
}

}  // namespace pmusim::sweep
