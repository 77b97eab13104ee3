// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pmusim::sweep {

/// An axis: the stretch of numbers that it shows, and where it has ticks.
struct Axis {
  double low{};
  double high{};  ///< above low
  bool logarithmic{};
  std::vector<double> ticks;
  std::vector<std::string> labels;  ///< one for each tick

  /// Where a value lies: 0 at the low end, 1 at the high one.
  [[nodiscard]] double place(double value) const;
};

/// Ticks at multiples of 1, 2 or 5 times a power of ten, the outer ones around all values.
///
/// @param least_step  between ticks: 1 for what comes in whole numbers.
[[nodiscard]] Axis linear_axis(double low, double high, int intervals, double least_step = 0);

/// Ticks at some of the values, evenly spaced in a geometric range. @pre 0 < values, ascending
[[nodiscard]] Axis geometric_axis(const std::vector<double>& values, std::size_t most_ticks);

/// An axis on which categories stand at 0, 1, 2, ...
[[nodiscard]] Axis category_axis(const std::vector<std::string>& names, std::size_t most_ticks);

/// A number as a tick shows it: 20, 0.5, 12k, 3.5M, 1G.
[[nodiscard]] std::string tick_label(double value);

/// "cycles" for "/kernel/kvm/entry_cycles": the unit that the name of a quantity ends in; empty
/// when it tells none.
[[nodiscard]] std::string_view unit_of(std::string_view name);

}  // namespace pmusim::sweep
