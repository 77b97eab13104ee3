// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "models/common/result.h"
#include "sim/scenario/overrides.h"
#include "sim/sweep/parameter.h"

namespace pmusim::sweep {

/// The points of a sweep: every combination of the values of its parameters. The first parameter
/// varies slowest, so that the points stand in the order of nested loops.
class Grid {
 public:
  /// @error usage  no parameter, one given twice or inside another, or more than kMostPoints
  /// points.
  [[nodiscard]] static Result<Grid> of(std::vector<Parameter> parameters);

  [[nodiscard]] std::size_t size() const { return size_; }

  [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }

  /// Which value of each parameter a point has. @pre point < size()
  [[nodiscard]] std::vector<std::size_t> coordinates(std::size_t point) const;

  /// What a point puts into the scenario. @pre point < size()
  [[nodiscard]] std::vector<scenario::Override> overrides(std::size_t point) const;

 private:
  explicit Grid(std::vector<Parameter> parameters, std::size_t size)
      : parameters_{std::move(parameters)}, size_{size} {}

  std::vector<Parameter> parameters_;
  std::size_t size_;
};

}  // namespace pmusim::sweep
