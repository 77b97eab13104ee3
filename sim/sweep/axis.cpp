// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace pmusim::sweep {
namespace {

/// The least of 1, 2, 5, 10, 20, ... that is not below `rough`.
double nice_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) {
      return factor * power;
    }
  }
  return 10 * power;
}

/// Every how many-th of `count` gets a tick.
std::size_t stride_of(std::size_t count, std::size_t most) {
  return std::max<std::size_t>(1, (count + most - 1) / most);
}

}  // namespace

double Axis::place(double value) const {
  return logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

Axis linear_axis(double low, double high, int intervals, double least_step) {
  if (high <= low) {
    const double margin = std::max(1.0, std::fabs(low) / 10);
    high = low + margin;
    low = low == 0 ? 0 : low - margin;
  }
  const double step = std::max(nice_step((high - low) / intervals), least_step);
  Axis axis;
  const double first = std::floor(low / step + 1e-9);
  const double last = std::ceil(high / step - 1e-9);
  axis.low = first * step;
  axis.high = last * step;
  const auto steps = std::llround(last - first);
  for (long long i = 0; i <= steps; ++i) {
    const double tick = (first + static_cast<double>(i)) * step;
    axis.ticks.push_back(tick);
    axis.labels.push_back(tick_label(tick));
  }
  return axis;
}

Axis geometric_axis(const std::vector<double>& values, std::size_t most_ticks) {
  Axis axis;
  axis.logarithmic = true;
  axis.low = values.front();
  axis.high = values.back();
  if (axis.high <= axis.low) {
    axis.low /= 2;
    axis.high *= 2;
  }
  for (std::size_t i = 0; i < values.size(); i += stride_of(values.size(), most_ticks)) {
    axis.ticks.push_back(values[i]);
    axis.labels.push_back(tick_label(values[i]));
  }
  return axis;
}

Axis category_axis(const std::vector<std::string>& names, std::size_t most_ticks) {
  Axis axis;
  axis.low = -0.5;
  axis.high = static_cast<double>(names.size()) - 0.5;
  for (std::size_t i = 0; i < names.size(); i += stride_of(names.size(), most_ticks)) {
    axis.ticks.push_back(static_cast<double>(i));
    axis.labels.push_back(names[i]);
  }
  return axis;
}

std::string tick_label(double value) {
  constexpr std::array<std::pair<double, const char*>, 4> kPrefixes{
      {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e4, "k"}}};
  for (const auto& [from, prefix] : kPrefixes) {
    if (std::fabs(value) >= from) {
      return fmt::format("{:.6g}{}", value / (from == 1e4 ? 1e3 : from), prefix);
    }
  }
  return fmt::format("{:.6g}", value == 0 ? 0.0 : value);  // no "-0"
}

std::string_view unit_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kUnits{{
      {"cycles", "cycles"},
      {"cycle", "cycle"},
      {"_ns", "ns"},
      {"_us", "us"},
      {"_ms", "ms"},
      {"_mhz", "MHz"},
      {"_bytes", "bytes"},
      {"lost", "events"},
      {"leaked", "events"},
  }};
  for (const auto& [suffix, unit] : kUnits) {
    if (name.ends_with(suffix)) {
      return unit;
    }
  }
  return name.ends_with("/count") ? "events" : std::string_view{};
}

}  // namespace pmusim::sweep
