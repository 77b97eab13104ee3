// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/common/result.h"

namespace pmusim::sweep {

/// How the values of a parameter follow each other; a plot spaces its axis alike.
enum class Spacing : std::uint8_t { linear, geometric, listed };

/// The values of a parameter, each a number, text, true, false or null as JSON. A million of a
/// range with a step take no room, which every fork would have to copy.
class ParameterValues {
 public:
  ParameterValues() = default;

  explicit ParameterValues(std::vector<std::string> listed) : listed_{std::move(listed)} {}

  /// `count` values from `first` on, `step` apart.
  ParameterValues(std::int64_t first, std::int64_t step, std::size_t count)
      : first_{first}, step_{step}, count_{count} {}

  [[nodiscard]] std::size_t size() const { return listed_.empty() ? count_ : listed_.size(); }

  /// @pre index < size()
  [[nodiscard]] std::string operator[](std::size_t index) const;

 private:
  std::vector<std::string> listed_;
  std::int64_t first_{};
  std::int64_t step_{};
  std::size_t count_{};
};

/// One value of a scenario that a sweep varies.
struct Parameter {
  std::string pointer;  ///< into the scenario, as `--set` takes it
  Spacing spacing{Spacing::listed};
  ParameterValues values;
};

/// The most points that a sweep may have.
inline constexpr std::size_t kMostPoints = 1'000'000;

/// Reads the argument of `--param`: "/pointer=RANGE".
///
/// RANGE is `a:b:step` (a, a + step, ... up to b), `a:b*factor` (a, a * factor, ... up to b), both
/// of whole numbers, or a list `a,b,c` of numbers and texts. A text in quotes may hold commas and
/// colons.
///
/// @error usage  no pointer or range, a number that is none or too large, b below a, a step of 0 or
/// less, a factor of 1 or less, a geometric range that starts below 1, a value that is empty, given
/// twice, a list or an object, or more than kMostPoints values.
[[nodiscard]] Result<Parameter> parse_parameter(std::string_view argument);

}  // namespace pmusim::sweep
