// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/sweep/parent_only.h"
#include "sim/sweep/point.h"

namespace pmusim::sweep {

/// Numbers lists of measures, which nearly all points share, so that a million points need not
/// each keep their names.
class MeasureLists {
 public:
  /// The number of this list, and whether it is new.
  std::pair<std::uint32_t, bool> number_of(const std::vector<std::string>& measures);

  [[nodiscard]] std::size_t size() const { return lists_.size(); }

  /// @pre number < size()
  [[nodiscard]] const std::vector<std::string>& list(std::size_t number) const {
    return lists_[number];
  }

 private:
  std::map<std::vector<std::string>, std::uint32_t> numbers_;
  std::vector<std::vector<std::string>> lists_;
};

[[nodiscard]] std::vector<std::string> measures_of(const PointResult& result);

/// The results of the points that are finished, in whatever order they come.
///
/// They belong to the process that made them: workers, forked from it, must not look at them.
class Results {
 public:
  explicit Results(std::size_t points) : records_(points) {}

  /// Keeps the result of a point; a further one for the same point is ignored.
  /// @pre result.point is below the number of points.
  void add(const PointResult& result);

  [[nodiscard]] std::size_t points() const { return records_.size(); }

  [[nodiscard]] bool has(std::size_t point) const { return records_[point].is_there; }

  /// How many points are there.
  [[nodiscard]] std::size_t count() const { return count_; }

  [[nodiscard]] std::size_t count(PointStatus status) const;

  [[nodiscard]] bool complete() const { return count_ == records_.size(); }

  /// @pre has(point)
  [[nodiscard]] PointResult at(std::size_t point) const;

  /// Every measure that some point has, in the order in which the points, taken in theirs, bring
  /// them.
  [[nodiscard]] std::vector<std::string> measures() const;

 private:
  struct Record {
    std::size_t
        text{};  ///< where its text begins: the values, each with its line feed, the problem
    std::uint32_t text_bytes{};
    std::uint32_t list{};
    PointStatus status{};
    bool is_there{};
  };

  MeasureLists lists_;
  std::vector<Record, ParentOnly<Record>> records_;
  std::vector<char, ParentOnly<char>> texts_;
  std::size_t count_{};
};

}  // namespace pmusim::sweep
