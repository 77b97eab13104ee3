// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pmusim::sweep {

/// What became of a point.
enum class PointStatus : std::uint8_t {
  ok,         ///< it ran and its expectations hold
  failed,     ///< it ran and an expectation does not hold: still a result
  unchecked,  ///< it ran; the scenario expects nothing
  broken,     ///< its run broke off or contradicts itself: expectations say nothing of its values
  invalid,    ///< its scenario is wrong
  io,         ///< a file that it needs could not be read or written
  fault,      ///< its worker crashed
};

/// "ok", "failed", "unchecked", "broken", "invalid", "io", "fault"
[[nodiscard]] std::string_view name_of(PointStatus status);

/// It ran to its end, so that its values are those of a result.
[[nodiscard]] bool has_run(PointStatus status);

/// A further call need not try again.
[[nodiscard]] bool is_final(PointStatus status);

/// A value that a point recorded.
struct Value {
  std::string measure;  ///< JSON pointer into the result
  std::string json;     ///< a plain value as JSON; "null" when the result has none there

  friend bool operator==(const Value&, const Value&) = default;
};

struct PointResult {
  std::size_t point{};
  PointStatus status{PointStatus::ok};
  std::vector<Value> values;
  std::string problem;  ///< one line: why it has no result or not all values, and its notes

  friend bool operator==(const PointResult&, const PointResult&) = default;
};

}  // namespace pmusim::sweep
